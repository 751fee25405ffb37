#!/bin/bash
# Plays the tournament of tournament.sbatch without Slurm, by GNU parallel: on this machine, or over ssh on others that see
# the same folder under the same name.
#
#   JOBS=2 PARTS=8 ./parallel.sh               two parts at a time on this machine
#   HOSTS=hosts.txt JOBS=2 ./parallel.sh       two at a time on each machine in the file, one name per line
#
# A part whose machine dies is tried again, on another machine if there is one. The same command continues after Ctrl-C, plays
# the missing games after `rounds` was raised or a file was lost, and divides the rest again if PARTS has changed: each part
# plays the games that no file in OUT holds, and a complete part ends at once. The exit code is that of the result: 3 if games
# are missing and no SPRT is decided.
set -u

: "${QUINTET:=quintet}"
: "${CONFIG:=tournament.toml}"
: "${OUT:=games}"
: "${PARTS:=50}"
: "${JOBS:=1}"                # parts at a time on each machine
: "${CONCURRENCY:=1}"         # games at a time of each part
: "${HOSTS:=}"
: "${WAIT_LOCK:=86400}"       # a machine that was cut off may still be writing: so many seconds to wait until it ends

options=(--config "$CONFIG" --concurrency "$CONCURRENCY" --with "$OUT/part-*.jsonl" --resume --wait-lock "$WAIT_LOCK" --quiet)
machines=(--jobs "$JOBS")
if [ "$HOSTS" ]; then
    machines+=(--sshloginfile "$HOSTS" --workdir "$PWD" --filter-hosts)
fi
mkdir -p "$OUT"
# No job log: it knows only the numbers of the parts, not their games. With -q parallel leaves the pattern of the files to
# quintet.
parallel --will-cite -q "${machines[@]}" --retries 3 \
    "$QUINTET" match "${options[@]}" --chunk "{}/$PARTS" --out "$OUT/part-{}.jsonl" "$@" ::: $(seq "$PARTS")
exec "$QUINTET" rating --config "$CONFIG" "$OUT"/part-*.jsonl
