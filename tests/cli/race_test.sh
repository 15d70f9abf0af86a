#!/usr/bin/env bash
# Tests that bench/race distinguishes equal programs from different ones, and that it rejects bad arguments.
#   race_test.sh REPOSITORY PATH_TO_SCREE
set -u
race=$1/bench/race
scree=$(readlink -f "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "FAILED: $1"; failures=$((failures + 1)); }

# This program runs the same case with less friction.
printf '#!/bin/sh\nexec "%s" "$@" --set material.stone.friction=0.1\n' "$scree" >"$work/other"
chmod +x "$work/other"
# last_column NEW_PROGRAM: prints the last word of the row of one case
last_column() { "$race" "$scree" "$1" superquadrics --rounds 1 --steps-per-mille 100 2>&1 | awk '$1 == "superquadrics" { print $NF }'; }
[[ $(last_column "$scree") == yes ]] || fail "a program differs from itself"
[[ $(last_column "$work/other") == no ]] || fail "less friction passes for the same physics"

# rejects TEXT ARGUMENT...: expects exit code 2 and a message that contains the text
rejects() {
  local output status
  output=$("$race" "${@:2}" 2>&1)
  status=$?
  [[ $status == 2 && $output == *"$1"* ]] || fail "'${*:2}' ends with $status: $output"
}
rejects 'give the old and the new program'
rejects 'is not a program' "$work/none" "$scree"
rejects "there is no case 'marbles'" "$scree" "$scree" marbles
rejects "there is no option '--fast'" "$scree" "$scree" --fast
rejects '--rounds needs a whole number' "$scree" "$scree" --rounds none

# A failed program is reported with its command and its message.
printf '#!/bin/sh\necho broken >&2\nexit 3\n' >"$work/broken"
chmod +x "$work/broken"
output=$("$race" "$scree" "$work/broken" superquadrics --rounds 1 --steps-per-mille 1 2>&1)
[[ $? == 1 && $output == *'ended with 3'*broken* ]] || fail "a program that fails: $output"

((failures == 0)) && echo 'bench/race: all tests passed'
exit $((failures > 0))
