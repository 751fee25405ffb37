#!/bin/bash
# Submits an array together with the job that processes its results.
#
#   ./submit.sh tournament.sbatch merge.sbatch
#   PARTS=200 ./submit.sh --array=1-200%20 tournament.sbatch merge.sbatch
#
# Options are passed to sbatch for the array. The array is held until the second job waits for it, because Slurm forgets ended
# jobs (MinJobAge, 300 s by default) and treats `afterok` on an unknown job as satisfied. Prints both job numbers.
set -eu

if [ $# -lt 2 ]; then
    echo "submit.sh: needs the files of two jobs, such as tournament.sbatch merge.sbatch" >&2
    exit 2
fi
second=${*: -1}
array=$(sbatch --parsable --hold "${@:1:$#-1}")
array=${array%%;*}
if ! result=$(sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes "$second"); then
    scancel "$array"
    exit 1
fi
scontrol release "$array"
echo "$array ${result%%;*}"
