# Annotations that are used wrongly (testdata/gen/misuse.go): all is read, a note for each kind, and nothing else.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

for go in go1.21 go1.27; do
	trace=$GT_SRCDIR/testdata/misused/$go.trace
	rm -f "$tap_dir/index"
	# ask REPORT COLUMNS [OPTION]...: as CSV without its head.
	ask() {
		"$GT_EXE" --index="$tap_dir/index" --report="$1" --columns="$2" --format=csv "${@:3}" "$trace" |
			tr -d '\r' | tail -n +2
	}

	rc_is 0 "$go: the exit status is that of a whole trace" \
		"$GT_EXE" --index="$tap_dir/index" --report=summary --format=json "$trace"
	is "$(cat "$tap_dir/err")" "" "$go: nothing to complain about"
	ok "$go: it is whole" grep -q '"complete":true,"damage":null' "$tap_dir/out"
	ok "$go: up to its end" grep -qE '"duration_ns":([0-9]+),"horizon_ns":\1,' "$tap_dir/out"

	# What the program does: first in, first out; an end twice; an end on another goroutine; task.End three times.
	is "$(ask regions name,task --filter='name=queued && dur>3ms' --sort=task)" \
		$'queued,2\nqueued,3\nqueued,4\nqueued,5' "$go: each end belongs to its task"
	is "$(ask regions name --filter='name=twice && dur>1ms && dur<2ms')" twice "$go: the first of two ends counts"
	is "$(ask regions name,cut_start,cut_end --filter='name=stray')" stray,false,true \
		"$go: an end on another goroutine ends nothing"
	is "$(ask tasks id,name,complete --sort=id | head -n 2)" $'1,job,true\n2,request,true' \
		"$go: a task that ends three times keeps its name"
	is "$(ask tasks id --filter='name=job && dur>11ms')" 1 "$go: and its last end counts"
	is "$(ask tasktypes name,count --sort=name)" $'job,1\nrequest,4' "$go: no type without a name"

	"$GT_EXE" --index="$tap_dir/index" --report=brief "$trace" | tr -s '\n ' ' ' >"$tap_dir/brief"
	for want in '4 regions ended before one that began later, first queued of task 2 at [0-9.]*s, main.misuse:[0-9]* ' \
		'2 ends of a region that its goroutine was not in, dropped, first twice of task 1 at [0-9.]*s, main.endTwice:[0-9]* ' \
		'2 ends of a task that had ended, first job, task 1, at [0-9.]*s, main.misuse:[0-9]* '; do
		ok "$go: brief: $want" grep -q "Note $want" "$tap_dir/brief"
	done
	is "$("$GT_EXE" --index="$tap_dir/index" --export=chrome "$trace" | grep -c '"ph":"b".*"cat":"task".*"name":"job"')" 1 \
		"$go: one span of the task in the export for Perfetto"
done

# A program that does nothing of it has no note.
for trace in "$GT_SRCDIR"/testdata/traces/go1.*/annotations.trace; do
	is "$("$GT_EXE" --index=none --report=brief "$trace" | grep -c '^Note')" 0 "${trace#"$GT_SRCDIR/testdata/"}: no note"
done
done_testing
