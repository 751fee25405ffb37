#!/usr/bin/env bash
# ThreadSanitizer on searches of all kinds on several threads: data races that a run meets, whatever the models of
# CONTRIBUTING.md leave out. A long run (building alone takes many minutes), for x86-64 Linux with Debian's packages.
#
#   tests/sanitize.sh [ARGUMENTS OF CARGO TEST]
#
# It knows the orders that the code asks for, not only what x86-64 happens to keep, but sees only what the run meets. It
# does not understand fences, such as rayon's; no search uses any.
#
# It takes a std that is instrumented too, so a compiler with its sources: Debian's, unpacked into target/tsan (about 1
# GB) without installing it. The runtime is that of the toolchain in use.
set -euo pipefail
cd "$(dirname "$0")/.."
folder="$PWD/target/tsan"
root="$folder/root/usr"
target=x86_64-unknown-linux-gnu
mkdir -p "$folder/packages"

if [ ! -x "$root/bin/rustc" ]; then
    echo "== the compiler with its sources" >&2
    standard=$(apt-cache depends libstd-rust-web-dev | sed -n 's/^ *Depends: \(libstd-rust-web-[0-9.]*\)$/\1/p')
    llvm=$(apt-cache depends "$standard" | sed -n 's/^ *Depends: \(libllvm[0-9]*\)$/\1/p')
    (cd "$folder/packages" && apt-get download rustc-web rust-web-src libstd-rust-web-dev "$standard" "$llvm")
    for package in "$folder"/packages/*.deb; do
        dpkg -x "$package" "$folder/root"
    done
fi
cp "$(rustc --print sysroot)/lib/rustlib/$target/lib/librustc-stable_rt.tsan.a" "$root/lib/rustlib/$target/lib/"

export RUSTC="$root/bin/rustc" RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=thread CARGO_TARGET_DIR="$folder/build"
export LD_LIBRARY_PATH="$root/lib/x86_64-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export TSAN_OPTIONS="exitcode=66 history_size=7"
cargo=(cargo --config 'build.target = "'$target'"' -Zbuild-std)

# What is known to be a race must be found, and what is known to be none must not, or the run proves nothing.
calibration="$folder/calibration"
mkdir -p "$calibration/src"
cat > "$calibration/Cargo.toml" <<'TOML'
[package]
name = "calibration"
version = "0.0.0"
edition = "2024"

[workspace]
TOML
cat > "$calibration/src/main.rs" <<'RUST'
//! Two threads count, without order (`race`) or with it.
use std::cell::UnsafeCell;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{self, Acquire, Relaxed, Release};

struct Shared {
    count: UnsafeCell<u64>,
    locked: AtomicBool,
}

unsafe impl Sync for Shared {}

impl Shared {
    fn add(&self, take: Ordering, give: Ordering) {
        while self.locked.compare_exchange_weak(false, true, take, Relaxed).is_err() {
            std::thread::yield_now();
        }
        unsafe { *self.count.get() += 1 };
        self.locked.store(false, give);
    }
}

fn main() {
    let race = std::env::args().nth(1).is_some_and(|word| word == "race");
    let (take, give) = if race { (Relaxed, Relaxed) } else { (Acquire, Release) };
    let shared = Shared { count: UnsafeCell::new(0), locked: AtomicBool::new(false) };
    let count = || (0..2_000).for_each(|_| shared.add(take, give));
    std::thread::scope(|scope| {
        scope.spawn(count);
        count();
    });
    println!("{}", shared.count.into_inner());
}
RUST
echo "== calibration" >&2
"${cargo[@]}" build --quiet --manifest-path "$calibration/Cargo.toml"
program="$CARGO_TARGET_DIR/$target/debug/calibration"
found=0
for run in 1 2 3 4 5 6 7 8 9 10; do
    "$program" race > /dev/null 2> "$folder/race-$run.txt" || true
    if grep -q 'WARNING: ThreadSanitizer: data race' "$folder/race-$run.txt"; then
        found=$((found + 1))
    fi
done
echo "a planted race has been found in $found of 10 runs" >&2
if [ "$found" -eq 0 ]; then
    echo "so this run proves nothing" >&2
    exit 1
fi
for run in 1 2 3 4 5 6 7 8 9 10; do
    if ! "$program" > /dev/null 2> "$folder/no-race.txt"; then
        echo "a race has been found where there is none: this run proves nothing" >&2
        exit 1
    fi
done

echo "== searches" >&2
if [ $# -eq 0 ]; then
    set -- --test searches -- threads:: search::
fi
RUST_TEST_THREADS=1 "${cargo[@]}" test --no-default-features "$@"
