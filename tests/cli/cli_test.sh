#!/usr/bin/env bash
# Tests the command line as a user sees it: its output, and its reaction to bad input (one message, exit code 2, no
# file written).
#   cli_test.sh PATH_TO_SCREE
set -u
scree=$(readlink -f "$1")
reference=$(cd "$(dirname "$0")/../reference" && pwd)
scenes=$(cd "$(dirname "$0")/../../scenes" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
err=$work/err
mkdir "$work/here" && cd "$work/here" || exit 1
failures=0

complain() { echo "FAILED: $*"; failures=$((failures + 1)); }

# good PATTERN ARGS...: expects that the command succeeds, writes nothing to stderr, and prints PATTERN.
good() {
  local pattern=$1 out status
  shift
  out=$("$scree" "$@" 2>"$err")
  status=$?
  [[ $status == 0 && ! -s $err ]] || complain "scree $* ended with $status: $(cat "$err")"
  grep -qE -- "$pattern" <<<"$out" || complain "scree $* did not print '$pattern' but: $out"
}

# noted PATTERN NOTE ARGS...: expects that the command succeeds, prints PATTERN, and writes only notes and warnings to
# stderr, one of which matches NOTE.
noted() {
  local pattern=$1 note=$2 out status
  shift 2
  out=$("$scree" "$@" 2>"$err")
  status=$?
  [[ $status == 0 ]] || complain "scree $* ended with $status: $(cat "$err")"
  grep -qE -- "$pattern" <<<"$out" || complain "scree $* did not print '$pattern' but: $out"
  grep -vE '^scree: (note|warning): ' "$err" && complain "scree $* said more than notes: $(cat "$err")"
  grep -qE -- "$note" "$err" || complain "scree $* did not say '$note' but: $(cat "$err")"
}

listing() { find . -type d -print -o -printf '%p %y %s %T@ %l\n' | sort; } # omits the times of folders, which change when partial files are created and deleted

# bad PATTERN ARGS...: expects exit code 2, one line on stderr that matches PATTERN, nothing on stdout, and no file touched.
bad() {
  local pattern=$1 out status before
  shift
  before=$(listing)
  out=$("$scree" "$@" 2>"$err")
  status=$?
  [[ $status == 2 ]] || complain "scree $* ended with $status instead of 2"
  [[ $(wc -l <"$err") == 1 ]] || complain "scree $* did not print one line on stderr but: $(cat "$err")"
  [[ $(listing) == "$before" ]] || complain "scree $* touched files: $(diff <(echo "$before") <(listing))"
  [[ -z $out ]] || complain "scree $* printed on stdout: $out"
  grep -qE -- "$pattern" "$err" || complain "scree $* did not say '$pattern' but: $(cat "$err")"
}

# reported PATTERN ARGS...: expects that the command succeeds and writes a message to stderr that matches PATTERN.
reported() {
  local pattern=$1 status
  shift
  "$scree" "$@" >/dev/null 2>"$err"
  status=$?
  [[ $status == 0 ]] || complain "scree $* ended with $status: $(cat "$err")"
  grep -qE -- "$pattern" "$err" || complain "scree $* did not say '$pattern' but: $(cat "$err")"
}

good '^scree +[0-9]+\.[0-9]+\.[0-9]+' info
good 'SIMD +compiled for [0-9]+ doubles' info
good 'libraries +fmt .* toml\+\+ [0-9]+\..* HDF5 [0-9]+\..* qhull' info
good 'the folder of a run, or a checkpoint' info --help
mkdir begun && echo 'name = "x"' >begun/scene.toml
good 'checkpoint +none' info begun
bad 'begun/scene.toml: this is not a checkpoint of Scree' info begun/scene.toml
bad 'nowhere: there is no such folder. Give the folder that .scree run. wrote to' info nowhere
mkdir empty
bad 'empty: this is not the folder of a run: it has no scene.toml' info empty

cat >rain.toml <<'SCENE'
[run]
end = 0.06
step = 3e-5
[[wall]]
name = "floor"
[[insert]]
type = "rain"
shapes = ["tetrahedron", "cube"]
count = 12
rate = 300
sizes = [0.012, 0.018]
lower = [0.0, 0.0, 0.02]
upper = [0.08, 0.08, 0.1]
velocity = [0, 0, -1]
[output]
history = 1e-3
frames = 6e-3
checkpoints = 6e-3
SCENE
good 'done at 0.06 s' run rain.toml --out whole --threads 1
good 'done at 0.0301' run rain.toml --set run.end=0.0301 --out part --threads 1
good 'time +0.0301' info part
good 'continuing at step 1004' resume part --until 0.06 --threads 1
diff -r whole/frames part/frames >out && diff whole/history.csv part/history.csv >>out ||
  complain "a resumed run differs from the uninterrupted one: $(head -5 out)"
diff <(grep '"steps":' whole/summary.json) <(grep '"steps":' part/summary.json) >out ||
  complain "times of a resumed run are not those of all its steps: $(cat out)"
good 'done at 0.03 s' run rain.toml --set run.end=0.03 --out option --threads 1
good 'continuing at step 1000' run rain.toml --resume --out option --threads 1
diff -r whole/checkpoints option/checkpoints >out || diff -r whole/frames option/frames >out ||
  complain "run --resume differs from the uninterrupted run: $(head -5 out)"
bad 'started with another scene: insert\[0\].rate is 200 and was 300. Change it back' \
  run rain.toml --resume --out option --set insert[0].rate=200 --set run.end=0.07
bad 'option: the run has reached 0.06.* give a later time: .scree resume option --until 0.12' run rain.toml --resume --out option
bad 'nowhere: there is no such folder' run rain.toml --resume --out nowhere

# Both commands restart a run that was killed before its first checkpoint. They do not touch a run whose checkpoints
# are lost.
for verb in 'resume early' 'run rain.toml --resume --out early'; do
  rm -rf early && mkdir -p early/frames early/checkpoints && cp whole/scene.toml early
  head -5 whole/history.csv >early/history.csv
  good 'no checkpoint yet: starting from the beginning' $verb --threads 1
  diff -r -x summary.json whole early >out || complain "$verb without a checkpoint: $(head -5 out)"
done
cp -r whole lost
for file in lost/checkpoints/*.h5; do truncate -s 3000 "$file"; done
for verb in 'resume lost' 'resume lost --until 9' 'run rain.toml --resume --out lost --set run.end=9'; do
  before=$(find lost -printf '%p %s %T@\n' | sort)
  "$scree" $verb >out 2>"$err"
  [[ $? == 2 && ! -s out ]] || complain "$verb with damaged checkpoints did not end with 2"
  grep -q 'step-000002000.h5: the checkpoint has 2488 bytes' "$err" && grep -q 'step-000001800.h5: the checkpoint has 2488 bytes' "$err" &&
    grep -q "lost: no checkpoint of this run can be read. Nothing was changed. Put an intact checkpoint into lost/checkpoints, or start again from the beginning: 'scree resume lost --restart'" "$err" ||
    complain "$verb with damaged checkpoints said: $(cat "$err")"
  [[ $(find lost -printf '%p %s %T@\n' | sort) == "$before" ]] || complain "$verb with damaged checkpoints touched the folder"
done
diff -rq whole lost | grep -v 'step-00000[0-9]*.h5 differ' && complain 'a refused resume changed files'
rm lost/checkpoints/*.h5
bad "lost: the checkpoints of this run are missing, although it had written some. Nothing was changed.*--restart" resume lost
bad 'lost: the checkpoints of this run are missing' run rain.toml --resume --out lost
good 'starting again from the beginning' resume lost --restart --threads 1
diff -r -x summary.json whole lost >out || complain "resume --restart: $(head -5 out)"
truncate -s 3000 lost/checkpoints/step-000002000.h5
good '^the previous contents of the folder stay in lost/replaced-1 until' run rain.toml --restart --out lost --threads 1
diff -r -x summary.json whole lost >out || complain "run --restart: $(head -5 out)"

# A run replaces no file that it did not write, unless the user asks for it.
bad 'whole: there is a finished run in this folder. Give another folder with --out, or replace it: scree run rain.toml --set .insert\[0\].count=11. --out whole --overwrite$' \
  run rain.toml --set 'insert[0].count=11' --out whole
mkdir -p own/frames && echo mine >own/history.csv && echo mine >own/notes.txt && echo mine >own/frames/a.hdf
bad 'own/history.csv: the run would replace this file. Move it, give another folder' run rain.toml --out own
rm own/history.csv && echo mine >own/view.html
bad 'own/view.html: the run would replace this file' run rain.toml --out own --view --quiet
good '^done' run rain.toml --set run.end=0.003 --out own --threads 1
bad 'own: there is a finished run in this folder' run rain.toml --out own --view
good '^done' run rain.toml --set run.end=0.004 --out own --threads 1 --overwrite
[[ $(cat own/notes.txt own/frames/a.hdf) == $'mine\nmine' ]] || complain 'run --overwrite touched other files'
ls own/frames | grep -qE -- '-000000100.hdf' && complain 'run --overwrite left frames of the run before'
[[ ! -e own/replaced-1 ]] || complain 'run --overwrite left the run before'
bad 'overwrite excludes --re|--re.* excludes --overwrite' run rain.toml --out own --overwrite --resume
bad 'own: there is a finished run in this folder. Give another folder with --out.$' demo --set run.end=0.001 --out own --quiet

# Damaged rows are restored from their copy. Rows that cannot be restored are reported.
cp -r part mended
head -c 500 part/history.csv >mended/history.csv
reported 'mended/history.csv: damaged or missing: [0-9]+ rows \(steps [0-9]+ to 1980\), restored from the copy' resume mended --until 0.0603 --threads 1 --quiet
diff <(head -60 part/history.csv) <(head -60 mended/history.csv) >out || complain "history is not restored: $(head -5 out)"
[[ $(stat -c %s mended/history.csv.damaged) == 500 ]] || complain 'the damaged history is not kept'
echo '{"timing": 5}' >mended/summary.json # damaged: the timing starts again with this run
rm mended/checkpoints/history.csv && sed -i 3,5d mended/history.csv
reported 'mended/history.csv: lost: 3 rows \(steps 33 to 99\)' resume mended --until 0.0606 --threads 1 --quiet
rm mended/frames/bodies-000000800.hdf
reported '1 of its 1[0-9] frames up to step [0-9]+ are damaged or missing' resume mended --until 0.0609 --threads 1 --quiet
sed 's/-9.81/-9.8/' whole/scene.toml >part/scene.toml
bad 'part/scene.toml: .*: run.gravity is \[0, 0, -9.80*4*\] and was \[0, 0, -9.81\]' resume part --until 0.07
bad 'the run has reached 0.06.* s. To continue, give a later time' resume whole
bad 'nowhere: there is no such folder' resume nowhere
exec 9<whole && flock 9
bad 'whole: another program is writing into this folder' resume whole --until 0.12
bad 'whole: another program is writing into this folder' run rain.toml --out whole
exec 9<&-

# Visual outputs of a run: a page, images, plots, a live view.
good 'Open in a browser: .*/whole/view.html' view whole
grep -q 'id="recording">[A-Za-z0-9+/]' whole/view.html || complain 'the page has no recording'
grep -qE 'https?://|src=|@import' whole/view.html && complain 'the page loads something from elsewhere'
good 'positions accurate to .* m, orientations to 0.012 degrees' view whole --out page.html --recording all.screc
[[ -s page.html && $(head -c 8 all.screc) == screerec ]] || complain 'view --out, --recording'
good 'note: [0-9]+ of 11 frames are in the recording' view whole --out small.html --limit 0.001 --recording all.screc
good 'picture.png: whole at 0.06' render whole --png picture.png --size 64x48
[[ $(head -c 8 picture.png | od -An -tx1 | tr -d ' \n') == 89504e470d0a1a0a ]] || complain 'render wrote no PNG'
good 'at 0.03' render whole --png other.png --size 64x48 --frame 0.03 --color speed --dark --view 60,10
cmp -s picture.png other.png && complain 'render draws the same at other times'
good 'chains.png: whole' render whole --png chains.png --size 64x48 --chains --no-walls --zoom 2
good 'plots/energy.svg' plot whole
grep -q 'lost by friction' whole/plots/energy.svg && grep -q '>floor<' whole/plots/wall_forces.svg || complain 'plot left something out'
good 'mine/contacts.svg' plot whole --out mine
good 'Open in a browser: ' run rain.toml --set run.end=0.01 --out viewed --view
[[ -s viewed/view.html ]] || complain 'run --view wrote no page'
good 'page to open in a browser' view --help
good 'azimuth and elevation in degrees' render --help
bad 'nowhere: there is no such folder' view nowhere
bad 'begun: there are no frames in it to show' view begun
bad 'empty: there are no frames in it to show' render empty --png x.png
bad '\-\-out page.txt: the name must end in .html' view whole --out page.txt
bad '\-\-recording all.txt: the name must end in .screc' view whole --recording all.txt
bad '\-\-limit: ' view whole --limit 0
bad 'no/such/page.html: cannot be written' view whole --out no/such/page.html
bad 'png is required' render whole
bad '\-\-png x.jpg: the name must end in .png' render whole --png x.jpg
for size in 0x0 12 100x 100x-5 9999x100 axb 100x100x100; do
  bad '\-\-size .*: give width and height from 16 to 8192, as in 1600x1000' render whole --png x.png --size $size
done
bad '\-\-frame 7: the frames of this run range from 0 to 0.06' render whole --png x.png --frame 7
bad "\-\-frame: 'soon' is not a number" render whole --png x.png --frame soon
bad "\-\-color sped: .* the nearest is 'speed'" render whole --png x.png --color sped
bad "\-\-color velocity: .* the nearest is 'speed'" render whole --png x.png --color velocity
bad '\-\-view: give two angles in degrees' render whole --png x.png --view 0,100
good 'cut.png: whole' render whole --png cut.png --size 64x48 --cut z=0
cmp -s picture.png cut.png && complain 'render --cut leaves nothing out'
for cut in y 0.3 q=1 y=; do
  bad '\-\-cut .*: give an axis and a coordinate on it in m, as in y=0.3' render whole --png x.png --cut $cut
done
bad "\-\-cut: 'low' is not a number" render whole --png x.png --cut y=low
bad 'empty: the folder contains no history.csv to plot' plot empty
bad 'nowhere: there is no such folder' plot nowhere
bad 'port requires --live|--live' run rain.toml --port 80
cp -r whole hurt
bytes=$(stat -c %s hurt/frames/bodies-000000800.hdf)
truncate -s $((bytes / 2)) hurt/frames/bodies-000000800.hdf
reported 'bodies-000000800.hdf: the frame is cut off' view hurt
grep -q '1 of 11 frames are damaged or missing and were left out' "$err" || complain "view said of a damaged frame: $(cat "$err")"
bad 'bodies-000000800.hdf: the frame is cut off.* Draw another frame' render hurt --png x.png --frame 0.024
good 'x.png: hurt at 0' render hurt --png x.png --frame 0 --size 32x32
sed -i 's/time_s/tyme/' hurt/history.csv
bad 'history.csv: this is not the history of a run' plot hurt

# Reads a live view with curl: the right token returns the page and frames, everything else returns 403 or 404, and the run
# ends without help.
if command -v curl >/dev/null; then
  "$scree" run rain.toml --set run.end=5 --set output.frames=0.002 --out "$work/live" --threads 1 --live >"$work/live.txt" 2>"$work/live_err" &
  live=$!
  for _ in {1..100}; do grep -q 'http://' "$work/live.txt" && break; sleep 0.1; done
  address=$(grep -o 'http://127.0.0.1:[0-9]*/[0-9a-f]*/' "$work/live.txt")
  status() { curl -s -o got -w '%{http_code}' --path-as-is "$@"; }
  [[ $(status "$address") == 200 ]] && grep -q 'data-live="/' got || complain "--live gave no page at $address"
  [[ $(status "${address}frame?after=0") == 200 && -s got ]] || complain '--live gave no frame'
  [[ $(status "${address%/*/}/") == 403 ]] || complain '--live answers without its token'
  [[ $(status "${address%/*/}/0123456789abcdef0123456789abcdef/") == 403 ]] || complain '--live answers to another token'
  for path in ../scene.toml ../../etc/passwd scene.toml %2e%2e/scene.toml; do
    [[ $(status "$address$path") == 404 ]] || complain "--live answers to $path"
  done
  bad '--live: port [0-9]+ of 127.0.0.1 cannot be used' run rain.toml --out live2 --live --port "$(sed 's,.*:\([0-9]*\)/.*,\1,' <<<"$address")" --quiet
  kill -INT $live
  wait $live
  rm -f got
else
  echo 'note: there is no curl here, so run --live is tested by the unit tests only'
fi

good 'rhombic_dodecahedron' list
good '^scree [0-9.]+$' --version
good "shape +show the properties of a body" --help
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
good '"notes": \[\]' shape cube --json

good 'convex +yes' shape dodecahedron --obj d.obj --stl d.stl --svg d.svg
[[ -s d.obj && -s d.stl && -s d.svg ]] || complain 'not all files were written'
good 'faces +12  \(12 with 5 corners\)' shape d.obj
good 'faces +12  \(12 with 5 corners\)' shape d.stl
good 'notes +36 faces merged into 12 polygons' shape d.stl
good 'faces +36  \(36 with 3 corners\)' shape d.stl --keep-faces
# The top of this prism has a ridge 2^-31 high. The prism keeps its 7 faces unless the user asks for merging.
printf 'v %s\n' '0 0 0' '1 0 0' '1 0 1' '0.5 0 1.0000000004656613' '0 0 1' '0 1 0' '1 1 0' '1 1 1' \
  '0.5 1 1.0000000004656613' '0 1 1' >ridge.obj
printf 'f %s\n' '1 2 3 4 5' '10 9 8 7 6' '1 6 7 2' '2 7 8 3' '3 8 9 4' '4 9 10 5' '5 10 6 1' >>ridge.obj
good 'faces +7 ' shape ridge.obj
good 'notes +7 faces merged into 6 polygons, up to [0-9.e-]+ m off their planes' shape ridge.obj --merge 1e-9
good 'touching +2\.3' query ridge.obj cube --position 0.5,0.5,1.5000000002328306
good 'separated +-2\.3' query ridge.obj cube --position 0.5,0.5,1.5000000002328306 --merge 1e-9
bad '\-\-merge: 0.5 must be between 1e-14 and 0.1' shape ridge.obj --merge 0.5
bad '\-\-merge excludes \-\-keep-faces|\-\-keep-faces excludes \-\-merge' shape ridge.obj --merge 1e-9 --keep-faces
bad '\-\-merge applies to files only' shape cube --merge 1e-9
bad '\-\-merge applies to files only' query cube cube --merge 1e-9
good 'volume +7\.663.*e-09 m3' shape d.obj --scale 0.001
good 'volume +1 m3' shape d.stl --volume 1
"$scree" shape tetris_l --obj l.obj >/dev/null
good 'convex hull of 12 points, 10 of them vertices' shape l.obj --hull

good '^gjk_td +touching +0\.3 ' query cube tetrahedron --position 0.6,0.1,0.2
good '^exact +separated +-1 ' query cube cube --position 0,2,0 --algorithm all
good '"overlap": -1.0' query cube cube --position 0,2,0 --algorithm exact --json
good '^gjk_td +touching +0\.3 ' query cube tetrahedron --pose 0.6,0.1,0.2,1,0,0,0
good 'patch of 4 points, area 0\.56 m2' query cube cube --pose 0.3,0.2,0.9,1,0,0,0 --patch
good '^ +0\.1 +0\.25000 .* vertex 1 +face 6' query cube cube --pose 0.3,0.2,0.9,1,0,0,0 --patch
good 'patch of 0 points' query cube cube --position 0,2,0 --patch
good '"area": 0\.5(6|599999)' query cube cube --pose 0.3,0.2,0.9,1,0,0,0 --patch --json
"$scree" query cube cube --patch --json | grep -q '"points"' || complain 'a patch without points'
"$scree" query cube cube --json | grep -q '"patch"' && complain 'a patch that was not asked for'
good '^exact +touching +0\.25 ' query "$reference/descantes-nine.json" --pair 'Fig. 2' --algorithm exact
good '^the file says +0\.25$' query "$reference/descantes-nine.json" --pair 'Fig. 2'
good '"known_overlap": -' query "$reference/exact-pairs.json" --pair general-far-001 --json
good '^gjk_td +touching' query cube tetrahedron --position 0.6,0.1,0.2 --svg pair.svg
grep -q 'gjk_td: overlap 0.3 m, patch of 4 points' pair.svg || complain 'the picture has no caption'
good '^gjk ' query cube tetrahedron --position 0.6,0.1,0.2 --algorithm all --svg all.svg
grep -q 'exact: overlap 0.3 m' all.svg && grep -q '>gjk, gjk_johnson: overlap' all.svg || complain 'a picture without the other normals'
good '^direct_search +failed' query cube cube --algorithm direct_search --svg failed.svg
grep -q '>direct_search: failed' failed.svg || complain 'the picture hides that the algorithm failed'
command -v xmllint >/dev/null && { xmllint --noout pair.svg all.svg failed.svg || complain 'a picture is no XML'; }
good '^gjk_td +9 +9 +0 +0' verify "$reference/descantes-nine.json" --algorithm gjk_td
good '"right": 595' verify "$reference/exact-pairs.json" --algorithm gjk_td --json

# Superquadrics and polygons.
good '^gjk_td +touching +0\.1 .*\(0.00000000, 1.00000000\) +edge 3-4 +edge 1-2' query polygon:0,0/1,0/1,1/0,1 polygon:0,0/1,0/1,1/0,1 --position 0.3,0.9,0
good '^fast_direct_search +separated' query polygon:sides=6 polygon:sides=5,r=2 --position 4,0,0 --angle 30 --algorithm all
good 'point \(0.30000000, 0.95000000\) overlap 0\.1.* m, share 0.50000' query polygon:0,0/1,0/1,1/0,1 polygon:0,0/1,0/1,1/0,1 --position 0.3,0.9,0 --patch
good '"share": 0.5' query polygon:0,0/1,0/1,1/0,1 polygon:0,0/1,0/1,1/0,1 --position 0.3,0.9,0 --patch --json
good 'shortest_link' query polygon:sides=6 polygon:sides=5 --position 3,0,0 --algorithm all --svg polygons.svg
grep -q '</svg>' polygons.svg || complain 'query drew no polygons'
good 'two convex polygons in the plane' list
good '^polyhedron_superquadric +touching +0\.1' query cube ellipsoid:a=1,b=2,c=0.5 --position 0,0,0.9
good 'case 2, 0 switches, faces' query cube ellipsoid:a=1,b=2,c=0.5 --position 0,0,0.9 --algorithm polyhedron_superquadric
good '^polyhedron_superquadric_published +separated' query cube sphere:r=0.5 --position 0,0,2 --algorithm all
good '^polyhedron_superquadric +separated +-1 .* 1\.0+\) +surface +face 6 ' query sphere:r=0.5 cube --position 0,0,2
good '^superquadric +touching +0\.5 ' query sphere:r=1 sphere --position 0,0,1.5
good '^gjk_td +separated' query superquadric:a=1,n1=8,n2=4 ellipsoid:c=3 --position 3,0,0 --algorithm gjk_td
good 'certified bounds of the overlap' query superquadric:n1=8 sphere:r=0.1 --position 0,0,1
good '"case": 6' query cube sphere:r=0.5 --position 0,0.8,0.8 --json
good '"overlap_bounds"' query sphere sphere --position 0,0,3 --json
good '"certified": true' query sphere sphere --position 0,0,3 --json
nearly_round='superquadric:a=1,b=1,c=1,n1=2.4379348596590593,n2=2 ellipsoid:a=1,b=0.99999999,c=1.00000002'
good '"certified": false' query $nearly_round --position 0.001,0.002,-0.0026 --json
good 'not certified' query $nearly_round --position 0.001,0.002,-0.0026
good '^polyhedron_superquadric ' query cube ellipsoid:a=1,b=2,c=0.5 --position 0,0,0.9 --algorithm all --svg round.svg
grep -q 'case 2' round.svg && grep -q 'polyhedron_superquadric: overlap 0.1 m' round.svg || complain 'the picture of a superquadric has no case'
good '^the file says +0\.68182961447' query "$reference/superquadric-pairs.json" --pair deep-010
good '^polyhedron_superquadric +300 +300 +0 +0 ' verify "$reference/superquadric-pairs.json"
good '^polyhedron_superquadric_published +300 +282 +2 +16 ' verify "$reference/superquadric-pairs.json"
good 'recorded case on 279 of 279 pairs' verify "$reference/superquadric-pairs.json" --algorithm gjk_td
good '"right": 300' verify "$reference/superquadric-pairs.json" --algorithm gjk_td --json
sed -E 's/("signed_distance": ?)0.03561544849945148,/\10.0356,/' "$reference/superquadric-pairs.json" >wrong_round.json
"$scree" verify wrong_round.json >out 2>err
[[ $? == 1 && ! -s err ]] || complain 'verify did not end with 1 on a wrong pair with a superquadric'
rm out err
good 'polyhedron_superquadric_published' list
good '^shallow +ellipsoid +8 ' bench round --quick
good '"cases"' bench round --quick --json
good 'cube, completed search wrong .* 0 of [0-9]+, 0 left to the distance +\| ok' reproduce peng --quick --out peng
[[ -s peng/centres-cube.svg && -s peng/times-icosahedron.svg ]] || complain 'reproduce peng wrote no plots'

good '^all +2000 ' verify --random 2000 --seed 5 --threads 2
good '^gjk_td, seed 5, pairs 100 to 131' verify --random 32 --seed 5 --first 100
good '"violations": 0' verify --random 64 --algorithm exact --json
"$scree" verify --random 64 --json | sed '/"seconds"/d' >all_threads
"$scree" verify --random 64 --json --threads 1 | sed '/"seconds"/d' >one_thread
cmp -s all_threads one_thread || complain 'verify --random depends on the number of threads'
good '^shortest_link, seed 1' verify --random 320 --algorithm shortest_link
good 'broken [0-9]+ times: ' verify --random 320 --algorithm fast_common_plane_classical
good '^all +320 ' verify --random 320 --worst worst.json
good '^gjk_td +10 +10 +0 +0' verify worst.json
good '^all +2400 .* 0$' verify --planar --random 2400 --seed 5
good '^superquadric, seed 3, pairs 0 to 139' verify --superquadrics --random 140 --seed 3
good '"family": "sq_touching"' verify --superquadrics --random 14 --algorithm gjk_td --json
# A run of any length can be started. A stopped run reports the pairs that it covered and the command that continues it.
timeout --foreground --preserve-status -s INT 5 "$scree" verify --random 1000000000000 --seed 4 --threads 1 >out 2>err
[[ $? == 130 ]] || complain "a stopped verify ended with another code than 130: $(tail -1 err)"
grep -qE '^gjk_td, seed 4, pairs 0 to [0-9]+' out || complain 'a stopped verify printed no table'
again=$(grep -oE 'scree verify --random [0-9]+ --seed 4 --first [0-9]+ --algorithm gjk_td$' err) ||
  complain "a stopped verify did not say how to continue: $(tail -1 err)"
first=${again#*--first } count=${again#*--random }
[[ $((${first%% *} + ${count%% *})) == 1000000000000 ]] || complain "pairs are lost between pieces: $again"
good '"family": "almost aligned"' verify --planar --random 24 --algorithm exact --json
good 'broken [0-9]+ times: ' verify --planar --random 1200 --algorithm shortest_link

# 2D scenes.
good '25 bodies' run "$scenes/planar/arch.toml" --set run.end=0.002 --out arch
good 'arch.png: arch' render arch --png arch.png --size 64x48
good 'arch_side.png: arch' render arch --png arch_side.png --size 64x48 --view -30,20
cmp -s arch.png arch_side.png && complain 'render does not turn a run of the plane'
grep -q '"planar": true' arch/frames/names.json || complain 'the frames of a run of the plane do not say so'
good '36 bodies|bodies +36' check "$scenes/planar/wall.toml"
good 'dda: 20 substeps, .* 0 not converged; pairs searched from scratch 30, updated 570' run "$scenes/dda/wall.toml" --set run.end=0.02 --out dda
grep -q '"updated": 570' dda/summary.json || complain 'the summary of a run with dda lacks its searches'
grep -q '"substeps": 20,' dda/summary.json && grep -q '"substeps_not_converged": 0,' dda/summary.json || complain "the summary of a run with dda lacks its substeps"
bad "the solver dda supports polyhedra, and polygons in the plane; 'sphere' is neither" check "$scenes/mixed_spheres.toml" --set run.solver=dda
bad 'run.solver must be one of explicit, dda' check "$scenes/dda/wall.toml" --set run.solver=implicit
bad 'material.rock.cohesion is for run.solver = "dda"' check "$scenes/dda/wall.toml" --set run.solver=explicit --set material.rock.cohesion=1e5 --set run.step=auto
bad 'dda.displacement_limit is 0: nothing could move' check "$scenes/dda/wall.toml" --set dda.displacement_limit=0
good '(^|[^0-9])8 bodies|bodies +8' check "$scenes/planar/slope.toml"
bad 'body\[0\].corners: edge 1 of the polygon, from corner 1, crosses edge 3. Give the corners in their order' \
  check "$scenes/planar/slope.toml" --set 'body[0].corners=[[0,0],[1,1],[1,0],[0,1]]'
bad 'body\[0\].corners: the polygon runs clockwise. Reverse the order' \
  check "$scenes/planar/slope.toml" --set 'body[0].corners=[[0,0],[0,1],[1,1]]'
bad 'body\[0\].corners: the polygon has no area: its corners lie on a line' \
  check "$scenes/planar/slope.toml" --set 'body[0].corners=[0,0,1,0,2,0]'
bad 'body\[0\].corners: all corners of the polygon are the same point' \
  check "$scenes/planar/slope.toml" --set 'body[0].corners=[[1,1],[1,1],[1,1]]'
bad 'wall\[0\]: points 1 and 2 of the line are the same' \
  check "$scenes/planar/slope.toml" --set 'wall[0].points=[[1,1],[1,1],[2,1]]'
bad 'wall\[0\].points must be points \[\[x, y\], \[x, y\], ...\]' check "$scenes/planar/slope.toml" --set 'wall[0].points=[1,2,3]'
bad 'body\[0\].position must be two numbers \[x, y\]' check "$scenes/planar/slope.toml" --set 'body[0].position=[1]'
bad 'masonry\[0\].depth must be less than twice the radius' check "$scenes/planar/arch.toml" --set 'masonry[0].depth=20'
bad 'walls of type line need a scene in the plane' check "$scenes/drop.toml" --set 'wall[0].type="line"' --set 'wall[0].points=[[0,0],[1,0]]'

sed 's/"overlap": -0.25,/"overlap": -0.26,/' "$reference/descantes-nine.json" >wrong.json
"$scree" verify wrong.json --algorithm exact >out 2>err
[[ $? == 1 && ! -s err ]] || complain 'verify did not end with 1 on a pair with another answer'
rm out err

# Reproductions run from any folder. A failed check ends with exit code 1.
good 'descantes +nine overlapping pairs' reproduce
good 'parts: lines, line-times, flow-times, flow, searches, bucket' reproduce
good 'zheng .*basic models' reproduce
good '64 tetrahedra, types of DS and FDS .* 0 with another type +\| ok' reproduce zheng --quick --out zheng
[[ -s zheng/top-block.svg ]] || complain 'reproduce zheng wrote no plot of the top block'
good 'nezami .*nine pairs of polygons' reproduce
good '9: 16 and 24 sides .* ok: edge-vertex, 16 and 24 sides' reproduce nezami --planar --quick --out nezami
[[ -s nezami/fig-13.svg && -s nezami/speed-ups.svg ]] || complain 'reproduce nezami wrote no drawing'
grep -q 'fig-13.svg' nezami/report.md || complain 'the report of nezami does not show its drawing'
sed 's/^tolerance = 1e-9 /tolerance = 1e-13 /' "$reference/../../reproduce/nezami/expected.toml" >strict.toml
"$scree" reproduce nezami --planar --quick --expected strict.toml --out strict >out.txt 2>err.txt
[[ $? == 1 ]] && grep -q '2: triangle over a square .*DIFFERS' out.txt || complain 'reproduce nezami cannot fail'
good 'smeets +pressure over polygons' reproduce
good 'Fig. 4, gjk_td .*-4.026012719933860 .* ok: off by' reproduce descantes --quick
[[ -s out/reproduce/descantes/report.md && -s out/reproduce/descantes/report.json && -s out/reproduce/descantes/fig-11.svg ]] ||
  complain 'reproduce wrote no report'
good 'ok, 9 not checked, ' reproduce descantes --quick --out again
good 'Fig. 2, fast_common_plane .* ok' reproduce descantes --quick --only fig-11 drawbacks --out part
grep -q 'Made by .scree reproduce descantes --only fig-11 drawbacks --quick' part/report.md && ! grep -q 'Table' part/report.md ||
  complain 'reproduce --only ran other parts too'
bad "part: the report in this folder belongs to 'scree reproduce descantes .*or replace it: scree reproduce zheng --quick --out part --overwrite" reproduce zheng --quick --out part
good 'Table 1' reproduce descantes --quick --only table-1 --out part
grep -q '^## Table 1' part/report.md && grep -q 'Made by .scree reproduce descantes --only fig-11 drawbacks --quick' part/report.md &&
  [[ $(grep -c '^## ' part/report.md) == 3 && -s part/fig-11.svg ]] || complain 'reproduce --only lost the other parts of the report'
cmp -s again/fig-11.svg out/reproduce/descantes/fig-11.svg || complain 'Fig. 11 changes from run to run'
good 'cube crossing e-e .*DS crossing e-e, FDS crossing e-e, updated crossing e-e; FCP touching +\| ok' reproduce zheng --pairs --quick --out pairs
grep -q '"verdict": "DIFFERS"' again/report.json pairs/report.json && complain 'a check failed but the exit code is 0'
sed 's/overlap = -0.25 /overlap = -0.26 /' "$reference/../../reproduce/descantes/expected.toml" >other.toml
"$scree" reproduce descantes --quick --expected other.toml --out other >out.txt 2>err.txt
[[ $? == 1 && ! -s err.txt ]] || complain 'reproduce did not end with 1 although a published value differs'
grep -q '^  Fig. 2, gjk_td .*DIFFERS: off by 1.0e-02' out.txt || complain 'reproduce did not say what differs'

# The scenes of the reproductions can be run on their own.
noted 'done at 0.003' "note: 'icosahedron_1' .80 faces., 'icosahedron_2' .320 faces.: with law" run "$scenes/smeets/latham.toml" \
  --set run.end=0.003 --set insert[0].interval=0.001 --out smeets_latham --threads 1
for scene in wachs drum; do
  good 'done at 0.003' run "$scenes/smeets/$scene.toml" --set run.end=0.003 --set insert[0].interval=0.001 --out "smeets_$scene" --threads 1
done

good '^gjk_td +[0-9]+ +[0-9]+ ' bench detectors --quick --poses 4 --algorithm gjk_td --situations "$reference/descantes-nine.json"
good '^situations, 9 pairs' bench detectors --quick --poses 4 --algorithm gjk_td --situations "$reference/descantes-nine.json"
good '"set": "deep"' bench detectors --quick --poses 2 --algorithm shortest_link --json --situations "$reference/descantes-nine.json"
good 'docs/explanation/benchmarking.md' bench detectors --help
good '^coincident +[0-9]+ +[0-9]+ .* holds$' bench pairs --quick --poses 6
good '^scree gjk_td, warm, no gap +[0-9]+ ' bench pairs --quick --poses 6
good "libccd-dev" bench pairs --help
good "libccd, Bullet and FCL are not part of this program" bench pairs --quick --poses 2
good 'detectors' bench --help
good '^spheres +500 +[0-9]+ ' bench step --quick --tiles 1 --packing spheres --beds "$scenes"
good 'In the plane a step is [0-9.]+ times as fast' bench step --quick --planar --tiles 1 --beds "$scenes"
good '"hash": "[0-9a-f]{16}"' bench step --quick --tiles 1 --packing spheres --beds "$scenes" --json
good '^units 6000' bench step --kernel 'cold pairs'
hashes=$(for width in 2 4 8; do SCREE_SIMD_WIDTH=$width "$scree" bench step --quick --tiles 1 --packing '14-vertex grains' --beds "$scenes" --json | grep '"hash"'; done)
[[ $(wc -l <<<"$hashes") == 3 && $(sort -u <<<"$hashes" | wc -l) == 1 ]] || complain "the result depends on SCREE_SIMD_WIDTH: $hashes"
SCREE_SIMD_WIDTH=2 good '; in use: 2 doubles' info
good '^gjk_td +1 +0\.[0-9]+ ' bench packing "$scenes/demo.toml" --algorithm gjk_td --seeds 2 --set run.end=0.002 --set insert[0].count=20
good '^triangulate a circle +10000 corners .* right$' bench shapes --quick
good '"growth"' bench shapes --quick --json
good '"coordination"' bench packing "$scenes/demo.toml" --algorithm exact --seeds 0 --json --set run.end=0.002 --set insert[0].count=20
"$scree" bench detectors --quick --poses 2 --algorithm gjk_td >out.txt 2>err.txt || complain 'bench failed without its file'
grep -q "left out the nine situations.*--situations" err.txt || complain 'bench did not say that it left out a file'

# The comparison runs even if no other simulator is installed, and reports which packages to install.
mkdir bin
for tool in bash awk sed sort mktemp rm dirname; do ln -s "$(command -v $tool)" bin/; done
printf '#!/bin/bash\necho "cubes 2000 1111"\necho "spheres 2000 2222"\n' >bin/scree
chmod +x bin/scree
PATH=$PWD/bin "$scenes/../bench/peers/beds/run" "$PWD/bin/scree" "$scenes" --quick >out.txt 2>err.txt || complain 'peers beds failed without peers'
grep -q 'cubes: Scree.* 1111$' out.txt && grep -q 'spheres: Scree.* 2222$' out.txt || complain "peers beds printed: $(cat out.txt)"
grep -q 'yade is not installed. To install it: apt-get install' err.txt || complain "peers beds said: $(cat err.txt)"
"$scenes/../bench/peers/beds/run" "$PWD/bin/scree" "$scenes" --fast 2>err.txt
[[ $? == 2 ]] && grep -q "there is no option '--fast'" err.txt || complain 'peers beds took a bad option'

good '19 bodies' shapes --out shapes
[[ -s shapes/shapes.svg && -s shapes/nut.obj ]] || complain 'shapes wrote no files'

# Scenes.
rm -rf out out.txt err.txt
cat >cubes.toml <<'SCENE'
[run]
end = 0.002
[[wall]]
name = "floor"
[[insert]]
type = "lattice"
shapes = ["cube"]
sizes = [0.01]
count = 8
lower = [0, 0, 0]
upper = [0.06, 0.06, 0.06]
SCENE
good 'bodies +8, 0\.0111' check cubes.toml
good 'step +.*critical' check cubes.toml
good 'bodies +3, ' check cubes.toml --set insert[0].count=3
good 'sizes +0.01 m' check cubes.toml
good 'sizes +0.010[0-9]* to 0.01[0-9]* m' check cubes.toml --set insert[0].sizes=[0.01,0.02] --set insert[0].upper=[0.1,0.1,0.1]
good 'extent +\(0, 0, 0\) to ' check "$scenes/demo.toml"
good 'time +up to [0-9.]+ (s|min) on one thread \(500 bodies, 1.1e\+06 body-steps per second' check "$scenes/demo.toml"
good 'memory +about 22 MB, up to 22 MB in a dense flow' check cubes.toml
good 'note +.*insert\[0\]: the lattice has room for 64 of the 1000000000 bodies of count' check cubes.toml --set insert[0].count=1000000000
noted '^done' 'note: .*insert\[0\]: the lattice has room for 64 of the 100 bodies' run cubes.toml --set insert[0].count=100 --out noted
sed 's/^end = .*/&\nstep_part = 0.1/' cubes.toml >old.toml
noted '^done' '^scree: note: old.toml, line [0-9]+: run.step_part is now called run.step_fraction. Rename it' run old.toml
[[ $(grep -c 'is now called' "$err") == 1 ]] || complain "an old name of a key gave more than one note: $(cat "$err")"
grep -q '^step_fraction = 0.1' out/old/scene.toml || complain 'the folder of a run keeps the old name of a key'
noted '^done' '^scree: note: --set run.step_part=0.1: run.step_part is now called run.step_fraction.' \
  run cubes.toml --set run.step_part=0.1 --out old-set
good 'note +old.toml, line [0-9]+: run.step_part is now called' check old.toml
sed 's/^step_part.*/&\nstep_fraction = 0.1/' old.toml >both.toml
bad 'both.toml, line [0-9]+: run.step_part is the old name of run.step_fraction, which is also given .both.toml, line [0-9]+.' run both.toml
sed -i 's/^step_fraction/step_part/' out/old/scene.toml
good 'continuing at step' resume out/old --until 0.0025
good 'continuing at step' run old.toml --resume --out out/old --set run.end=0.003
good 'cube +500 ' check "$scenes/bed.toml"
good 'box.y\+, removed at' check "$scenes/demo.toml"
good '^\| `end` \| a number in s, greater than 0 \| needed' check --keys
good '^done at 0\.002.* 8 bodies.*hash [0-9a-f]{16}$' run cubes.toml
[[ -s out/cubes/summary.json && -s out/cubes/history.csv ]] || complain 'run did not write to out/cubes'
grep -q '"ended_by": "time"' out/cubes/summary.json || complain 'no ended_by in summary.json'
grep -q '"normal": \[0.0, 0.0, 1.0\]' <(tr -d '\n' <out/cubes/summary.json | sed 's/  */ /g; s/\[ /[/g; s/ \]/]/g') ||
  complain 'summary.json has no resolved scene'
head -1 out/cubes/history.csv | grep -q 'floor_fz_N,floor_tx_Nm,floor_ty_Nm,floor_tz_Nm$' || complain 'history.csv has no column for the floor'
good '^100.0%' run cubes.toml --out lines
[[ -z $("$scree" run cubes.toml --quiet --out quiet 2>&1) ]] || complain '--quiet said something'
hash_of() { "$scree" run "$@" | sed -n 's/.*hash //p'; }
first=$(hash_of cubes.toml --threads 1 --out one)
[[ $first == "$(hash_of cubes.toml --threads 2 --out two)" ]] || complain 'another hash with two threads'
[[ $first != "$(hash_of cubes.toml --set run.seed=2 --out three)" ]] || complain 'the same hash with another seed'
good '^at rest' run cubes.toml --set run.stop_energy=1 --set run.gravity=[0,0,0] --out rest
good '^done' run cubes.toml --set run.stop_energy=1 --out falling # the bodies move slowly but still fall
for _ in 1 2; do # the second demo replaces the output of the first
  good 'To see the run, open /.*/short/view.html in a browser' demo --set run.end=0.001 --out short
done

# A run reports its problems at the end, even with --quiet. With --strict-energy they set the exit code.
cat >spike.toml <<'SCENE'
[run]
end = 0.004
step = 1e-5
gravity = [0, 0, 0]
[[wall]]
name = "late"
appears_at = 0.001
point = [0, 0, 0.2]
[[body]]
shape = "sphere"
size = 0.01
position = [0, 0, 0.202]
SCENE
noted '^done' "warning: the wall 'late' appeared inside 1 body in step 10[01], by 0.003 m at most" run spike.toml --out spike
noted '' 'warning: the energy error is .* Likely cause: walls or bodies that appeared inside others' run spike.toml --out spike2 --quiet
grep -q '"warnings": \[' spike/summary.json && grep -q 'appeared inside 1 body' spike/summary.json || complain 'summary.json has no warnings'
"$scree" run spike.toml --out spike3 --strict-energy >out.txt 2>err.txt
[[ $? == 3 && -s spike3/summary.json ]] && grep -q '^done at 0.004' out.txt || complain "--strict-energy did not end with 3: $(cat err.txt)"
good '^done' run cubes.toml --strict-energy --out strict
noted '^done' 'warning: 1 of 1 bodies have left forever' run spike.toml --set wall[0].appears_at=0 --set wall[0].removed_at=0.003 \
  --set run.gravity=[0,0,-10] --set 'body[0].position=[0,0,0.5]' --out left

cat cubes.toml - >crowded.toml <<'SCENE'
[[insert]]
type = "random"
shapes = ["cube"]
sizes = [0.01]
count = 200
start = 1e-5
lower = [0, 0, 0]
upper = [0.06, 0.06, 0.06]
SCENE
noted '^ *[0-9.]+%.*Ekin .* J  [0-9]+ pending  ' 'warning: .*insert\[1\]: there is no room for its next body since body [0-9]+; [0-9]+ bodies are pending' \
  run crowded.toml --out crowded --threads 1
grep -qE '"bodies_pending": [1-9]' crowded/summary.json || complain 'summary.json does not say how many bodies are pending'

# Running out of memory is not reported as a fault of the program. Programs with sanitizers are left out, because they need
# more address space than any limit here.
if (ulimit -v 120000 && "$scree" --version >/dev/null 2>&1); then
  cat >many.toml <<'SCENE'
[run]
end = 1
step = 1e-5
[[wall]]
[[insert]]
type = "lattice"
shapes = ["cube"]
sizes = [0.01]
count = 300000
lower = [0, 0, 0]
upper = [1, 1, 1]
SCENE
  for limit in 120000 200000; do
    (ulimit -v $limit && "$scree" run many.toml --out many --threads 1 >out.txt 2>err.txt)
    [[ $? == 2 ]] && grep -qE '^scree: (many: )?the memory of this machine, or the limit of the shell' err.txt ||
      complain "a run without memory said: $(cat err.txt)"
  done
  (ulimit -v 120000 && "$scree" check many.toml >out.txt 2>err.txt)
  [[ $? == 2 ]] && grep -q 'the memory of this machine' err.txt || complain "a check without memory said: $(cat err.txt)"
else
  echo 'note: memory cannot be limited here'
fi

# If an algorithm gives up, `exact` supplies the answer. The pairs can be queried again.
cat >deep.toml <<'SCENE'
[run]
end = 2e-5
step = 1e-5
gravity = [0, 0, 0]
[contact]
algorithm = "direct_search"
[[body]]
shape = "cube"
size = 0.01
position = [0, 0, 0]
[[body]]
shape = "cube"
size = 0.02
position = [0.001, 0, 0]
SCENE
bad 'body\[0\].position overlaps the body of deep.toml, line 14: body\[1\].position by 0.0[0-9]+ m at the beginning, .*run.allow_overlaps = true' run deep.toml --out deep
noted 'direct_search gave up 3 queries, .*scree verify deep/failed_pairs.json' 'note: .* at the beginning, ' run deep.toml --out deep --force
good '^direct_search +1 +0 .* 1 ' verify deep/failed_pairs.json --algorithm direct_search
good '^gjk_td +touching' query deep/failed_pairs.json --pair step-0-bodies-1-2
noted '^done' 'note: ' run deep.toml --out deep --set 'contact.algorithm="gjk_td"' --set run.allow_overlaps=true --overwrite
[[ ! -e deep/failed_pairs.json ]] || complain 'a run without failures kept the failed pairs of the one before'
bad "contact.algorithm: 'gjk' detects overlaps but not their depth" run cubes.toml --set 'contact.algorithm="gjk"'
good '^done' run cubes.toml --set 'contact.algorithm="gjk_johnson"' --force --out forced

# A stopped run ends with exit code 128 plus the number of the signal. It writes all its files, including a checkpoint.
for stop in TERM:143 HUP:129 XCPU:152; do
  "$scree" run cubes.toml --set run.end=1000 --out "by-$stop" >/dev/null 2>err &
  stopped=$!
  until [[ -s by-$stop/frames/bodies.hdf.series ]]; do sleep 0.05; done
  kill -"${stop%:*}" $stopped
  wait $stopped
  [[ $? == "${stop#*:}" ]] || complain "a run stopped by $stop"
  grep -q '"ended_by": "stopped"' "by-$stop/summary.json" || complain "a run stopped by $stop left no summary"
  compgen -G "by-$stop/checkpoints/*.h5" >/dev/null || complain "a run stopped by $stop left no checkpoint"
  bad "by-$stop: there is an unfinished run in this folder. Continue it with .scree resume by-$stop" run cubes.toml --out "by-$stop"
done
( trap '' HUP; exec "$scree" run cubes.toml --set run.end=0.02 --out nohup --quiet ) &
stopped=$!
until [[ -s nohup/scene.toml ]]; do sleep 0.05; done
kill -HUP $stopped
wait $stopped || complain "a run under nohup ended with $?"
{ "$scree" run cubes.toml --set run.end=0.02 --out unread; echo $? >code; } | head -1 >/dev/null
[[ $(cat code) == 0 && -s unread/summary.json ]] || complain 'a run ended with the reader of its output'
"$scree" run cubes.toml --set run.end=1000 --out longer >/dev/null 2>err &
stopped=$!
until [[ -s longer/history.csv ]]; do sleep 0.05; done
kill -INT $stopped
wait $stopped
[[ $? == 130 ]] || complain 'a stopped run did not end with 130'
grep -q 'stopped at .* of 1000 s' err || complain "a stopped run said: $(cat err)"
grep -q '"ended_by": "stopped"' longer/summary.json || complain 'a stopped run left no summary'

# Walls that turn, walls that are read from files, and walls that follow a table of motions.
good 'drum' check "$scenes/drum.toml"
good '^done at 0\.01 s' run "$scenes/drum.toml" --set run.end=0.01 --set insert[0].count=20 --out drum
"$scree" shape box --stl tray.stl >/dev/null || complain 'no STL for a wall'
cat >moving.toml <<'SCENE'
[run]
end = 0.002
[[wall]]
name = "block"
type = "mesh"
file = "tray.stl"
[[motion]]
wall = "block"
velocity = [0, 0, 0.1]
[[motion]]
wall = "block"
type = "table"
file = "table.txt"
[[body]]
shape = "cube"
size = 0.1
position = [0, 0, 0.6]
SCENE
printf '# time x y z angle\n0 0 0 0 0\n1 0.1 0 0 0.5\n' >table.txt
good '^done at 0\.002.* 1 bodies' run moving.toml --out moving
bad 'motion.0..wall: there is no wall .blok.; the nearest is .block.' check moving.toml --set motion[0].wall=\"blok\"
echo '0 0 0' >table.txt
bad 'table.txt, line 1: there are 3 numbers instead of five' check moving.toml

bad 'none.toml: cannot be read' run none.toml
bad 'none.toml: cannot be read' check none.toml
bad 'a scene is needed: scree check scene.toml' check
bad 'scene is required' run
bad "there is no key 'ned' in run; the nearest is 'end'" run cubes.toml --set run.ned=2
bad '\-\-set run.step=1: run.step: 1 s is longer than the critical step' run cubes.toml --set run.step=1
bad '\-\-threads: .*not in range' run cubes.toml --threads 0
sed 's/end = .*/end = "soon"/' cubes.toml >soon.toml
bad 'soon.toml, line 2: run.end must be a number in s, greater than 0, and is the text "soon"' run soon.toml
bad 'soon.toml, line 2: run.end must be' check soon.toml
touch blocked
bad 'blocked/inside: the folder cannot be created' run cubes.toml --out blocked/inside --quiet
good '^done' run cubes.toml --set run.step=1e-3 --force --out forced --overwrite

bad "there is no shape 'cub' in the library; the nearest name is 'cube'" shape cub
bad "there is no verb 'shpe'; the nearest is 'shape'" shpe cube
bad 'missing.stl: cannot be read \(No such file or directory\). Check the name' shape missing.stl
bad 'must end in .obj or .stl' shape rock.ply
bad '\-\-edge -1: sizes must be positive' shape cube --edge -1
bad '\-\-volume 0: sizes must be positive' shape cube --volume 0
bad '\-\-scale nan: sizes must be positive' shape d.obj --scale nan
bad 'the radius of the sphere is 5e\+149 m' shape sphere --diameter 1e150
bad 'a half length of the superquadric is 1e\+200 m' shape superquadric --half-lengths 1e200,1,1
bad 'a half length of the superquadric is 1e-120 m' shape superquadric --half-lengths 1e-120,1e-120,1e-120
bad 'the longest side of the body is 1e\+60 m' shape cube --scale 1e60
bad 'the longest side of the body is 1e\+200 m' shape cube --scale 1e200
bad 'd.obj: the longest side of the body is .*e-41 m' shape d.obj --diameter 1e-40
bad 'a length of the box is 1e-200 m' shape box --lengths 1e-200,1,1
bad 'exponents must lie between 2 and 1000, not 1.5' shape superquadric --exponents 1.5,2
bad 'a half length of the superquadric is 0 m. Lengths must be positive' shape superquadric --half-lengths 1,0,1
bad 'level of an icosphere' shape icosphere --level 9
bad "there is no option '--thread' of 'scree run'; the nearest is '--threads'. .scree run --help. shows all" run cubes.toml --thread 2
bad "there is no option '--tile' of 'scree bench step'; the nearest is '--tiles'" bench step --tile 2
bad 'A subcommand is required. .scree --help. shows' --nonsense
bad "there is no option '--nonsense' of 'scree shape'; the nearest is '--" shape cube --nonsense
bad 'body is required' shape
bad 'at most 1 options be given from \[--edge,--volume,--diameter,--scale\]' shape cube --edge 1 --volume 1
bad 'Could not convert: --edge = 1,0. .*a point, no comma' shape cube --edge 1,0
bad 'no edge to scale by' shape d.obj --edge 2
bad 'no faces to write' shape sphere --obj s.obj
bad 'cannot be written' shape cube --obj no/such/folder/cube.obj
bad 'no/such/cube.stl: cannot be written' shape cube --obj new.obj --stl no/such/cube.stl
bad '\-\-stl new.txt: the name must end in .stl' shape cube --obj new.obj --stl new.txt
bad '\-\-obj new.stl: the name must end in .obj' shape cube --obj new.stl
bad '\-\-svg new.png: the name must end in .svg' shape cube --svg new.png

# Options that do not apply are rejected.
bad "--sides does not apply to 'cube', which has no parameters" shape cube --sides 5
bad "--sides does not apply to 'box', which is set by lengths" shape box --sides 5
bad "--lengths does not apply to 'd.obj'" shape d.obj --lengths 1,2,3
bad "--seed does not apply to 'superquadric', which is set by half-lengths, exponents" shape superquadric --seed 2
bad "--hull applies to files only, and 'sphere' is not a file" shape sphere --hull
bad "--weld applies to files only, and 'cube' is not a file" shape cube --weld 1e-6
bad "there is no shape 'cub'" shape cub --sides 5
bad "a random body has no edge" shape random --edge 1
bad '\-\-weld: nan must be between 1e-14 and 0.1' shape d.obj --weld nan
bad '\-\-planar: 0.5 must be between 1e-14 and 0.1' shape d.obj --planar 0.5
good 'faces +12' shape d.obj --weld 1e-6

# Files are written through links and into pipes. Their names need not be valid UTF-8.
ln -s far.obj link.obj
good 'volume' shape cube --obj link.obj
[[ -L link.obj && -s far.obj ]] || complain 'the link was replaced'
mkfifo pipe.obj
timeout 10 cat pipe.obj >piped &
good 'volume' shape cube --obj pipe.obj
wait $!
[[ -p pipe.obj ]] || complain 'the pipe was replaced'
cmp -s piped far.obj || complain 'the pipe received other data'
rm pipe.obj
cp d.obj $'r\xf6ck.obj'
good '"faces": 12' shape $'r\xf6ck.obj' --json

printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n' >open.obj
bad 'open.obj, line [0-9]+: the edge from .* so the surface is open.*--weld 1e-6' shape open.obj
bad 'open.obj, line [0-9]+: .* an open surface can be a wall of a scene: \[\[wall\]\] type = "mesh"' shape open.obj
sed 's/v 1 0 0/v 1e40 0 0/' open.obj >far_away.obj
bad 'far_away.obj, line 2: the coordinate 1e\+40 is too large. Scree computes up to 1e\+30 m' shape far_away.obj
printf 'solid a\nfacet normal 0 0 0\nouter loop\nvertex 1e40 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet\nendsolid\n' >far_away.stl
bad 'far_away.stl, line 4: the coordinate 1e\+40 is too large' shape far_away.stl
printf 'v 0 0 0\nv 1 0 0\nv 0 nan 0\n' >nan.obj
bad 'nan.obj, line 3: the coordinate is nan' shape nan.obj
head -c 300 d.stl >cut.stl
bad 'cut.stl: the header states 36 triangles' shape cut.stl
cp d.obj renamed.stl
bad 'renamed.stl: this is text, but not STL' shape renamed.stl
sed 's/^f \([0-9]*\) \([0-9]*\)/f \2 \1/;' d.obj >twisted.obj
bad 'twisted.obj' shape twisted.obj
bad "there is no algorithm 'gjk_dt'; the nearest is 'gjk_td'" query cube cube --algorithm gjk_dt
bad 'bends inwards' query tetris_l cube
bad 'quaternion' query cube cube --orientation 0,0,0,0
bad 'last four numbers of --pose must be a quaternion' query cube cube --pose 0,0,0,0,0,0,0
bad 'first three numbers of --pose must be finite' query cube cube --pose nan,0,0,1,0,0,0
bad 'three numbers of --position must be finite' query cube cube --position inf,0,0
bad '\-\-pose: At least 7 required but received 3' query cube cube --pose 0,0,0
bad '\-\-position excludes --pose' query cube cube --pose 0,0,0,1,0,0,0 --position 0,0,1
bad "exponents must lie between 2 and 1000, not 1.5" query cube superquadric:n1=1.5
bad 'a half length of the superquadric is 0 m' query cube ellipsoid:a=0
bad "'d=1' in 'ellipsoid:d=1' is not a setting of a ellipsoid. Give a=NUMBER, b=NUMBER, c=NUMBER" query cube ellipsoid:d=1
bad 'sphere:r=x' query cube sphere:r=x
bad 'three numbers of --position must be finite' query cube sphere --position nan,0,0
bad "no algorithm 'gjk' for this pair; the nearest is 'gjk_td'" query cube sphere --algorithm gjk
bad "no algorithm 'exact' for a polyhedron and a superquadric" verify "$reference/superquadric-pairs.json" --algorithm exact
bad "no pair 'deep-01'; the nearest of 300 is" query "$reference/superquadric-pairs.json" --pair deep-01
bad '\-\-patch is for two polyhedra' query cube sphere --patch
bad 'body B is missing' query sphere
bad 'body B is missing. Give two polygons' query polygon:sides=4
bad 'a polygon can only be paired with another polygon' query polygon:sides=4 cube
bad 'the polygon runs clockwise. Reverse the order' query polygon:0,0/0,1/1,1/1,0 polygon:sides=4
bad 'edge 1 of the polygon, from corner 1, crosses edge 3' query polygon:0,0/1,1/1,0/0,1 polygon:sides=4
bad 'no area: its corners lie on a line' query polygon:0,0/1,1/2,2 polygon:sides=4
bad 'all corners of the polygon are the same point' query polygon:1,1/1,1/1,1 polygon:sides=4
bad 'needs at least three corners, this one has 2' query polygon:0,0/1,1 polygon:sides=4
bad 'bends inwards at corner 3' query polygon:0,0/2,0/1,0.5/2,2/0,2 polygon:sides=4
bad 'polygon:0,0/1,x/1,1, corner 2' query polygon:0,0/1,x/1,1 polygon:sides=4
bad 'nan' query polygon:0,0/1,nan/1,1 polygon:sides=4
bad 'a whole number from 3 to 1000' query polygon:sides=2 polygon:sides=4
bad "'n=5' in 'polygon:n=5' is not a setting of a polygon" query polygon:n=5 polygon:sides=4
bad 'give corners' query polygon: polygon:sides=4
bad 'third number of --position must be 0' query polygon:sides=3 polygon:sides=4 --position 1,0,1
bad 'rotated with --angle' query polygon:sides=3 polygon:sides=4 --orientation 0,0,0,1
bad '\-\-angle is for two polygons' query cube cube --angle 10
bad "no algorithm 'gjk' for polygons; the nearest is 'gjk_td'" query polygon:sides=3 polygon:sides=4 --algorithm gjk
bad 'body B is missing. Give two bodies, or a JSON file' query cube
bad "no pair 'Fig. 3'; the nearest of 9 is 'Fig. 2'" query "$reference/descantes-nine.json" --pair 'Fig. 3'
bad 'b excludes --pair' query "$reference/descantes-nine.json" cube --pair 'Fig. 2'
bad 'missing.json: cannot be read' query missing.json --pair one
bad '\-\-svg pair.png: the name must end in .svg' query cube cube --svg pair.png
bad 'no/such/pair.svg: cannot be written' query cube cube --svg no/such/pair.svg
bad 'missing.json: cannot be read' verify missing.json
tetrahedron='{"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "faces": [[0,2,1],[0,1,3],[1,2,3],[2,0,3]]}'
named_pair() { # named_pair A TABLE: writes a file of pairs
  echo "{\"pairs\": [{\"id\": \"one\", \"signed_distance\": 0.5, \"A\": $1, \"B\": {\"vertices\": [[0,0,-0.5],[1,0,-0.5],[0,1,-0.5],
    [0,0,-2]], \"faces\": [[0,1,2],[1,0,3],[2,1,3],[0,2,3]]}, \"contacts\": [{\"normal\": [0,0,-1], \"witness_A\": [[0.3,0.3,0]],
    \"witness_B\": [[0.3,0.3,-0.5]]}]}]$2}"
}
named_pair '"tetrahedron"' '' >named.json
bad "named.json, pair one: body A is the shape 'tetrahedron', but the file has no table 'shapes'. Add the table" verify named.json
bad "named.json, pair one: body A is the shape 'tetrahedron', but the file has no table 'shapes'. Add the table" query named.json --pair one
named_pair '"tetrahedra"' ", \"shapes\": {\"tetrahedron\": $tetrahedron}" >named.json
bad "body A is the shape 'tetrahedra', but the table 'shapes' of the file has none of that name. Add it" verify named.json
named_pair '"tetrahedron"' ", \"shapes\": {\"tetrahedron\": $tetrahedron}" >named.json
good '^exact +1 +1 +0 +0' verify named.json --algorithm exact
rm named.json
bad 'missing.json: cannot be read' bench detectors --quick --situations missing.json
bad "there is no algorithm 'gjk_dt'" bench detectors --algorithm gjk_dt
bad 'subcommand is required' bench
bad 'poses' bench detectors --poses 0
bad 'poses' bench pairs --poses 0
bad "there is no option '--slow' of 'scree bench pairs'.*bench pairs --help" bench pairs --slow
bad "there is no packing 'rocks'" bench step --packing rocks
bad "there is no kernel 'rocks'" bench step --kernel rocks
bad 'needs --guard' bench step --kernel all
bad 'requires --guard' bench step --record
bad "there is no algorithm 'gjk_dt'" bench packing "$scenes/demo.toml" --algorithm gjk_dt
bad 'drop.toml: the scene has no wall of type box' bench packing "$scenes/drop.toml" --algorithm gjk_td
bad 'scenes/demo.toml: cannot be read' bench packing
bad 'cubes500.txt: there is no such bed. Run this in Scree.s folder, or give --beds' bench step --packing cubes --beds none
bad 'verify needs a file of pairs, or --random N' verify
bad 'random excludes pairs|pairs excludes' verify worst.json --random 10
bad '\-\-random: Value 0 not in range|--random' verify --random 0
bad 'seed requires --random' verify worst.json --seed 3
bad 'worst requires --random' verify worst.json --worst other.json
bad 'threads' verify --random 10 --threads -1
bad 'planar requires --random' verify worst.json --planar
bad "no algorithm 'gjk' for polygons; the nearest is 'gjk_td'" verify --planar --random 10 --algorithm gjk
bad 'superquadrics requires --random' verify worst.json --superquadrics
bad 'superquadrics excludes --planar|planar excludes --superquadrics' verify --random 10 --planar --superquadrics
bad "no algorithm 'gjk_johnson' for random pairs with superquadrics" verify --random 10 --superquadrics --algorithm gjk_johnson
bad 'pairs with superquadrics are not written to files' verify --superquadrics --random 10 --worst w.json
bad 'pairs of polygons are not written to files' verify --planar --random 10 --worst w.json
bad "there is no algorithm 'gjk_dt'" verify --random 10 --algorithm gjk_dt
bad 'the worst pairs belong to one algorithm. Choose it with --algorithm' verify --random 10 --algorithm all --worst w.json
echo '{"pairs": [{"id": "first", "A": {}}]}' >broken.json
bad 'broken.json, pair first: ' verify broken.json
echo 'no json' >text.json
bad 'text.json' verify text.json
touch file
bad "there is no paper 'descante' to reproduce; the nearest is 'descantes'" reproduce descante
mkdir -p broken && echo '{' >broken/report.json
bad 'broken/report.json: this is not a report of this version of scree' reproduce descantes --quick --only fig-11 --out broken
bad 'descantes has no --full, because it always reruns everything as published' reproduce descantes --full
bad '--full excludes --quick|--quick excludes --full' reproduce smeets --quick --full
bad 'smeets has only simulations and no part for --pairs' reproduce smeets --pairs
bad "nezami has no part 'buckt'; the nearest is 'bucket'. Its parts: lines, " reproduce nezami --only buckt
bad 'no part of nezami remains with these options' reproduce nezami --only bucket --planar
bad 'descantes has no planar part for --planar' reproduce descantes --planar
bad 'file/inside: the folder cannot be created' reproduce descantes --quick --out file/inside
bad 'file: the folder cannot be created' reproduce descantes --quick --out file
bad 'missing.toml: cannot be read' reproduce descantes --expected missing.toml
echo 'source = ' >broken.toml
bad 'broken.toml, line 1: ' reproduce descantes --expected broken.toml
echo 'source = "x"' >short.toml
bad "short.toml: there is no table at 'drawbacks'" reproduce descantes --expected short.toml --out short
bad "short.toml: there is no table at 'drum'" reproduce smeets --expected short.toml --out short
bad 'folder cannot be created' shapes --out file/inside
bad 'folder cannot be created' demo --out file/inside --quiet

((failures == 0)) && echo 'all well'
exit $((failures > 0))
