#!/usr/bin/env bash
# Builds the fuzzers with the stable toolchain and a C++ compiler, and runs each for a while:
#
#     fuzz/run.sh [SECONDS [NAME…]]
#
# Coverage comes from LLVM's passes. Memory errors are not looked for: the parts that are fuzzed have
# no unsafe code. What breaks one is written to `fuzz/crashes/NAME/`, which the mutation test
# (`tests/it/mutation.rs`) runs first from then on. Findings of coverage stay in `fuzz/target/corpus`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
seconds=${1:-60}
shift || true
host=$(rustc -vV | sed -n 's/^host: //p')
coverage="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Cdebug-assertions"
target=${CARGO_TARGET_DIR:-$PWD/target}
# With a target, build scripts and macros are built without coverage.
RUSTFLAGS=${coverage//$'\n'/ } CARGO_TARGET_DIR=$target \
    cargo build --release --locked --bins --target "$host"
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for file in fuzz_targets/*.rs; do names+=("$(basename "$file" .rs)"); done
fi
failed=()
for name in "${names[@]}"; do
    corpus=$target/corpus/$name seeds=$target/seeds
    mkdir -p "$corpus" "$seeds" "crashes/$name"
    before=$(find "crashes/$name" -type f | wc -l)
    # Samples are seeds of all of them; a fuzzer keeps what reaches something new.
    find ../samples -type f -size -8k -print0 | while IFS= read -r -d '' file; do
        cp "$file" "$seeds/$(echo "${file#../samples/}" | tr / _)"
    done
    printf '\n== %s\n' "$name"
    "$target/$host/release/$name" "$corpus" "$seeds" -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=2048 -max_len=16384 -artifact_prefix="crashes/$name/" -print_final_stats=1 \
        2>&1 | grep -E '^stat::number_of|^stat::average|ERROR|panicked|Test unit|SUMMARY' ||
        true
    [ "$(find "crashes/$name" -type f | wc -l)" = "$before" ] || failed+=("$name")
    rmdir "crashes/$name" 2>/dev/null || true
done
rmdir crashes 2>/dev/null || true
if [ ${#failed[@]} -gt 0 ]; then
    echo "broken: ${failed[*]} (see fuzz/crashes)"
    exit 1
fi
