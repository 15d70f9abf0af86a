#!/usr/bin/env bash
# Tests the replay pages of four runs in headless chromium: a small run, 20 000 grains, 45 000 spheres, and a planar run.
#   page_test.sh PATH_TO_SCREE
# If node is missing or no browser starts, the exit code is 77, which ctest counts as skipped.
set -u
scree=$(readlink -f "$1")
here=$(cd "$(dirname "$0")" && pwd)
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [[ ! $browser ]] || ! command -v node >/dev/null || ! timeout 60 "$browser" --version >/dev/null 2>&1; then
  echo 'skipped: the page is tested where node and a working chromium are installed: apt-get install nodejs chromium'
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

cat >small.toml <<'SCENE'
[run]
end = 0.2
step = 5e-5
[material.soft]
normal_stiffness = 2000
[[wall]]
name = "floor"
[[wall]]
name = "drum"
type = "cylinder"
from = [0.05, 0.05, 0]
to = [0.05, 0.05, 0.2]
radius = 0.05
closed = false
[[insert]]
type = "random"
shapes = ["tetrahedron", "cube", "sphere"]
count = 40
sizes = [0.012, 0.016]
lower = [0.02, 0.02, 0.0]
upper = [0.08, 0.08, 0.19]
[output]
frames = 0.01
SCENE
cat >large.toml <<'SCENE'
[run]
end = 1e-4
step = 5e-5
[[wall]]
name = "floor"
[[insert]]
type = "lattice"
shapes = ["cube", "rhombic_dodecahedron"]
count = 20000
sizes = [0.01]
lower = [0, 0, 0.02]
upper = [0.6, 0.6, 0.4]
SCENE
sed -e 's/\["cube", "rhombic_dodecahedron"\]/["sphere"]/' -e 's/20000/45000/' -e 's/0.4\]/0.9]/' large.toml >round.toml
cat >planar.toml <<'SCENE'
[run]
dimension = 2
end = 0.01
[[masonry]]
type = "arch"
radius = 1
depth = 0.2
count = 15
SCENE
for scene in small large round planar; do
  "$scree" run $scene.toml --out $scene --threads 1 --quiet --view || { echo "the $scene scene did not run"; exit 1; }
done
node "$here/page_test.mjs" "$browser" small/view.html large/view.html round/view.html planar/view.html "${SHOTS:-}"
