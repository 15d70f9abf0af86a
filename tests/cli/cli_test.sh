#!/usr/bin/env bash
# The command line as a user meets it: what it prints, and how it takes bad input (one message, exit code 2, nothing written).
#   cli_test.sh PATH_TO_SCREE
set -u
scree=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

complain() { echo "FAILED: $*"; failures=$((failures + 1)); }

# good PATTERN ARGS...: succeeds, says nothing on stderr, and prints PATTERN.
good() {
  local pattern=$1 out status
  shift
  out=$("$scree" "$@" 2>err)
  status=$?
  [[ $status == 0 && ! -s err ]] || complain "scree $* ended with $status: $(cat err)"
  grep -qE -- "$pattern" <<<"$out" || complain "scree $* did not print '$pattern' but: $out"
}

# bad PATTERN ARGS...: exit code 2, one message on stderr that matches PATTERN, nothing on stdout.
bad() {
  local pattern=$1 out status
  shift
  out=$("$scree" "$@" 2>err)
  status=$?
  [[ $status == 2 ]] || complain "scree $* ended with $status instead of 2"
  [[ -z $out ]] || complain "scree $* printed on stdout: $out"
  grep -qE -- "$pattern" err || complain "scree $* did not say '$pattern' but: $(cat err)"
}

good '^scree +[0-9]+\.[0-9]+\.[0-9]+' info
good 'SIMD +compiled for [0-9]+ doubles' info
good 'libraries +fmt .* qhull' info
good 'rhombic_dodecahedron' list
good '^scree [0-9.]+$' --version
good 'shape +what a body is' --help
good '--half-lengths' shape --help

good 'volume +1 m3' shape cube
good 'volume +0\.008 m3' shape cube --edge 0.2
good 'volume +2\.5e-05 m3' shape nut --volume 2.5e-5
good 'bounding 1\.5 m' shape random --vertices 40 --aspect 1,2,3 --seed 5 --diameter 3
good 'faces +444  \(444 with 3 corners\)' shape nut
good 'convex +no' shape tetris_z
good 'vertices +20' shape prism --sides 10
good 'volume +24 m3' shape box --lengths 2,3,4
good '"volume": 1.0' shape cube --json
good 'volume +4\.18879020 m3|volume +4\.1887902 m3' shape sphere
good 'superquadric, half lengths 1 2 3 m, exponents 4 2.5' shape superquadric --half-lengths 1,2,3 --exponents 4,2.5
"$scree" shape cube --json | grep -q '"inertia"' || complain '--json without inertia'

good 'convex +yes' shape dodecahedron --obj d.obj --stl d.stl --svg d.svg
[[ -s d.obj && -s d.stl && -s d.svg ]] || complain 'not all files were written'
good 'faces +12  \(12 with 5 corners\)' shape d.obj
good 'faces +12  \(12 with 5 corners\)' shape d.stl
good 'problems +36 faces merged into 12 polygons' shape d.stl
good 'faces +36  \(36 with 3 corners\)' shape d.stl --keep-faces
good 'volume +7\.663.*e-09 m3' shape d.obj --scale 0.001
good 'volume +1 m3' shape d.stl --volume 1
"$scree" shape tetris_l --obj l.obj >/dev/null
good 'convex hull of 12 points, 10 of them vertices' shape l.obj --hull

good '19 bodies' demo --out shapes
[[ -s shapes/shapes.svg && -s shapes/nut.obj ]] || complain 'the demo wrote no files'

bad "there is no shape 'cub' in the library; the nearest name is 'cube'" shape cub
bad "there is no verb 'shpe'; the nearest is 'shape'" shpe cube
bad 'missing.stl: cannot be read' shape missing.stl
bad 'must end in .obj or .stl' shape rock.ply
bad 'positive' shape cube --edge -1
bad 'positive' shape cube --volume 0
bad 'exponents must lie between 2 and 1000, one is 1.5' shape superquadric --exponents 1.5,2
bad 'half lengths must be positive' shape superquadric --half-lengths 1,0,1
bad 'level of an icosphere' shape icosphere --level 9
bad 'required|A subcommand' --nonsense
bad 'body is required' shape
bad 'edge|volume|option' shape cube --edge 1 --volume 1
bad 'no edge to scale by' shape d.obj --edge 2
bad 'no faces to write' shape sphere --obj s.obj
bad 'cannot be written' shape cube --obj no/such/folder/cube.obj
[[ ! -e s.obj ]] || complain 'a refused command wrote a file'

printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n' >open.obj
bad 'open.obj, line [0-9]+: the edge from .* so the surface is open' shape open.obj
printf 'v 0 0 0\nv 1 0 0\nv 0 nan 0\n' >nan.obj
bad 'nan.obj, line 3: the coordinate is nan' shape nan.obj
head -c 300 d.stl >cut.stl
bad 'cut.stl: the head promises 36 triangles' shape cut.stl
sed 's/^f \([0-9]*\) \([0-9]*\)/f \2 \1/;' d.obj >twisted.obj
bad 'twisted.obj' shape twisted.obj
touch file
bad 'folder cannot be made' demo --out file/inside

((failures == 0)) && echo 'all well'
exit $((failures > 0))
