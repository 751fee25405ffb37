#!/usr/bin/env bash
# Builds a Debian package of a program that has been built: packaging/deb.sh PROGRAM FOLDER
# It has the program, the pages of the manual, and what completes commands in bash, zsh and fish.
set -euo pipefail
program=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
root=$(cd "$(dirname "$0")/.." && pwd)

# Debian sorts `0.3.0~dev` before `0.3.0`.
version=$("$program" --version | sed 's/^quintet //; s/-/~/')
architecture=$(dpkg --print-architecture)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

install -Ds "$program" "$tree/usr/bin/quintet"
# From here on it is the program as it is packed that says what goes with it.
program=$tree/usr/bin/quintet
"$program" man "$tree/usr/share/man/man1"
find "$tree/usr/share/man" -type f -exec gzip -9n {} +
for shell in bash:bash-completion/completions/quintet zsh:zsh/vendor-completions/_quintet \
    fish:fish/vendor_completions.d/quintet.fish; do
    file="$tree/usr/share/${shell#*:}"
    mkdir -p "$(dirname "$file")"
    "$program" completions "${shell%%:*}" > "$file"
done
doc="$tree/usr/share/doc/quintet"
mkdir -p "$doc"
cp "$root/README.md" "$root/protocol.md" "$root/CHANGELOG.md" "$doc/"
cat "$root/LICENSE-MIT" "$root/LICENSE-APACHE" > "$doc/copyright"

size=$(du -sk "$tree" | cut -f1)
mkdir "$tree/DEBIAN"
cat > "$tree/DEBIAN/control" <<CONTROL
Package: quintet
Version: $version
Architecture: $architecture
Maintainer: the quintet developers <quintet@localhost>
Depends: libc6 (>= 2.34), libgcc-s1
Section: games
Priority: optional
Installed-Size: $size
Description: engine for YINSH, GIPF, Zèn l'initié, Yavalath and Pentalath
 Plays and analyses five abstract board games in ten variants, on a page in the
 browser, in the terminal,
 for graphical interfaces (UGI, UCI) and for programs (JSON).
CONTROL
find "$tree" -type d -exec chmod 755 {} +
find "$tree/usr/share" -type f -exec chmod 644 {} +
dpkg-deb --root-owner-group --build "$tree" "$folder/quintet_${version}_$architecture.deb"
