#!/usr/bin/env bash
# Fuzzes one target after the other and says at the end what came of it: fuzz/run.sh [MINUTES] [TARGET...]
set -euo pipefail
cd "$(dirname "$0")"
# The stable toolchain takes the flags of cargo-fuzz with this.
export RUSTC_BOOTSTRAP=1

usage() {
    echo "usage: fuzz/run.sh [MINUTES] [TARGET...]; the targets are" "${all[@]}" >&2
    exit 2
}

mapfile -t all < <(cargo fuzz list)
minutes=30
if [ $# -gt 0 ] && [[ "$1" =~ ^[0-9]+$ ]]; then
    minutes=$1
    shift
fi
targets=("$@")
[ $# -gt 0 ] || targets=("${all[@]}")
for target in "${targets[@]}"; do
    [[ " ${all[*]} " == *" $target "* ]] || usage
done

# Longer inputs find nothing that shorter ones do not, and take longer.
length() {
    case $1 in
    protocol | analysis) echo 1024 ;;
    records) echo 4096 ;;
    side_by_side) echo 120 ;;
    position | turns | toml) echo 600 ;;
    *) echo 2048 ;;
    esac
}

cargo fuzz build -s none
# Run as they are built now, so that sources may change meanwhile.
binaries=${CARGO_TARGET_DIR:-target}/$(rustc -vV | sed -n 's/^host: //p')/release
logs=$(mktemp -d)
for target in "${targets[@]}"; do
    mkdir -p "corpus/$target" "artifacts/$target"
    arguments=("-max_total_time=$((minutes * 60))" "-max_len=$(length "$target")" -timeout=25 -rss_limit_mb=2048)
    arguments+=(-print_final_stats=1 "-artifact_prefix=artifacts/$target/")
    [ ! -f "dict/$target.dict" ] || arguments+=("-dict=dict/$target.dict")
    # New inputs go to the first folder. A finding ends the run of its target only.
    "$binaries/$target" "${arguments[@]}" "corpus/$target" "../tests/program/fuzzing/corpus/$target" \
        >"$logs/$target" 2>&1 || true
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$logs/$target" | tail -1)
    speed=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$logs/$target" | tail -1)
    finding=$(sed -n 's/.*Test unit written to //p' "$logs/$target" | tail -1)
    printf '%-13s %12s executions %7s/s  %s\n' "$target" "${executions:-?}" "${speed:-?}" "${finding:-no finding}"
done | tee "$logs/summary"
echo "logs in $logs"
if grep -qv 'no finding$' "$logs/summary"; then exit 1; fi
