#!/usr/bin/env bash
# Tests the guard on instruction counts (scree bench step --guard). The test is skipped where the guard cannot run.
#   guard_test.sh PATH_TO_SCREE SANITIZERS compare      no kernel executes 3 % more instructions than recorded
#   guard_test.sh PATH_TO_SCREE SANITIZERS self-test    the guard fails if an entry of its table is 5 % too low
set -u
scree=$(readlink -f "$1")
sanitizers=$2
mode=$3
root=$(cd "$(dirname "$0")/../.." && pwd)

skip() { echo "skipped: $*"; exit 77; }
[[ -z $sanitizers ]] || skip "valgrind cannot run a program built with the sanitizers $sanitizers"
command -v valgrind >/dev/null || skip 'valgrind is not installed (apt-get install valgrind)'

guard() { "$scree" bench step --guard --beds "$root/scenes" "$@"; }

if [[ $mode == compare ]]; then
  guard --tables "$root/bench/guard"
  exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
complain() { echo "FAILED: $*"; cat "$work/out"; exit 1; }

guard --tables "$work" | tee "$work/out"
grep -q '^Nothing was compared' "$work/out" || complain 'the guard compared counts with a missing table'
for kernel in spheres 'cold pairs'; do
  guard --tables "$work" --kernel "$kernel" --record >"$work/out" || complain "the kernel '$kernel' was not recorded"
done
table=$(echo "$work"/*.toml)
cp "$table" "$work/recorded"

# The same program executes the same number of instructions in every run, within 0.1 %.
guard --tables "$work" --kernel 'cold pairs' >"$work/out" || complain 'the guard fails right after it recorded'
grep -Eq '^cold pairs .* (1\.000[0-9]|0\.999[0-9]) +same$' "$work/out" || complain 'two counts of one kernel differ by over 0.1 %'

awk -F' = ' '/^.?cold pairs/ { $0 = $1 " = " 0.95 * $2 } { print }' "$work/recorded" >"$table"
cmp -s "$table" "$work/recorded" && complain 'the entry was not lowered'
guard --tables "$work" --kernel 'cold pairs' >"$work/out"
[[ $? == 1 ]] || complain 'the guard did not fail with an entry that is 5 % too low'
grep -Eq '^cold pairs .* 1\.05[0-9]+ +MORE$' "$work/out" || complain 'the guard did not name the kernel'

# A kernel without an entry fails too. A table that was recorded with another compiler is not compared.
grep -v '^.cold pairs' "$work/recorded" >"$table"
guard --tables "$work" --kernel 'cold pairs' >"$work/out" && complain 'the guard passed a kernel that is not recorded'
sed 's/^toolchain = "/&another /' "$work/recorded" >"$table"
guard --tables "$work" >"$work/out" || complain 'the guard failed with the table of another compiler'
grep -q 'contains the counts of: another ' "$work/out" || complain 'the guard did not say that it compared nothing'
echo 'the guard can fail'
