#!/usr/bin/env bash
# Builds the wheel and the Debian package, installs and uses both: packaging/check.sh [--debian | --of-tests]
# What is built stays in target/packages. Its program can write the page as a site: packaging/module.sh, which says what
# `--debian` does, builds the module for it. With `--of-tests` the packages have the program that `cargo test` builds, without a
# module, in place of one in the release profile, which takes minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/target/packages
rm -rf "$out" && mkdir -p "$out"
if [ "${1-}" != --of-tests ]; then
    export QUINTET_MODULE=$PWD/target/module/out
    packaging/module.sh "$@" --threads "$QUINTET_MODULE"
    build=(--profile release --features site)
else
    build=(--profile dev)
    # maturin asks `cargo rustc` for the program. Without the development dependencies, whose features reach down to serde, all
    # of it would be built a second time, so `cargo test` answers.
    mkdir "$out/bin"
    cat > "$out/bin/cargo" << SHIM
#!/usr/bin/env bash
set -o pipefail
[ "\$1" = rustc ] || exec "$(type -P cargo)" "\$@"
# Of all that is built it is told of the program only: it takes what it hears of first.
"$(type -P cargo)" test --locked --no-run --message-format json-render-diagnostics --manifest-path "$PWD/Cargo.toml" |
    grep -v '"test":true\|"kind":\["example"\]'
SHIM
    chmod +x "$out/bin/cargo"
    export PATH="$out/bin:$PATH" CARGO="$out/bin/cargo"
fi

echo "== the wheel, in a virtual environment of its own"
python3 -m venv "$out/venv"
"$out/venv/bin/pip" install --quiet --disable-pip-version-check "maturin>=1.8,<2" pytest hypothesis mypy numpy
(cd python && "$out/venv/bin/maturin" build --quiet "${build[@]}" --locked -o "$out")
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
    # It has no scripts, so installing it is unpacking it: below a folder, where nothing on this machine is changed.
    system=$out/system
    rm -rf "$system" && mkdir "$system"
    dpkg-deb --extract "$package" "$system"
    for file in usr/bin/quintet usr/share/man/man1/quintet.1.gz usr/share/doc/quintet/copyright; do
        if [ ! -s "$system/$file" ]; then
            echo "the package has no $file:"
            dpkg-deb --contents "$package"
            ls -lR "$system"
            exit 1
        fi
    done
    # A person plays three turns and leaves.
    turns=$(printf 'e5\nd4\nc7\nquit\n' | "$system/usr/bin/quintet" play yavalath --level 0 --time 10ms --ascii)
    grep -q "The engine plays .* for Black" <<< "$turns"
    if [ -n "${QUINTET_MODULE-}" ]; then
        "$system/usr/bin/quintet" site "$out/site"
        test -s "$out/site/index.html"
    fi
else
    echo "the Debian package was left out: there is no dpkg-deb"
    test "${CI:-}" != true
fi
echo "packages: $(cd "$out" && ls ./*.whl ./*.deb 2>/dev/null | tr '\n' ' ')"
