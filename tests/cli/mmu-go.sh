# Minimum mutator utilisation against Go's own, where the larger set of traces lies beside this checkout; of
# traces of which Go's is wrong against Go's mended code (testdata/expected/mmu-mended.txt).
#
#	GT_ORACLE	all: every trace; sample (default): small ones
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

shared=$GT_SRCDIR/../shared
mended=$GT_SRCDIR/testdata/expected/mmu-mended.txt
[ -x "$shared/tools/check-oracle" ] || skip_all "no traces beside this checkout"
command -v python3 >/dev/null || skip_all "no python3"
cd "$shared/corpus/oracle" || bail "no answers"

# names: of the traces that are looked at.
names() {
	local name

	find . -name '*.json' | sort | while read -r name; do
		name=${name#./}
		name=${name%.json}
		[ "${GT_ORACLE:-sample}" = all ] || [ "$(wc -c <"../$name")" -le 50000 ] || continue
		echo "$name"
	done
}

names >"$tap_dir/names"
cut -f 1 "$mended" | sort -u >"$tap_dir/wrong"
mapfile -t right < <(grep -vxFf "$tap_dir/wrong" "$tap_dir/names")
ok "as Go has it" "$shared/tools/check-oracle" "$GT_EXE" "${right[@]}" --part mmu

# ours TRACE OPTION: the four numbers.
ours() {
	local option=()

	[ "$2" = default ] || option=("--mmu=$2")
	"$GT_EXE" --index=none --report=mmu --format=csv --columns=window_ns,mmu "${option[@]}" "../$1" 2>/dev/null |
		awk -F , '$1 ~ /^1000*$/ && $1 >= 100000 && $1 <= 100000000 { printf "\t%.6f", $2 }'
}

while IFS=$'\t' read -r name option rest; do
	case $name in '#'*) continue ;; esac
	grep -qxF "$name" "$tap_dir/names" || continue
	is "$(ours "$name" "$option")" "$(printf '\t%.6f' $rest)" "$name, $option: as Go's mended code has it"
done <"$mended"
done_testing
