#!/bin/bash
# The tournament of tournament.sbatch without Slurm, by GNU parallel: on this machine, or over ssh on others that reach the
# same folder under the same name.
#
#   JOBS=2 PARTS=8 ./parallel.sh               two parts at a time on this machine
#   HOSTS=hosts.txt JOBS=2 ./parallel.sh       two at a time on each machine of the file, which has a name a line
#
# A part whose machine dies is tried again, on another machine if there is one. After Ctrl-C the same command goes on: the
# parts that are whole are left out, the others go on where their files end. The exit code is that of the result: 3 if games
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

options=(--config "$CONFIG" --concurrency "$CONCURRENCY" --resume --wait-lock "$WAIT_LOCK" --quiet)
if grep -q '^[[:blank:]]*sprt' "$CONFIG"; then
    options+=(--with "$OUT/part-*.jsonl")
fi
machines=(--jobs "$JOBS")
if [ "$HOSTS" ]; then
    machines+=(--sshloginfile "$HOSTS" --workdir "$PWD" --filter-hosts)
fi
mkdir -p "$OUT"
# With -q parallel leaves the pattern of the files to quintet.
parallel --will-cite -q "${machines[@]}" --retries 3 --joblog "$OUT/parts.log" --resume-failed \
    "$QUINTET" match "${options[@]}" --chunk "{}/$PARTS" --out "$OUT/part-{}.jsonl" "$@" ::: $(seq "$PARTS")
exec "$QUINTET" rating --config "$CONFIG" "$OUT"/part-*.jsonl
