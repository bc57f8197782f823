#!/usr/bin/env python3
"""Write a software bill of materials (CycloneDX 1.5, JSON) of the packages in a folder.

    packaging/sbom.py FOLDER OUT.cdx.json --version 0.1.0

FOLDER holds packages as pip installs them, each with its metadata. Only the standard library: the bundle is built with
the system's own Python. The same packages give the same bytes, so that bundles can be compared.
"""

import argparse
import hashlib
import json
import re
import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path


def describe_packages(folder: Path, *, version: str) -> dict:
    components = [_component(each) for each in distributions(path=[str(folder)])]
    components.sort(key=lambda each: each["bom-ref"])
    ours = f"pkg:pypi/tableassist@{version}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": ours,
                "name": "tableassist",
                "version": version,
                "purl": ours,
                "licenses": [{"license": {"id": "GPL-3.0-or-later"}}],
            }
        },
        "components": components,
        "dependencies": [{"ref": ours, "dependsOn": [each["bom-ref"] for each in components]}],
    }


def _component(package: Distribution) -> dict:
    name = re.sub(r"[-_.]+", "-", package.metadata["Name"]).lower()
    purl = f"pkg:pypi/{name}@{package.version}"
    component = {"type": "library", "bom-ref": purl, "name": name, "version": package.version, "purl": purl}
    if expression := package.metadata.get("License-Expression"):
        component["licenses"] = [{"expression": expression}]
    elif text := package.metadata.get("License", "").strip().split("\n")[0][:120]:
        component["licenses"] = [{"license": {"name": text}}]
    # The list of all installed files with their digests: what identifies these very bytes.
    if record := package.read_text("RECORD"):
        digest = hashlib.sha256("\n".join(sorted(record.splitlines())).encode()).hexdigest()
        component["properties"] = [{"name": "tableassist:record-sha256", "value": digest}]
    return component


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--version", required=True)
    asked = parser.parse_args()
    bill = describe_packages(asked.folder, version=asked.version)
    if not bill["components"]:
        print(f"{asked.folder}: no packages found", file=sys.stderr)
        return 2
    asked.out.write_text(json.dumps(bill, indent=2) + "\n", encoding="utf-8")
    print(f"{asked.out}: {len(bill['components'])} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
