#!/bin/sh
# Draws the icons of the installed page from crates/desk/src/web/page/icon.svg, beside it. Systems cut icons to a shape and
# show what is transparent as black, so two of them have a ground and room around.
#
# Needs rsvg-convert (Debian: apt install librsvg2-bin).
set -eu
cd "$(dirname "$0")/../crates/desk/src/web/page"

# draw NAME SIZE: the icon as it is.
draw() {
    rsvg-convert --width "$2" --height "$2" icon.svg --output "$1"
}

# draw_on_ground NAME SIZE SCALE: on the colour of the page, in the middle, at this part of its size.
draw_on_ground() {
    sed "s|\(<svg[^>]*>\)|\1<path fill=\"#f4efe6\" d=\"M0 0h64v64H0z\"/><g transform=\"translate(32 32) scale($3) translate(-32 -32)\">|; s|</svg>|</g></svg>|" icon.svg |
        rsvg-convert --width "$2" --height "$2" --output "$1"
}

draw icon-192.png 192
draw icon-512.png 512
draw_on_ground icon-180.png 180 0.9
# A circle of four fifths is never cut off.
draw_on_ground icon-maskable-512.png 512 0.8
