#!/usr/bin/env bash
# Kills runs with kill -9 at 20 random moments while walls move and bodies are inserted. Every file on the disk must be
# readable, and the resumed run must end with the same files as the uninterrupted one. Then kills runs at 20 moments while
# they replace another run.
#   killed_test.sh PATH_TO_SCREE
set -u
scree=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
complain() { echo "FAILED: $*"; failures=$((failures + 1)); }

cat >scene.toml <<'SCENE'
[run]
end = 0.03
step = 4e-5
gravity = [0, 0, -40]
threads = 1
[material.rock]
normal_stiffness = 2e4
tangential_stiffness = 1.6e4
[[wall]]
name = "floor"
[[wall]]
name = "sides"
type = "box"
lower = [0, 0, -1]
upper = [0.06, 0.06, 1]
open = ["z-", "z+"]
[[motion]]
wall = "floor"
type = "vibration"
amplitude = [0.0005, 0, 0.0002]
frequency = 80
[[motion]]
wall = "sides.x-"
velocity = [0.2, 0, 0]
begin = 0.005
end = 0.025
[[insert]]
type = "rain"
shapes = ["tetrahedron", "cube", "sphere"]
count = 100
rate = 1000
sizes = [0.008, 0.012]
lower = [0.012, 0, 0.02]
upper = [0.06, 0.06, 0.08]
velocity = [0, 0, -2]
[output]
history = 4e-4
frames = 4e-3
checkpoints = 8e-4
SCENE
now() { echo $((${EPOCHREALTIME/[.,]/} / 1000)); } # current time, ms
begin=$(now)
"$scree" run scene.toml --out whole --quiet || { complain 'the uninterrupted run failed'; exit 1; }
took=$(($(now) - begin))
hash_of() { "$scree" info "$1" | sed -n 's/^hash *//p'; }
whole=$(hash_of whole)

RANDOM=11
with_checkpoint=0
for ((k = 0; k < 20; ++k)); do
  rm -rf run
  "$scree" run scene.toml --out run --quiet &
  pid=$!
  sleep "$(printf '0.%03d' $((RANDOM % (took < 999 ? took : 999))))"
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  if [[ ! -s run/scene.toml ]]; then # the run was killed before it had begun
    [[ ! -e run/scene.toml ]] || complain 'an empty scene.toml'
    continue
  fi
  for file in run/checkpoints/*.h5; do
    [[ -e $file ]] || continue
    "$scree" info "$file" >/dev/null || complain "$file cannot be read"
    with_checkpoint=$((with_checkpoint + 1))
  done
  for file in run/frames/*.hdf; do
    [[ ! -e $file ]] || cmp -s "$file" "whole/${file#run/}" || complain "$file differs from that of the whole run"
  done
  # A run that had just ended when it was killed cannot be resumed.
  if ! "$scree" resume run --quiet 2>err; then
    grep -q 'the run has reached' err || complain "resume: $(cat err)"
    rm -f run/checkpoints/step-000000720.h5 # the kill came after 740 and 750 were written, before this one was removed; a refused resume removes nothing
  fi
  [[ $(hash_of run) == "$whole" ]] || complain "killed and resumed: $(hash_of run) instead of $whole"
  diff -r -x summary.json whole run >out || complain "killed and resumed: $(head -3 out)"
done
# If a run is killed while it replaces another run, the old run stays intact, in its own folder or in replaced-1.
for ((k = 0; k < 20; ++k)); do
  rm -rf run && cp -r whole run
  "$scree" run scene.toml --out run --overwrite --quiet &
  pid=$!
  if ((k % 2)); then
    until [[ -e run/replaced.part || -e run/replaced-1 ]]; do :; done
  else
    sleep "$(printf '0.%03d' $((RANDOM % 60)))"
  fi
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  [[ -e run/replaced-1 && -e run/summary.json ]] && continue # the new run had already ended
  if [[ -e run/replaced-1 ]]; then
    diff -r -x README.txt whole run/replaced-1 >out || complain "killed while replacing: $(head -3 out)"
  else
    "$scree" resume run --quiet 2>err && complain 'a run that had ended continued'
    diff -r whole run >out || complain "killed while replacing, not restored: $(head -3 out)"
  fi
done
((with_checkpoint >= 10)) || complain "only $with_checkpoint checkpoints were met in 20 runs"
((failures == 0)) && echo 'all well'
exit $((failures > 0))
