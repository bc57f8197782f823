#!/usr/bin/env bash
# Builds the two bundles for Linux into dist/: a package for this Debian or Ubuntu (.deb), and a plain archive (.tar.gz) that
# brings Python along and runs from any folder. Called by `make bundle`; Briefcase wants the system's own Python.
set -euo pipefail
cd "$(dirname "$0")/.."

briefcase=build/briefcase/bin/briefcase
if [ ! -x $briefcase ]; then
    /usr/bin/python3 -m venv build/briefcase
    build/briefcase/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bundle.txt
fi
# Briefcase keeps what it made before, and would take it for up to date.
rm -rf build/tableassist
$briefcase create linux system --no-input
$briefcase build linux system --no-input
$briefcase package linux system --no-input --adhoc-sign

tree=$(echo build/tableassist/*/*/tableassist-*/usr)
version=$(basename "$(dirname "$tree")")
packages=$tree/lib/tableassist/app_packages
archive=build/archive/$version
rm -rf build/archive
mkdir -p "$archive/lib/tableassist/system"
cp -a "$tree/bin" "$archive/"
cp -a "$tree/lib/tableassist" "$archive/lib/"
cp LICENSE packaging/READ-ME.txt "$archive/"

# Python as the system has it, without what only makes or installs programs.
python=$(/usr/bin/python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
dpkg -L "lib$python-minimal" "lib$python-stdlib" | grep "^/usr/lib/$python/" |
    grep -vE '/(config-|distutils|ensurepip|idlelib|lib2to3|pydoc_data|test|tkinter|turtledemo|unittest/test|venv|__pycache__)' |
    while read -r file; do
        [ -f "$file" ] && install -D -m 644 "$file" "$archive/lib/tableassist/python/${file#/usr/lib/"$python"/}"
    done
/usr/bin/python3 -m compileall -q -j 2 --invalidation-mode unchecked-hash -s "$archive" "$archive/lib/tableassist/python"

# The libraries that Python needs, and those of Qt's that a desktop may lack. What talks to the kernel, to the screen's driver or
# to the fonts must be the system's own; what every system has may be newer there, and others of its libraries count on that.
carried() { ldd "$@" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u; }
library=$(ldconfig -p | awk -v want="lib$python.so.1.0" '$1 == want && !found { print $NF; found = 1 }')
{
    echo "$library"
    carried "$library" "$archive"/lib/tableassist/python/lib-dynload/*.so
    carried "$packages"/PyQt6/Qt6/plugins/platforms/libqxcb.so | grep -E '/libxcb-|/libxkbcommon'
} | grep -vE '/lib(c|m|dl|rt|pthread|nsl|resolv|mvec|z|expat|gcc_s|stdc\+\+|crypt|systemd|tirpc|gssapi_krb5|krb5|k5crypto|krb5support|com_err|keyutils)[.-]' |
    sort -u | xargs cp -L -t "$archive/lib/tableassist/system"
# Qt's own libraries look beside each other only.
for each in "$archive"/lib/tableassist/system/libx*; do
    mv "$each" "$archive/lib/tableassist/app_packages/PyQt6/Qt6/lib/"
done

# What is in the bundles, for whoever looks up advisories later.
/usr/bin/python3 packaging/sbom.py "$packages" "$archive/sbom.cdx.json" --version "${version#tableassist-}"
cp "$archive/sbom.cdx.json" "dist/$version-linux-$(uname -m).cdx.json"
tar --sort=name --owner=0 --group=0 -C build/archive -czf "dist/$version-linux-$(uname -m).tar.gz" "$version"

echo
du -sh --apparent-size "$tree" "$archive"
ls -lh dist/*.deb dist/*.tar.gz dist/*.cdx.json
