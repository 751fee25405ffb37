#!/usr/bin/env bash
# Builds the engine as a WebAssembly module: packaging/module.sh [--debian] [--threads] OUT
#
# OUT gets `quintet.wasm`, for every browser of today and Node.js, `quintet-plain.wasm`, for those without 128-bit SIMD, and
# LICENSES.txt, which lists what they are made of. With `--threads` it also gets `quintet-threads.wasm`, for pages whose host lets
# workers share memory. Weights, books, puzzles and rules of the games are in none of them.
# It needs the target wasm32-unknown-unknown: `rustup target add wasm32-unknown-unknown`. Where no target can be added,
# `--debian` takes Debian's compiler of nearly the same version, with the sources of the standard library, from its packages:
# they are downloaded and unpacked below target/, nothing is installed. The module with threads needs those sources, too:
# `rustup component add rust-src`. Without them it is empty, and searches of a site have one thread.
set -euo pipefail
cd "$(dirname "$0")/.."
debian=
threads=
while [ $# -gt 1 ]; do
    case $1 in
        --debian) debian=yes ;;
        --threads) threads=yes ;;
        *) break ;;
    esac
    shift
done
if [ $# != 1 ] || [ "${1#-}" != "$1" ]; then
    echo "usage: packaging/module.sh [--debian] [--threads] OUT" >&2
    exit 2
fi
out=$(mkdir -p "$1" && cd "$1" && pwd)
target=wasm32-unknown-unknown
sysroot=$("${RUSTC:-rustc}" --print sysroot)
host=$("${RUSTC:-rustc}" -vV | sed -n 's/^host: //p')
std=(-Zbuild-std=std,panic_abort)
build_std=()

# Debian's compiler, whose library for the target is built from its sources.
unpack_debian() {
    local folder=$PWD/target/module/debian packages
    if [ ! -x "$folder/usr/bin/rustc" ]; then
        rm -rf "$folder" && mkdir -p "$folder/packages"
        # What has the library and LLVM carries their versions in its name.
        packages=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
            --no-enhances rustc-web | grep -xE 'libstd-rust-web-[0-9.]+|libllvm[0-9]+' | sort -u) || true
        # shellcheck disable=SC2086 # one package each
        (cd "$folder/packages" && apt-get download -q rustc-web libstd-rust-web-dev rust-web-src $packages) >&2 || {
            echo "Debian's compiler cannot be downloaded: try \`apt-get update\` first (packages rustc-web and rust-web-src)" >&2
            exit 1
        }
        for package in "$folder"/packages/*.deb; do dpkg -x "$package" "$folder"; done
        rm -r "$folder/packages"
    fi
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$sysroot/lib/rustlib/$host/bin/rust-lld
    export RUSTC=$folder/usr/bin/rustc LD_LIBRARY_PATH=$folder/usr/lib/x86_64-linux-gnu RUSTC_BOOTSTRAP=1
    build_std=("${std[@]}")
}

if [ -n "$debian" ]; then
    unpack_debian
elif [ ! -d "$sysroot/lib/rustlib/$target" ]; then
    echo "this Rust cannot build WebAssembly: add the target by \`rustup target add $target\`, or, on Debian where that is not" \
        "possible, let \`packaging/module.sh --debian $1\` use the compiler of Debian's packages" >&2
    exit 1
fi

# build NAME FEATURES [LINK..]
build() {
    local link=()
    # Searches go deep, and names of functions are for nobody.
    for option in "-zstack-size=$((4 << 20))" --strip-all "${@:3}"; do link+=(-C "link-arg=$option"); done
    RUSTFLAGS="-C target-feature=$2 ${link[*]}" CARGO_TARGET_DIR=target/module/$1 \
        cargo build --quiet --locked -p quintet-tab --features apart --profile module --target $target "${build_std[@]}"
    cp "target/module/$1/$target/module/quintet_tab.wasm" "$out/$1.wasm"
}
simd=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint
build quintet $simd
build quintet-plain +bulk-memory,+sign-ext,+nontrapping-fptoint
if [ -z "$threads" ]; then
    rm -f "$out/quintet-threads.wasm"
elif [ -n "$debian" ] || [ -d "$sysroot/lib/rustlib/src/rust/library" ]; then
    export RUSTC_BOOTSTRAP=1
    build_std=("${std[@]}")
    # The page makes the memory, with these figures (module_host.js).
    build quintet-threads $simd,+atomics,+mutable-globals --shared-memory --import-memory --initial-memory=$((256 << 16)) \
        --max-memory=$((8192 << 16)) --export=__stack_pointer --export=__wasm_init_tls --export=__tls_size --export=__tls_align
else
    echo "the module with threads is left out: it needs the sources of the standard library, \`rustup component add rust-src\`" >&2
    : > "$out/quintet-threads.wasm"
fi
{
    echo "What quintet.wasm is made of, with the licences; the texts are in the packages at https://crates.io."
    echo "The standard library of Rust (https://www.rust-lang.org): MIT OR Apache-2.0"
    # With the compiler that cargo belongs to.
    env -u RUSTC -u LD_LIBRARY_PATH cargo tree --locked -p quintet-tab --target wasm32-unknown-unknown \
        --edges normal,no-proc-macro --prefix none --format "{p}: {l}" | sed 's/ ([^)]*)//g' | sort -u
} > "$out/LICENSES.txt"
