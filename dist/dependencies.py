"""Lists what the program is built of, from `cargo metadata`: `licences` or `sbom`, and a target.

The same sources give the same bytes: sorted, without times and without random numbers.
"""

import json
import subprocess
import sys
import uuid
from pathlib import Path


def metadata(target):
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    command += ["--filter-platform", target]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def built(data):
    """The packages in the program, without what only builds or tests it."""
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    root = data["resolve"]["root"]
    edges = {}
    seen, left = set(), [root]
    while left:
        at = left.pop()
        if at in seen:
            continue
        seen.add(at)
        normal = [
            dep["pkg"]
            for dep in nodes[at]["deps"]
            if any(kind["kind"] is None for kind in dep["dep_kinds"]) and dep["pkg"] != root
        ]
        edges[at] = sorted(set(normal))
        left += normal
    order = sorted(seen, key=lambda it: (packages[it]["name"], packages[it]["version"]))
    return root, [packages[it] for it in order], edges


def texts(package):
    """The licence files of a package, by name."""
    folder = Path(package["manifest_path"]).parent
    found = sorted(
        path
        for path in folder.iterdir()
        if path.is_file() and path.name.upper().startswith(("LICEN", "COPYING", "UNLICENSE", "NOTICE"))
    )
    return [(path.name, path.read_text(encoding="utf-8", errors="replace").strip()) for path in found]


def licences(root, packages):
    print("pincite is built of the following packages.\n")
    groups = {}
    for package in packages:
        if package["id"] == root:
            continue
        name = f"{package['name']} {package['version']} ({package['license'] or 'see its text'})"
        own = texts(package) or [("", "The package has no licence file; its manifest names it.")]
        for file, text in own:
            groups.setdefault(text, []).append(name)
    for text, names in sorted(groups.items(), key=lambda it: it[1]):
        print("=" * 80)
        print("\n".join(sorted(set(names))))
        print("-" * 80)
        print(text + "\n")


def purl(package):
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package, kind):
    entry = {
        "type": kind,
        "bom-ref": purl(package),
        "name": package["name"],
        "version": package["version"],
        "purl": purl(package),
    }
    if package["license"]:
        entry["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    if package["repository"]:
        entry["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return entry


def sbom(root, packages, edges):
    by_id = {package["id"]: package for package in packages}
    own = by_id[root]
    others = [component(it, "library") for it in packages if it["id"] != root]
    depends = [
        {"ref": purl(it), "dependsOn": [purl(by_id[dep]) for dep in edges[it["id"]]]}
        for it in packages
    ]
    named = json.dumps([others, depends], sort_keys=True)
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, named)}",
        "version": 1,
        "metadata": {"component": component(own, "application")},
        "components": others,
        "dependencies": depends,
    }
    json.dump(document, sys.stdout, indent=1)
    print()


def main():
    what, target = sys.argv[1:]
    root, packages, edges = built(metadata(target))
    if what == "licences":
        licences(root, packages)
    else:
        sbom(root, packages, edges)


if __name__ == "__main__":
    main()
