#!/usr/bin/env bash
# Two threads must use little processor time while they wait for each other on a busy machine. While four other processes
# run, 2 threads may use at most three times the processor time of one thread for 20 ms of the demo. Threads that spin at
# barriers use 20 to 50 times as much. Wall-clock times are printed but not checked.
#   busy_test.sh PATH_TO_SCREE
set -u
scree=$(readlink -f "$1")
work=$(mktemp -d)
busy=()
trap 'kill "${busy[@]}" 2>/dev/null; rm -rf "$work"' EXIT
unset OMP_WAIT_POLICY GOMP_SPINCOUNT KMP_BLOCKTIME
for _ in 1 2 3 4; do
  (while :; do :; done) &
  busy+=($!)
done
disown -a

# measure THREADS: runs the demo and sets cpu and wall, in ms.
measure() {
  local TIMEFORMAT='%U %S %R' took user system real
  took=$( { time timeout 100 "$scree" demo --set run.end=0.02 --threads "$1" --out "$work/$1" --quiet >"$work/log" 2>&1; } 2>&1)
  read -r user system real <<<"${took//./}"
  cpu=$((10#$user + 10#$system)) wall=$((10#$real))
  echo "$1 thread(s): $cpu ms of processor time, $wall ms"
}
failures=0
measure 1
one=$cpu
[[ -s $work/1/summary.json ]] || { echo "FAILED: the run on one thread: $(cat "$work/log")"; exit 1; }
measure 2
[[ -s $work/2/summary.json ]] || { echo 'FAILED: the run on two threads did not end in 100 s'; failures=1; }
((cpu <= 3 * one)) || { echo "FAILED: two threads took $cpu ms of processor time, one took $one ms"; failures=1; }
((failures == 0)) && echo 'all well'
exit $failures
