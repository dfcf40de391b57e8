# What Go's own readers say of the recorded traces (testdata/expected) is what the reports print.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"
. "$GT_SRCDIR/tests/tap/batch.sh"

data=$GT_SRCDIR/testdata

# check ANSWERS: asks for the options of each section and compares what they print.
check() {
	local answers=$1 name=${1#"$data/expected/"} options= line

	: >"$tap_dir/want"
	while IFS= read -r line || [ -n "$line" ]; do
		case $line in
		'#'*) ;;
		'$ '*)
			section "$name" "$options"
			options=${line#'$ '}
			: >"$tap_dir/want"
			;;
		'') ;;
		*) printf '%s\n' "$line" >>"$tap_dir/want" ;;
		esac
	done <"$answers"
	section "$name" "$options"
}

# section NAME OPTIONS: compares with $tap_dir/want.
section() {
	[ -n "$2" ] || return
	# The options hold no blanks and no quotes.  A goroutine that never stopped in the trace has no name.
	# shellcheck disable=SC2086
	ask $2 2>&1 | tr -d '\r' |
		grep -v '^gtrace-tui: .* have no recorded name: they count neither' >"$tap_dir/got"
	same_file "$tap_dir/got" "$tap_dir/want" "$1: ${2%%--format*}"
}

# old_order: the events of a trace of the old format, those of equal times by offset, links as offsets.
old_order() {
	ask --report=events --format=csv --columns=n,ns,offset,name,p,g,link,stack_top 2>&1 | tr -d '\r' >"$tap_dir/listing"
	awk -F, -v OFS=, 'NR == FNR { offset[$1] = $3; next }
		FNR > 1 && $2 + 0 < before { print "not in order:", $0 }
		FNR > 1 { $7 = $7 == "" ? "" : offset[$7]; before = $2 + 0 }
		{ sub(/^[^,]*,/, ""); print }' "$tap_dir/listing" "$tap_dir/listing" >"$tap_dir/listed"
	head -n 1 "$tap_dir/listed"
	tail -n +2 "$tap_dir/listed" | sort -s -t, -k1,1n -k2,2n
}

for answers in "$data"/expected/demo.txt "$data"/expected/go1.*/*.txt; do
	[ -f "$answers" ] || bail "no answers in $data/expected"
	name=${answers#"$data/expected/"}
	name=${name%.txt}
	trace=$data/traces/$name.trace
	[ "$name" = demo ] && trace=$data/demo.trace
	rm -f "$tap_dir/index"
	batch_open --index="$tap_dir/index" "$trace"
	check "$answers"
	[ -f "${answers%.txt}.events.gz" ] || continue
	gzip -dc "${answers%.txt}.events.gz" >"$tap_dir/want"
	if head -n 1 "$answers" | grep -q '^# oracle1'; then
		old_order >"$tap_dir/got"
		same_file "$tap_dir/got" "$tap_dir/want" "$name.events"
		continue
	fi
	section "$name.events" "--report=events --format=csv --columns=ns,name,m,p,g,stack_top"
done
ok "the last batch ends" batch_close

done_testing
