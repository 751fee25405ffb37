# shellcheck shell=bash
# A cluster of three nodes on this machine, with Slurm from Debian's packages: no systemd, no cgroups, as root.
# To be sourced.
# $base is a private folder for all that Slurm and munge need, so that nothing of a real installation is touched.
# shellcheck disable=SC2154

nodes=(n1 n2 n3)
# What all processes of the cluster and its jobs have in their environment, unless they overwrite it.
mark="QUINTET_CLUSTER=$base"
# Whoever calls this from a job of a real Slurm has its variables.
mapfile -t others < <(compgen -v | grep -E '^(SLURM|SBATCH|SQUEUE|SCANCEL|SINFO|SCONTROL)_')
unset "${others[@]}" others
export SLURM_CONF=$base/slurm.conf

# await SECONDS WHAT COMMAND..: until the command succeeds.
await() {
    local deadline=$((SECONDS + $1)) what=$2
    shift 2
    until "$@" 2> /dev/null; do
        ((SECONDS < deadline)) || fail "waited in vain for $what"
        sleep 0.05
    done
}

start_cluster() {
    local ports host i
    host=$(hostname -s)
    read -r -a ports < <(python3 -c '
import socket
sockets = [socket.socket() for _ in range(4)]
for s in sockets:
    s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))')
    mkdir "$base"/{state,log,munge,spool} "$base"/spool/{n1,n2,n3}
    # munged refuses a socket that not everybody can reach, and a key that others can read.
    chmod 711 "$base" "$base/munge"
    (umask 077 && head -c 128 /dev/urandom > "$base/munge/key")
    {
        cat << EOF_
ClusterName=quintet
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${ports[0]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
# A job that is requeued waits until its credential has expired, by default 120 seconds. Less than 5 cannot be had.
AuthInfo=socket=$base/munge/socket,cred_expire=5
StateSaveLocation=$base/state
SlurmdSpoolDir=$base/spool/%n
SlurmctldPidFile=$base/slurmctld.pid
SlurmdPidFile=$base/slurmd-%n.pid
SlurmctldLogFile=$base/log/slurmctld
SlurmdLogFile=$base/log/slurmd-%n
PlugStackConfig=$base/plugstack.conf
# There is no systemd and there are no cgroups.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
# A node has the processors and the memory of its line below, whatever this machine has.
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0
JobRequeue=1
# A node that was down is idle as soon as it is back.
ReturnToService=2
KillWait=5
EOF_
        for i in 0 1 2; do
            echo "NodeName=${nodes[i]} NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[i + 1]} CPUs=4 RealMemory=64000"
        done
        # The least loaded node is taken first, so that all three have work.
        echo "PartitionName=all Nodes=ALL Default=YES LLN=YES MaxTime=INFINITE State=UP"
    } > "$SLURM_CONF"
    : > "$base/plugstack.conf"
    start munged --foreground --key-file="$base/munge/key" --socket="$base/munge/socket" --pid-file="$base/munge/pid" \
        --log-file="$base/log/munged" --seed-file="$base/munge/seed"
    await 20 "munged to answer" munge --socket="$base/munge/socket" --no-input --output=/dev/null
    start slurmctld -D
    for i in "${nodes[@]}"; do
        start_node "$i"
    done
    await 60 "three idle nodes" nodes_are_idle
}

# Starts a daemon, which writes its log itself. Disowned, so that bash prints nothing when it is killed.
start() {
    env "$mark" "$@" > "$base/log/$1.out" 2>&1 &
    disown
}

start_node() {
    start slurmd -D -N "$1"
}

nodes_are_idle() {
    local states
    states=$(sinfo --noheader --Node --format=%T 2> /dev/null) || return 1
    [ "$states" = $'idle\nidle\nidle' ]
}

# The processes that have a file open.
holders() {
    { find /proc/[0-9]*/fd -lname "$1" 2> /dev/null || true; } | cut -d/ -f3 | sort -u
}

# The processes with these lines in their environment.
with_environment() {
    local line found=(/proc/[0-9]*/environ)
    for line in "$@"; do
        mapfile -t found < <(grep -lzsxF -- "$line" "${found[@]}")
        [ ${#found[@]} -gt 0 ] || return 0
    done
    printf '%s\n' "${found[@]}" | cut -d/ -f3
}

# The processes of jobs on a node: they live on when those of Slurm are killed.
job_processes() {
    with_environment "$mark" "SLURMD_NODENAME=$1"
}

# The network of a node is gone: its daemons are for all others, though here they are killed, but its jobs live on.
cut_off() {
    local pids
    mapfile -t pids < <(holders "$base/log/slurmd-$1")
    [ ${#pids[@]} -gt 1 ] || fail "slurmd and a job should run on $1"
    kill -9 "${pids[@]}" 2> /dev/null || true
    await 10 "the daemons of $1 to be gone" has_no_daemons "$1"
}

# A node dies, with all that runs on it.
kill_node() {
    local pids
    mapfile -t pids < <(holders "$base/log/slurmd-$1"; job_processes "$1")
    [ ${#pids[@]} -gt 3 ] || fail "slurmd and a job should run on $1"
    kill -9 "${pids[@]}" 2> /dev/null || true
    await 10 "the daemons of $1 to be gone" has_no_daemons "$1"
}

has_no_daemons() {
    [ -z "$(holders "$base/log/slurmd-$1")" ]
}

# Slurm notices that a node is gone. By itself it takes 25 seconds, even with SlurmdTimeout=5, and then does just this.
give_up() {
    scontrol update nodename="$1" state=down reason="does not answer"
}

# Whether nothing of a job is waiting or running.
has_ended() {
    local left
    left=$(squeue --noheader --jobs="$1" 2> /dev/null) && [ -z "$left" ]
}

# How the tasks of a job have ended, one a line: number, state, exit code:signal, how often it was started again.
ends() {
    scontrol --oneliner show job "$1" | awk '{
        task = "-"
        for (i = 1; i <= NF; i++) {
            at = index($i, "=")
            name = substr($i, 1, at - 1)
            value = substr($i, at + 1)
            if (name == "ArrayTaskId") task = value
            if (name == "JobState") state = value
            if (name == "ExitCode") code = value
            if (name == "Restarts") restarts = value
        }
        print task, state, code, restarts
    }' | sort -n
}

# All processes of the cluster and its jobs that are there.
cluster_processes() {
    { holders "$base/*"; with_environment "$mark"; } | sort -u
}

nothing_runs() {
    [ -z "$(cluster_processes)" ]
}

# Ends the daemons, by their ids. Fails if something still runs then, and ends that.
stop_cluster() {
    local pid pids deadline=$((SECONDS + 15))
    mapfile -t pids < <(cluster_processes)
    kill "${pids[@]}" 2> /dev/null || true
    until nothing_runs; do
        if ((SECONDS >= deadline)); then
            mapfile -t pids < <(cluster_processes)
            for pid in "${pids[@]}"; do
                echo "still running: $pid $(tr '\0' ' ' < "/proc/$pid/cmdline")"
            done
            kill_cluster
            return 1
        fi
        sleep 0.05
    done
}

# Ends everything at once.
kill_cluster() {
    local pids
    mapfile -t pids < <(cluster_processes)
    [ ${#pids[@]} = 0 ] || kill -9 "${pids[@]}" 2> /dev/null || true
}
