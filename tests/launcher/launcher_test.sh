#!/usr/bin/env bash
# Tests ./scree: launcher_test.sh ROOT PRESET
#
# Most tests run a copy of the launcher in a separate folder. Stand-ins replace apt, cmake and ctest, and record how they
# are called. The last tests use the real tree, in which PRESET has just been built, so the launcher has nothing left to do.
# shellcheck disable=SC2016 # the stand-ins expand the variables in quotes
set -u
root=$(cd "$1" && pwd)
real_preset=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree="$work/a tree" # the name contains a space on purpose
calls=$work/calls
installed=$work/installed
mkdir -p "$tree/tools" "$tree/tests/fuzz" "$work/bin" "$work/elsewhere"
cp "$root/scree" "$root/CMakePresets.json" "$tree"
cp "$root/tools/progress" "$root/tools/tidy" "$tree/tools"
cp "$root/tests/fuzz/run" "$tree/tests/fuzz"
failures=0

# ---- the stand-ins, and the few real tools that a test may use ------------------------------------------------------
for tool in bash sh env cat cp chmod dirname find mkdir rm sed grep tail readlink nproc flock sleep timeout touch true \
  xargs; do
  ln -s "$(type -P $tool)" "$work/bin/$tool"
done
stand_in() { # stand_in NAME <SCRIPT: creates a stand-in for a program
  { printf '#!/usr/bin/env bash\necho "%s $*" >>"$CALLS"\n' "$1"; cat; } >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}
stand_in id <<<'cat "$WORK/uid"'
stand_in dpkg-query <<'STANDIN'
for p; do [[ $p == -* ]] || ! grep -qxF "$p" "$INSTALLED" || printf 'installed:%s ' "$p"; done
STANDIN
stand_in apt-get <<'STANDIN'
[[ $1 == install ]] || exit 0
[[ ! -e $WORK/no_network ]] || { echo 'E: no network'; exit 100; }
[[ ! -e $WORK/no_browser || $* != *chromium* ]] || { echo 'E: no chromium'; exit 100; }
[[ $* != *--download-only* ]] || exit 0
[[ $DEBIAN_FRONTEND == noninteractive ]] || exit 100
shift 5 # skips -qy and the other options
for p; do [[ $p == *=* || $p == -* || $p == install ]] || echo "$p" >>"$INSTALLED"; done
STANDIN
stand_in cmake <<'STANDIN'
# Waits until the launcher has printed TEXT at least N times.
wait_for() { # wait_for TEXT [N]
  for _ in {1..300}; do
    (($(grep -o "$1" "$WORK/err" | grep -c .) < ${2:-1})) || return
    sleep 0.1
  done
}
while [[ $1 != --preset ]]; do mode=$1; shift; done
dir=build/$2
grep -qxF libfmt-dev "$INSTALLED" || { echo 'no fmt'; exit 1; }
if [[ $mode == --fresh ]]; then
  mkdir -p "$dir"
  echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"$dir/CMakeCache.txt"
  touch "$dir/build.ninja"
elif [[ -e $WORK/broken ]]; then
  for i in {1..30}; do echo "line $i."; done
  exit 1
elif [[ -e $WORK/slow ]]; then
  echo '[0/1] Re-running CMake...'
  wait_for running
  echo '[1/4] slow'
  wait_for 'done, about' 2
  [[ ! -e $WORK/endless ]] || sleep 20
  exit 1
elif [[ ! -e $dir/scree ]]; then
  echo '[1/2] one'
  cp "$WORK/program" "$dir/scree"
  cp "$WORK/program" "$dir/fuzz_grain"
  cp "$WORK/program" "$dir/scree_peers"
  echo '[2/2] two'
else
  echo 'ninja: no work to do.'
fi
STANDIN
stand_in ctest <<<'exit 8'
stand_in clang-tidy <<<'[[ $* != *bad.cpp ]] || { echo "bad.cpp:1: a finding"; exit 1; }'
cat >"$work/program" <<'STANDIN'
#!/usr/bin/env bash
flock -n "${0%/*}/../.lock" true || echo 'the lock is still held'
echo "in $PWD"
printf 'arg <%s>\n' "$@"
exit 7
STANDIN
chmod +x "$work/program"

# ---- the words of a test --------------------------------------------------------------------------------------------
cd "$work/elsewhere" || exit 1
launch=(env -i PATH="$work/bin" TERM=xterm CALLS="$calls" INSTALLED="$installed" WORK="$work" PROGRESS_SECONDS=1
  '../a tree/scree')

# Runs the copy from another folder and sets $status, $out (stdout) and $err (stderr).
scree() { # scree ARG...
  : >"$calls"
  "${launch[@]}" "$@" >"$work/out" 2>"$work/err" </dev/null
  status=$?
  out=$(cat "$work/out") err=$(cat "$work/err")
}
# Starts a test as root, with no package installed and nothing built.
start() { # start NAME
  name=$1
  echo 0 >"$work/uid"
  rm -rf "$tree/build" "$work"/{broken,slow,endless,no_network,no_browser}
  : >"$installed"
}
fail() {
  failures=$((failures + 1))
  printf 'FAILED  %s: %s\n  exit code %s\n' "$name" "$1" "${status:-}"
  printf '  stdout: %s\n  stderr: %s\n' "${out:-}" "${err:-}"
}
exits() { ((status == $1)) || fail "expected exit code $1"; }
has() { [[ $1 == *"$2"* ]] || fail "expected to see: $2"; }
has_not() { [[ $1 != *"$2"* ]] || fail "did not expect to see: $2"; }
is() { [[ $1 == "$2" ]] || fail "expected '$2', got '$1'"; }

# ---- tests ----------------------------------------------------------------------------------------------------------
start 'help needs no build'
for verb in '' help -h --help; do
  scree ${verb:+"$verb"}
  exits 0
  has "$out" './scree demo'
  has "$out" './scree test'
  [[ ! -e $tree/build ]] || fail 'help made build/'
done

start 'unknown preset'
for preset in nope '' 'release test'; do
  scree --preset "$preset" info
  exits 2
  has "$err" 'There are: release test debug asan tsan fuzz peers'
done
scree --preset
exits 2

start 'from nothing to the verb'
scree info 'two words' ../x
exits 7
is "$out" "in $work/elsewhere
arg <info>
arg <two words>
arg <../x>"
has "$err" 'packages done in'
has "$err" 'configure done in'
has "$err" 'build done in'
has "$(cat "$calls")" 'apt-get update'
has "$(cat "$installed")" 'libqhull-dev'
has_not "$(cat "$installed")" 'libgtest-dev'

name='the second time there is nothing to do'
scree info
exits 7
is "$err" ''
has_not "$(cat "$calls")" apt-get
has_not "$(cat "$calls")" --fresh

name='a new entry in a list of packages is installed'
sed -i 's/libqhull-dev/& libnew-dev/' "$tree/scree"
scree info
has "$(cat "$installed")" libnew-dev
cp "$root/scree" "$tree"

name='a moved checkout is configured again'
sed -i "s|INTERNAL=.*|INTERNAL=/where/it/was|" "$tree/build/release/CMakeCache.txt"
scree info
has "$err" 'configure done in'

start 'tests'
scree test -R shape
exits 8
has "$(cat "$calls")" "ctest --test-dir $tree/build/test --output-on-failure"
has "$(cat "$calls")" '-R shape'
has "$(cat "$installed")" 'libgtest-dev'
has "$(cat "$installed")" 'valgrind'
has "$(cat "$installed")" 'chromium'
has "$err" 'browser done in'
scree test
has_not "$(cat "$calls")" 'apt-get'

start 'the tests run without a browser if none can be installed'
touch "$work/no_browser"
scree test
exits 8
has "$err" 'the replay page is not tested. To have it tested, run as root: apt-get install nodejs chromium'
scree test
has_not "$(cat "$calls")" 'apt-get'

start 'no password is asked for a browser'
scree --preset test build
has "$err" "built: $tree/build/test"
exits 0
echo 1000 >"$work/uid"
scree test
exits 8
has "$err" 'the replay page is not tested'
has_not "$(cat "$calls")" 'apt-get'

start 'no browser is installed beside one that is no package'
stand_in node <<<''
stand_in google-chrome <<<''
scree test
has_not "$(cat "$installed")" 'chromium'
rm "$work/bin/node" "$work/bin/google-chrome"

start 'bench page'
mkdir -p "$tree/bench/page"
cp "$work/program" "$tree/bench/page/run"
sed -i '/lock/d' "$tree/bench/page/run"
scree bench page --x
exits 7
is "$out" "in $work/elsewhere
arg <$tree/build/release/scree>
arg <--x>"

start 'peers'
scree peers --quick
exits 7
is "$out" "in $work/elsewhere
arg <--quick>"
has "$(cat "$calls")" libbullet-dev
has "$(cat "$calls")" 'cmake --build --preset peers --target scree_peers'

start 'fuzz'
mkdir -p "$tree/tests/corpus/grain"
scree fuzz grain 5 -runs=9
is "$out" "in $work/elsewhere
arg <-max_total_time=5>
arg <-artifact_prefix=$tree/build/fuzz/grain->
arg <-runs=9>
arg <$tree/build/fuzz/corpus/grain>
arg <$tree/tests/corpus/grain>"
scree fuzz nope
exits 2
has "$err" 'There are: grain'

start 'bench pairs measures the other libraries if they are installed'
scree bench pairs --quick
has "$out" 'arg <bench>'
has_not "$(cat "$installed")" libccd-dev
printf '%s\n' pkg-config libccd-dev libbullet-dev libfcl-dev >>"$installed"
scree bench pairs --quick
is "$out" "in $work/elsewhere
arg <pairs>
arg <--quick>"
scree bench pairs --help
has "$out" 'arg <bench>'

start 'tidy'
mkdir -p "$tree"/{src,apps,bench,reproduce}
touch "$tree/src/good.cpp" "$tree/tests/fuzz/bad.cpp"
scree tidy
exits 0
has "$(cat "$calls")" 'clang-tidy --quiet -p build/test src/good.cpp'
touch "$tree/src/bad.cpp"
scree tidy
exits 1
is "$out" 'bad.cpp:1: a finding'
has "$err" 'tidy failed after'

start 'format'
stand_in git <<<"printf 'a.cpp\0b.hpp\0'"
stand_in clang-format <<<''
scree format
exits 0
has "$(cat "$installed")" clang-format
has "$(cat "$calls")" 'clang-format -i a.cpp b.hpp'

start 'packages missing, no root, no sudo'
echo 1000 >"$work/uid"
printf '%s\n' g++ cmake ninja-build >"$installed"
scree info
exits 2
has "$err" "su -c 'apt-get update && apt-get install -y --no-install-recommends libfmt-dev"
has_not "$err" ninja-build
has_not "$(cat "$calls")" 'apt-get install'

name='packages missing, sudo wants a password, no terminal'
stand_in sudo <<<'exit 1'
scree info
exits 2
has "$err" "sudo sh -c 'apt-get update"

name='packages missing, sudo wants no password'
stand_in sudo <<<'[[ $1 != -n ]] || shift; "$@"'
scree info
exits 7
has "$(cat "$calls")" 'sudo env DEBIAN_FRONTEND'
rm "$work/bin/sudo"

start 'the packages cannot be downloaded'
touch "$work/no_network"
scree info
exits 1
has "$err" 'E: no network'
has "$err" "$tree/build/packages.log"

start 'a package was removed'
scree info
sed -i '/libfmt-dev/d' "$installed"
scree info
exits 7
has "$(cat "$installed")" 'libfmt-dev'

name='broken source'
touch "$work/broken"
scree info
exits 1
is "$out" ''
has "$err" 'build failed after'
has "$err" 'line 30.'
has "$err" 'line 11.'
has_not "$err" 'line 10.'
has "$err" "the full log is $tree/build/build.log"
has_not "$(cat "$calls")" 'apt-get install'
rm "$work/broken"

start 'the configuration fails'
chmod -x "$work/bin/cmake"
scree info
exits 1
has "$err" 'configure failed after'
has "$err" "the full log is $tree/build/configure.log"
chmod +x "$work/bin/cmake"
scree info
exits 7

name='another one is building'
# Holds the lock until the launcher reports that it is waiting.
: >"$work/err"
(flock 9; for _ in {1..300}; do grep -qs 'waiting for another' "$work/err" && break; sleep 0.1; done) 9>"$tree/build/.lock" &
while flock -n "$tree/build/.lock" true; do sleep 0.05; done
scree info
exits 7
has "$err" 'waiting for another ./scree'
wait

name='Ctrl-C'
touch "$work"/{slow,endless}
set -m # gives the job its own process group, as a terminal would
"${launch[@]}" info >"$work/out" 2>"$work/err" &
set +m
for _ in {1..300}; do grep -qs slow "$tree/build/build.log" && break; sleep 0.1; done
kill -INT -- -$!
wait $!
status=$? out='' err=$(cat "$work/err")
exits 130
has "$err" 'build stopped'

start 'progress without a terminal is a line at least once an interval'
touch "$work/slow"
scree info
exits 1
shown=$(grep -E '^build: ' "$work/err")
is "$(grep -cE '^build: running for [0-9]+:[0-9]{2}, time left not known yet$' <<<"$shown")" "$(grep -c running <<<"$shown")"
has "$shown" 'build: running for 0:0'
(($(grep -cE '^build: 25 % done, about [0-9]+:[0-9]{2} left$' <<<"$shown") >= 2)) ||
  fail 'expected two lines with the time left although ninja printed one'
is "$(cat "$tree/build/build.log")" '[0/1] Re-running CMake...
[1/4] slow'

start 'progress on a terminal stays in one line'
touch "$work/slow"
if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then # a minimal container may not provide terminals
  script -qec "${launch[*]@Q} info" /dev/null >"$work/err" </dev/null
  status=$? out='' err=$(cat "$work/err")
  exits 1
  has "$err" $'\r\e[Kbuild: 25 % done, about '
  has "$err" $'left\r\e[K'
else
  echo 'note: this machine offers no terminal, so the progress on a terminal is not tested'
fi

start 'a system without apt'
rm "$work/bin/apt-get"
scree info
exits 2
has "$err" 'there is no apt here'
has "$err" libqhull-dev
echo libfmt-dev >"$installed"
scree info
exits 7

# ---- the real tree --------------------------------------------------------------------------------------------------
name='the real tree, with nothing to do'
build=$root/build/$real_preset
program=$build/scree
sources=("$root"/{src,apps,viewer,CMakeLists.txt,CMakePresets.json})
if [[ -x $program && $build/build.ninja -nt $root/CMakePresets.json && ! $(find "${sources[@]}" -newer "$program") ]]; then
  mkdir "$work/real" # the launcher regards every package as installed, so this test installs nothing
  printf '%s\n' '#!/bin/sh' 'for p; do printf "installed:%s " "$p"; done' >"$work/real/dpkg-query"
  chmod +x "$work/real/dpkg-query"
  for args in --version no-such-verb; do
    expected=$("$program" $args 2>/dev/null)
    expected_status=$?
    out=$(PATH=$work/real:$PATH "$root/scree" --preset "$real_preset" $args 2>"$work/err")
    status=$?
    err=$(cat "$work/err")
    exits $expected_status
    is "$out" "$expected"
    has_not "$err" 'done in'
  done
else
  echo "note: $root/build/$real_preset is not up to date, so the launcher is not tested in the real tree"
fi

((failures == 0)) || { echo "$failures failed"; exit 1; }
echo 'all passed'
