#!/usr/bin/env bash
# Builds the wheel and the Debian package, installs and uses both: packaging/check.sh [PROFILE [build|check]]
# PROFILE is `release` without an argument. What is built stays in target/packages. `build` compiles alone, `check` does the
# rest with what was compiled, so that .ci/run can do other things meanwhile.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=${1:-release}
part=${2:-all}
out=$PWD/target/packages

if [ "$part" != check ]; then
    rm -rf "$out" && mkdir -p "$out"
    python3 -m venv "$out/venv"
    "$out/venv/bin/pip" install --quiet --disable-pip-version-check "maturin>=1.8,<2" pytest hypothesis mypy numpy
    (cd python && "$out/venv/bin/maturin" build --quiet --profile "$profile" --locked -o "$out")
fi
if [ "$part" = build ]; then
    exit
fi

echo "== the wheel, in a virtual environment of its own"
"$out/venv/bin/pip" install --quiet --disable-pip-version-check "$out"/quintet_engine-*.whl
# Not from the folder of the sources, so that it is the installed package that is tested.
(cd "$out" && "$out/venv/bin/python" -m pytest -q -p no:cacheprovider --rootdir "$PWD" ../../python/tests)
echo "== its types, and those of scripts that use it"
(cd "$out" && "$out/venv/bin/mypy" --strict --cache-dir "$out/mypy" -p quintet)
(cd "$out" && "$out/venv/bin/mypy" --strict --cache-dir "$out/mypy" ../../python/tests/typed.py ../../examples/notebook.py)

if command -v dpkg-deb > /dev/null; then
    echo "== the Debian package"
    packaging/deb.sh "$out/venv/bin/quintet" "$out"
    package=$(echo "$out"/quintet_*.deb)
    echo "its dependencies are known here"
    apt-get install --simulate "$package" > "$out/apt.log" || { cat "$out/apt.log"; exit 1; }
    # Below a folder, so that nothing on this machine is changed and nothing that goes on beside is in the way.
    system=$out/system
    rm -rf "$system" && mkdir -p "$system/var/lib/dpkg"
    touch "$system/var/lib/dpkg/status"
    below() {
        dpkg --root="$system" --log="$out/dpkg.log" --force-not-root --force-depends "$@" 2>&1
    }
    below --install "$package"
    test -s "$system/usr/share/man/man1/quintet.1.gz"
    # A person plays three turns and leaves.
    turns=$(printf 'e5\nd4\nc7\nquit\n' | "$system/usr/bin/quintet" play yavalath --level 0 --time 10ms --ascii)
    grep -q "The engine plays .* for Black" <<< "$turns"
    below --purge quintet
    test ! -e "$system/usr/bin/quintet"
else
    echo "the Debian package was left out: there is no dpkg-deb"
    test "${CI:-}" != true
fi
echo "packages: $(cd "$out" && ls ./*.whl ./*.deb 2>/dev/null | tr '\n' ' ')"
