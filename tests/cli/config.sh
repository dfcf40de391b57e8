# The configuration without a screen: --check-config, and the sample that --print-config makes of the tables.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

sample=$tap_dir/sample
own=$tap_dir/xdg/gtrace-tui
export XDG_CONFIG_HOME=$tap_dir/xdg

# check [FILE]: its status, and what is said.
check() {
	"$GT_EXE" --check-config "$@" >"$tap_dir/out" 2>"$tap_dir/err" </dev/null
	echo "$? $(cat "$tap_dir/out" "$tap_dir/err")"
}

rc_is 0 "--print-config" "$GT_EXE" --print-config
cp "$tap_dir/out" "$sample"
is "$(check "$sample")" "0 " "the sample has no errors"
is "$(grep -vc '^#' "$sample")" "$(grep -c '^$' "$sample")" "it changes nothing"
sed 's/^#\(set\|bind\|color\|preset\) /\1 /' "$sample" >"$tap_dir/used"
is "$(check "$tap_dir/used")" "0 " "nor has what is in its comments"
ok "which is a lot" test "$(grep -vc '^#' "$tap_dir/used")" -gt 200

# Everything that the manual of the configuration lists (tests/unit/ui/test-manual makes that from the tables).
page=$GT_SRCDIR/man/gtrace-tuirc.5
names() {
	sed -n "/begin $1\$/,/end $1\$/s/^\.It $2 \([^ ]*\).*/\1/p" "$page" | sed 's/\\-/-/g; s/\\&//g' | sort -u
}
names actions Ic >"$tap_dir/want"
sed -n 's/^# (no key) bind KEY //p; s/^#bind .* \([^ ]*\)$/\1/p' "$sample" | sort -u >"$tap_dir/got"
ok "actions" test -s "$tap_dir/want"
is "$(comm -23 "$tap_dir/want" "$tap_dir/got")" "" "every action"
names options Cm >"$tap_dir/want"
sed -n 's/^#set \([^ ]*\) .*/\1/p' "$sample" | sort -u >"$tap_dir/got"
ok "options" test -s "$tap_dir/want"
is "$(comm -23 "$tap_dir/want" "$tap_dir/got")" "" "every option"
names roles Cm >"$tap_dir/want"
sed -n 's/^#color \([^ ]*\) .*/\1/p' "$sample" | sort -u >"$tap_dir/got"
ok "colours" test -s "$tap_dir/want"
is "$(comm -23 "$tap_dir/want" "$tap_dir/got")" "" "every colour"

# ---- the user's own ----

is "$(check)" "0 gtrace-tui: there is no $own/config" "none is no error"
mkdir -p "$own"
printf '# mine\nset theme light\n' >"$own/config"
is "$(check)" "0 " "a good one"
printf 'set theme drak\n\nbind j dwon\n\nset them dark\ncolor cursr red\nfly\npreset lss\n' >"$own/config"
is "$(check | sed "s|$own/||; s|gtrace-tui: ||")" "1 config:1: theme: not drak, but one of: auto dark light safe: did you mean dark?
config:3: no such action: dwon: did you mean down?
config:5: no such option: them: did you mean theme?
config:6: no such colour role: cursr: did you mean cursor?
config:7: not bind, set, color, preset or sql: fly
config:8: preset: not lss, but one of: less htop vim: did you mean less?" "each error, with its line and what may have been meant"
is "$(check "$own/missing")" "1 gtrace-tui: $own/missing: cannot open the configuration: No such file or directory" "a missing one"
is "$(printf 'set ascii maybe\n' | "$GT_EXE" --check-config - 2>&1)" \
	"gtrace-tui: standard input:1: ascii: yes or no, not maybe" "standard input"
is "$("$GT_EXE" --check-config <<<'fly' 2>&1 | grep -c 'config:1:')" 1 "but only if it is named"

done_testing
