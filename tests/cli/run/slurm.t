#!/usr/bin/env bash
# slurm.t - the recipe for Slurm arrays in docs/how-to/shard.md, on a cluster of this one machine.
# sanitizers: no, what each shard runs is tested by others too.
#
# slurmctld and slurmd run for these seconds only, with a configuration and folders of their own, on ports
# of their own, without munge.  tools/deps.sh --slurm installs them; without them this is left out.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
out=$(realpath "${OUT:-build}")
names=('an array of four jobs, each its shard' 'merged, they are one whole run' 'a shard that is lost is run again by the same line')
plan ${#names[@]}
for program in slurmctld slurmd sbatch srun sinfo; do
    PATH=$PATH:/usr/sbin:/sbin
    command -v $program >/dev/null && continue
    for name in "${names[@]}"; do skip "$name" "no $program here (tools/deps.sh --slurm)"; done
    finish
done
controller=0 node=0
end() {
    [ $node = 0 ] || kill "$node" 2>/dev/null
    [ $controller = 0 ] || kill "$controller" 2>/dev/null
    wait
    rm -rf "$work"
}
trap end EXIT
export SLURM_CONF=$work/slurm.conf SOURCE_DATE_EPOCH=0

cluster_start() {
    local port=$((20000 + $$ % 20000)) k
    mkdir "$work/state" "$work/spool"
    cat >"$SLURM_CONF" <<END
ClusterName=gatherum
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/controller.pid
SlurmdPidFile=$work/node.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
END
    slurmctld -D -c >"$work/controller.log" 2>&1 &
    controller=$!
    slurmd -D -c >"$work/node.log" 2>&1 &
    node=$!
    for ((k = 0; k < 150; k++)); do
        [ "$(sinfo -h -o %t 2>/dev/null)" = idle ] && return
        sleep 0.2
    done
    why "no node came up: $(tail -n 3 "$work/controller.log" "$work/node.log")"
    return 1
}

# The first block of the chapter, with fewer jobs and few cases, as a user types it.
recipe_make() {
    mkdir "$work/user" && mkdir "$work/user/records" "$work/bin" && ln -s "$gatherum" "$work/bin/gatherum" &&
        cp "$out/backends/ref.so" "$work/user/my_gather.so" || return
    awk '/^## /{ inside = /Slurm/ } inside && /^```/ { block++; next } inside && block == 1' docs/how-to/shard.md |
        sed 's|gatherum run|gatherum run gather/onnx-13/negative gather/onnx-13/shape gather/onnx-13/axis|' >"$work/user/job.sh"
    grep -q 'SBATCH --array' "$work/user/job.sh" || { why "no recipe in docs/how-to/shard.md: $(cat "$work/user/job.sh")"; return 1; }
}
array_run() { # array_run JOBS: all of them end well
    local id
    id=$(cd "$work/user" && PATH=$work/bin:$PATH sbatch --parsable --array="$1" --output="$work/%a.log" job.sh 2>"$work/err") ||
        { why "$(cat "$work/err")"; return 1; }
    timeout 100 bash -c "while [ -n \"\$(squeue -h -j $id 2>/dev/null)\" ]; do sleep 0.2; done"
    same "$(scontrol show job "$id" | grep -o 'JobState=[A-Z]*' | sort -u)" JobState=COMPLETED "states of the jobs; $(cat "$work"/[0-9].log)"
}
four_jobs() {
    cluster_start && recipe_make && array_run 0-3 || return
    same "$(cat "$work/user/records/"*.jsonl | grep -o '"shard":"./4"' | sort | tr -d '\n')" \
        '"shard":"1/4""shard":"2/4""shard":"3/4""shard":"4/4"' shards
}
merged() {
    (cd "$work/user" && "$work/bin/gatherum" merge records/*.jsonl -o all.jsonl &&
        "$work/bin/gatherum" run --backend ./my_gather.so gather/onnx-13/negative gather/onnx-13/shape gather/onnx-13/axis --out whole.jsonl >whole.tap) \
        >"$work/err" 2>&1 || { why "$(cat "$work/err")"; return 1; }
    cmp -s "$work/user/all.jsonl" "$work/user/whole.jsonl" || { why "$(diff "$work/user/all.jsonl" "$work/user/whole.jsonl" | head -n 4 | cut -c 1-300)"; return 1; }
}
again() {
    head -c 3000 "$work/user/records/2.jsonl" >"$work/cut" && cp "$work/user/records/2.jsonl" "$work/kept" &&
        cp "$work/cut" "$work/user/records/2.jsonl" && array_run 0-3 && cmp -s "$work/kept" "$work/user/records/2.jsonl"
}

four_jobs; point $? "${names[0]}"
merged; point $? "${names[1]}"
again; point $? "${names[2]}"
finish
