#!/usr/bin/env bash
# Tests the ParaView script in the folder of a run, without a window: paraview_test.sh PATH_TO_SCREE
# Without pvpython or a display (xvfb) the exit code is 77, which ctest counts as skipped.
set -u
scree=$(readlink -f "$1")
command -v pvpython >/dev/null && command -v xvfb-run >/dev/null ||
  { echo 'skipped: needs pvpython (python3-paraview) and xvfb-run (xvfb)'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
cat >scene.toml <<'SCENE'
[run]
end = 0.002
[[wall]]
name = "floor"
[[insert]]
type = "lattice"
shapes = ["cube", "sphere"]
sizes = [0.01]
count = 8
lower = [0, 0, 0]
upper = [0.06, 0.06, 0.06]
SCENE
"$scree" run scene.toml --out run --threads 1 --quiet || exit 1
for _ in 1 2 3; do # on a busy machine the display does not always start in time
  LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s '-screen 0 1280x800x24 +extension GLX' pvpython run/scree-paraview.py picture.png >log 2>&1
  grep -q 'bad X server connection' log || break
done
grep -q 'bad X server connection' log && { echo 'skipped: no display can be started here'; exit 77; }
grep -E 'Error|Traceback|FATL' log && { cat log; exit 1; }
[[ $(stat -c %s picture.png) -gt 5000 ]] && echo 'ParaView draws the run'
