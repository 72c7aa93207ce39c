#!/usr/bin/env bash
# Makes the archive of a release in dist/out: the program, completions, manual pages, licences of all
# dependencies, a list of them (SBOM, CycloneDX), and checksums. Equal sources give equal bytes.
#
#     dist/build.sh              builds the program first
#     PINCITE_BIN=FILE dist/build.sh    packs FILE
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
host=$(rustc -vV | sed -n 's/^host: //p')
target=${TARGET:-$host}
name=pincite-$version-$target
# The time of the last commit, for the archive and for whatever compilers write into files.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH
umask 022

program=${PINCITE_BIN:-}
if [ -z "$program" ]; then
    folder=$(cargo metadata --locked --format-version 1 --no-deps |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
    # Paths of this machine are nobody's business, and would differ between machines.
    RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=. --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo" \
        cargo build --profile dist --locked --bin pincite --target "$target"
    program=$folder/$target/dist/pincite
fi

out=dist/out
stage=$out/$name
rm -rf "$stage" "$out/$name".*
mkdir -p "$stage/completions" "$stage/man/man1"
install -m 755 "$program" "$stage/pincite"
install -m 644 README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$stage"
"$stage/pincite" completions bash >"$stage/completions/pincite.bash"
"$stage/pincite" completions zsh >"$stage/completions/_pincite"
"$stage/pincite" completions fish >"$stage/completions/pincite.fish"
"$stage/pincite" completions powershell >"$stage/completions/pincite.ps1"
"$stage/pincite" completions nushell >"$stage/completions/pincite.nu"
"$stage/pincite" man --output "$stage/man/man1"
python3 dist/dependencies.py licences "$target" >"$stage/LICENSES-OF-DEPENDENCIES.txt"
python3 dist/dependencies.py sbom "$target" >"$out/$name.cdx.json"

tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    -C "$out" -cf - "$name" | gzip -9n >"$out/$name.tar.gz"
rm -r "$stage"
(cd "$out" && sha256sum "$name.tar.gz" "$name.cdx.json" >"$name.sha256")
cat "$out/$name.sha256"
