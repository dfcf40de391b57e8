# The command line: what it takes, what it refuses and how, and the exit statuses.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

trace=$GT_SRCDIR/testdata/traces/go1.27/greedy.trace
other=$GT_SRCDIR/testdata/traces/go1.23/greedy.trace
damaged=$GT_SRCDIR/testdata/bad/hole.trace

gt() {
	"$GT_EXE" --index=none "$@"
}

# refused TEXT OPTION...: exit status 1, nothing printed, one line that holds TEXT.
refused() {
	local text=$1
	shift
	rc_is 1 "$*" gt "$@"
	is "$(cat "$tap_dir/out")$(wc -l <"$tap_dir/err")" 1 "$*: one line on standard error, none on standard output"
	grep -qF -- "$text" "$tap_dir/err"
	_tap_result $? "$*: says '$text'" || diag "$(cat "$tap_dir/err")"
}

# ---- help and version ----
rc_is 0 "--help" "$GT_EXE" --help
is "$(awk 'length > 79' "$tap_dir/out")$(awk 'NR == 24' "$tap_dir/out")" "" "--help fits a screen of 24 lines, with the prompt"
ok "it says where the rest is" grep -q -- '--help=all' "$tap_dir/out"
ok "it has what everybody needs" sh -c 'grep -q "^  --report=NAME" "$1" && grep -q "^  --from=T, --to=T" "$1"' - "$tap_dir/out"
"$GT_EXE" --help=all | grep -v '^$' >"$tap_dir/all"
sed '/^$/d; /^--help=all has/,$d' "$tap_dir/out" >"$tap_dir/few"
is "$(grep -vxFf "$tap_dir/all" "$tap_dir/few")" "" "all that it says is in --help=all"
rc_is 0 "--help=all" "$GT_EXE" --help=all
is "$(awk 'length > 79' "$tap_dir/out")" "" "--help=all is no wider than a screen"
ok "--help=all begins with how it is used" sh -c 'head -n 1 "$0" | grep -q "^Usage: gtrace-tui .*TRACE"' "$tap_dir/out"
groups=$(sed -n 's/^GT_OPTION(.* \([A-Z]*\),.*/\1/p' "$GT_SRCDIR/src/cli/options/options.def" | uniq | wc -l)
sed -n 's/^GT_\(REPORT_\)*OPTION([A-Z_]*, "\([a-z-]*\)".*/--\2/p' "$GT_SRCDIR/src/cli/options/options.def" \
	"$GT_SRCDIR/src/analysis/table/options.def" | sed 's/^--d$/-d/' >"$tap_dir/all"
is "$(grep -c '^[A-Z][a-z]*:$' "$tap_dir/out")" "$groups" "--help=all has a heading for each group of options"
is "$(grep -o -- '--*[a-z][a-z-]*=*[^ ,]*' "$tap_dir/out" | sed 's/\[*=.*//' | sort -u | grep -cxFf "$tap_dir/all")" \
	"$(cat "$GT_SRCDIR/src/cli/options/options.def" "$GT_SRCDIR/src/analysis/table/options.def" | grep -c '^GT_[A-Z]*_*OPTION')" \
	"--help=all has every option"
is "$("$GT_EXE" -h)" "$("$GT_EXE" -help)" "-h and -help are the same"
is "$("$GT_EXE" --help=)" "$("$GT_EXE" -h)" "and no name is none"

# ---- pictures ----
rc_is 0 "a picture of the first screen" "$GT_EXE" --index=none --no-config --picture=svg --size=24x90 "$trace"
is "$(head -n 1 "$tap_dir/out")" '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 772 424" width="772" height="424">' \
	"it is as large as the size says"
is "$(tail -n 1 "$tap_dir/out")" "</svg>" "and whole"
ok "it shows the view" grep -q '>What stands out</text>' "$tap_dir/out"
printf '%s\n' wait-index greedy dump-screen "dump-screen $tap_dir/second" >"$tap_dir/keys"
rc_is 0 "pictures of a script" "$GT_EXE" --index=none --no-config --picture=svg --script="$tap_dir/keys" "$trace"
ok "of each screen that it dumps" cmp "$tap_dir/out" "$tap_dir/second"
refused "--picture takes svg, not 'png'" --picture=png "$trace"
refused "only one of" --picture=svg --report=greedy "$trace"
rc_is 1 "a command that fails" "$GT_EXE" --index=none --no-config --picture=svg -c "show nonsense" "$trace"
ok "it says so" grep -q "^gtrace-tui: -c show nonsense: nothing to show is called nonsense" "$tap_dir/err"
refused "--size needs --script or --picture" --size=24x80 "$trace"

# ---- help about a report ----
refused "no report 'greedi': did you mean greedy?" --help=greedi
refused "no report 'bananas': --report=list names them" --help=bananas
rc_is 0 "-h=waits" "$GT_EXE" -h=waits
ok "it begins with how the report is asked for" grep -q '^Usage: gtrace-tui --report=waits ' "$tap_dir/out"
is "$(sed -n '/^Groups:/,/^$/s/^  \([^ ]*\) .*/\1/p' "$tap_dir/out" | xargs)" "reason stack func waker" "its groups"
ok "and where their columns are" grep -qF -- '--help=waitgroups' "$tap_dir/out"
is "$("$GT_EXE" --help=waits --width=60 | awk 'length > 60')" "" "as wide as --width says"
# What is listed as an option is what is not refused: of every report and every option that not all reports take.
wrong=
while read -r name row; do
	"$GT_EXE" --help="$name" >"$tap_dir/out"
	"$GT_EXE" --report="$name" --columns=list | cut -d' ' -f1 >"$tap_dir/want"
	[ -z "$(awk 'length > 79' "$tap_dir/out")" ] || wrong="$wrong $name: too wide;"
	sed -n '3,/^$/p' "$tap_dir/out" | tr '\n' ' ' | grep -qF "A row is ${row%% (*}" || wrong="$wrong $name: no '$row';"
	sed -n '/^Columns:/,/^$/s/^  \([^ ][^ ]*\).*/\1/p' "$tap_dir/out" | cmp -s - "$tap_dir/want" ||
		wrong="$wrong $name: other columns;"
	for option in --split-syscalls --wakers --group=list --mmu=stw --buckets=1 --goroutine=1 --func=f --region=r \
		--site=s --task=t --task-id=1 --profile=net --compare=x; do
		taken=$(grep -cE -- "^  ${option%%=*}( |=)" "$tap_dir/out")
		"$GT_EXE" --report="$name" "$option" "$tap_dir/nowhere" 2>&1 >/dev/null </dev/null | grep -q -- "^gtrace-tui: ${option%%=*} needs"
		[ "$taken" = $? ] || wrong="$wrong $name $option;"
	done
done < <("$GT_EXE" --report=list)
is "$wrong" "" "--help of every report"
ok "--help=summary has no --from, which the report refuses" sh -c '! "$0" --help=summary | grep -q -- --from' "$GT_EXE"

rc_is 0 "--version" "$GT_EXE" --version
ok "--version names the program" grep -q '^gtrace-tui [0-9]' "$tap_dir/out"
ok "--version names the libraries" grep -q 'zlib [0-9].*zstd.*libunistring [0-9].*pcre2.*sqlite' "$tap_dir/out"
ok "--version says what of the sandbox there is" grep -qE '^sandbox: (none|landlock [0-9]|seccomp)' "$tap_dir/out"
is "$("$GT_EXE" --version --no-sandbox | tail -n 1)" "sandbox: off" "and that it is off"
rc_is 0 "--report=list" "$GT_EXE" --report=list
cp "$tap_dir/out" "$tap_dir/list"
for name in summary findings greedy greedygroups path states goroutines groups events procs ranges stw stwfuncs stwgoroutines gc gccost mmu mmuworst sched instead pressure counters tasks tasktypes taskevents regions regiontypes logs requests requestgroups samples net sync syscall schedlat offcpu; do
	ok "--report=list names $name" grep -q "^$name  *." "$tap_dir/list"
	rc_is 0 "--report=$name as text" gt --report=$name "$trace"
	rc_is 0 "--report=$name as CSV" gt --report=$name --format=csv "$trace"
done

# ---- what is refused ----
refused "no trace given" --report=greedy </dev/null
refused "unknown option '--repotr=x': did you mean --report?" --repotr=x "$trace"
refused "unknown option '--bananas'; see --help" --bananas "$trace"
refused "'--no' is the beginning of several options: no-session, no-config, no-sandbox or no-pager" --no "$trace"
refused "no report 'goro': did you mean goroutines?" --report=goro "$trace"
refused "greedy has no column 'sta': did you mean start?" --report=greedy --columns=sta "$trace"
refused "unknown format 'nd': did you mean ndjson?" --report=greedy --format=nd "$trace"
refused "no report 'greedi': did you mean greedy?" --report=greedi "$trace"
refused "no report 'bananas': --report=list names them" --report=bananas "$trace"
refused "greedy has no column 'durtion': did you mean dur_ns?" --report=greedy --columns=durtion "$trace"
refused "unknown format 'jason': did you mean json?" --report=greedy --format=jason "$trace"
refused "unknown format 'xml': use text" --report=greedy --format=xml "$trace"
refused "no column 'durr': did you mean dur?" --report=greedy --columns=p,durr "$trace"
refused "no column 'strat_ns': did you mean start_ns?" --report=greedy --sort=-strat_ns "$trace"
refused "not 'stck': did you mean stack?" --report=greedygroups --group=stck "$trace"
refused "not 'or'" --report=greedygroups --group=or "$trace"
refused "not 'scall'" --pprof=scall "$trace"
refused "did you mean syscall?" --pprof=sysall "$trace"
refused "no column ''" --report=greedy --columns=p,, "$trace"
refused "greedy has no column 'fnc': did you mean func?" --report=greedy --values=fnc "$trace"
refused "the values of 'end_stack' cannot be counted" --report=greedy --values=end_stack "$trace"
refused "--values needs --report" --values=func "$trace"
refused "no column 'value' in greedy" --report=greedy --values=func --filter='value=x' "$trace"
refused "no column 'x'" --report=greedy --sort=-x "$trace"
refused "cannot sort by 'chain'" --report=greedy --sort=chain "$trace"
refused "--limit takes a number from 1 on" --report=greedy --limit=0 "$trace"
refused "--group takes func, stack, g, kind, alloc, reason, waker, cause, queue, name or site, not 'x'" --report=greedygroups --group=x "$trace"
refused "what --report=greedygroups can be grouped by: func stack g" --report=greedygroups --group=waker "$trace"
refused "what --report=regiontypes can be grouped by: name site" --report=regiontypes --group=func "$trace"
refused "what --report=waits can be grouped by: reason stack func waker" --report=waits --group=cause "$trace"
refused "what --report=sched can be grouped by: cause func" --report=sched --group=reason "$trace"
refused "--mmu takes stw, background, assist, sweep, all, perp and one time" --report=mmu --mmu=stop "$trace"
refused "--buckets needs --report=series" --report=gc --buckets=5 "$trace"
refused "--mmu needs --report=mmu, mmuworst" --report=gc --mmu=stw "$trace"
refused "--goroutine takes the number" --report=path --goroutine=x "$trace"
refused "there is no goroutine 999999" --report=path --goroutine=999999 "$trace"
refused "--wakers needs --report=offcpu" --report=net --wakers "$trace"
refused "--func needs --report=difftree, critpath, instead, the report of a profile, --pprof or --folded" --report=greedy --func=main.main "$trace"
refused "--site needs --report=difftree, critpath, the report of a profile, --pprof or --folded" --report=regions --site=main.f:3 "$trace"
refused "--task-id needs --report=critpath, taskevents, the report of a profile, --pprof or --folded" --report=tasks --task-id=3 "$trace"
refused "--task-id takes the number of a task" --report=taskevents --task-id=x "$trace"
refused "--region needs --report=difftree, critpath, the report of a profile" --report=regions --region=x "$trace"
refused "--task needs --report=difftree, critpath, the report of a profile" --task=x "$trace"
refused "--at needs --goroutine" --report=net --at=1ms "$trace"
refused "--pprof takes net, sync, syscall, sched, cpu, offcpu or critpath, not 'heap'" --pprof=heap "$trace"
refused "--folded takes net" --folded=schedlat "$trace"
refused "only offcpu has --wakers, not sync" --folded=sync --wakers "$trace"
refused "only one of" --folded=sync --pprof=sync "$trace"
refused "--limit needs --report" --folded=sync --limit=1 "$trace"
rc_is 0 "-pprof=sync, as go tool trace has it" gt -pprof=sync "$trace"
is "$(head -c 2 "$tap_dir/out" | od -An -tx1)" " 1f 8b" "it is packed"
refused "--at takes a time" --report=path --at=soon "$trace"
refused "--at needs --report=greedy, path, critpath, states, waits, instead, the report of a profile" --at=1ms "$trace"
refused "--from takes a time" --report=greedy --from=soon "$trace"
refused "--to takes a time" --report=greedy --to=101% "$trace"
refused "--from is after --to" --report=greedy --from=2s --to=1s "$trace"
refused "apply to it" --report=summary --from=1ms "$trace"
refused "no column 'durr' in greedy: did you mean dur?" --report=greedy '--filter=durr>1' "$trace"
refused "no column 'bananas' in greedy; there are: dur_ns" --report=greedy '--filter=bananas>1' "$trace"
refused "a value is missing" --report=greedy '--filter=dur>' "$trace"
refused "fits the column" --report=greedy '--filter=dur>soon' "$trace"
refused "&& or || is missing" --report=greedy '--filter=dur>1 p=2' "$trace"
refused "')' is missing" --report=greedy '--filter=(dur>1' "$trace"
refused "no such report: did you mean greedy?" '--fail-if=greedi.max>1' "$trace"
refused "no such report (--report=list" '--fail-if=bananas.max>1' "$trace"
refused "no such column: did you mean run_max?" '--fail-if=greedy.run_mx.max>1' "$trace"
refused "not a duration" '--fail-if=greedy.max>x' "$trace"
refused "a comparison is missing" '--fail-if=greedy.max' "$trace"
refused "--diagreedy takes a number" --diagreedy=x "$trace"
refused "-d takes wire, parsed or footprint" -d=x "$trace"
refused "--csv takes raw or safe" --report=greedy --format=csv --csv=x "$trace"
refused "--csv needs --format=csv" --report=greedy --csv=raw "$trace"
refused "--csv needs --format=csv" --report=greedy --format=json --csv=raw "$trace"
refused "--size takes a size" --script=- --size=24 "$trace"
refused "--dump takes no value" --dump=1 "$trace"
refused "--columns needs --report" --columns=p "$trace"
refused "--group needs --report=difftree, greedygroups, critpath, gccost, waits, sched, instead, regiontypes or --fail-if" --report=procs --group=g "$trace"
refused "--goroutine needs --report=greedy, path, critpath, states, waits, instead, the report of a profile, --export" --report=procs --goroutine=1 "$trace"
refused "--at needs --report=greedy, path" --report=summary --at=1ms "$trace"
refused "--at needs --goroutine with --report=greedy" --report=greedy --at=1ms "$trace"
refused "--at needs --goroutine with --pprof or --folded" --folded=net --at=1ms "$trace"
refused "--compare needs --report=compare, difftree, --pprof, --folded or the screen" --report=greedy --compare="$other" "$trace"
refused "--profile needs --report=difftree" --report=net --profile=net "$trace"
refused "--profile takes net, sync, syscall, sched, cpu, offcpu or critpath, not 'ofcpu': did you mean offcpu?" --report=difftree --profile=ofcpu "$trace"
refused "--buckets takes a number from 1 on, not '0'" --report=series --buckets=0 "$trace"
refused "--split-syscalls needs --report=greedy" --report=procs --split-syscalls "$trace"
refused "--from needs" -d=wire --from=1s "$trace"
refused "--from needs" --assemble --from=1s "$trace"
refused "--output needs a report or a listing" --output="$tap_dir/out" "$trace"
refused "--goroutine needs --export=chrome" --export=trace --goroutine=1 "$trace"
refused "only one of" --dump --diagreedy=1 "$trace"
refused "not beside a listing" --dump --fail-if='stw.max>1ns' "$trace"
refused "--limit needs --report or --sql" --dump --limit=1 "$trace"
refused "take more than one trace" --dump "$trace" "$trace"
refused "take more than one trace" --dump "$GT_EXE" "$trace"
refused "--export takes chrome, tables or trace, not 'json'" --export=json "$trace"
refused "did you mean tables?" --export=table "$trace"
refused "--export=tables needs --output=DIR, the directory for its files" --export=tables "$trace"
refused "--export=tables writes whole traces, without --from" --export=tables --output="$tap_dir/tables" --from=1ms "$trace"
refused "--export=tables writes whole traces, without --to" --export=tables --output="$tap_dir/tables" --to=1ms "$trace"
refused "--export=tables writes whole traces, without --goroutine" --export=tables --output="$tap_dir/tables" --goroutine=1 "$trace"
refused "--export=tables writes whole traces, without --fail-if" --export=tables --output="$tap_dir/tables" --fail-if='stw.max>1s' "$trace"
refused "--limit needs --report" --export=tables --output="$tap_dir/tables" --limit=3 "$trace"
refused "only one of" --export=tables --output="$tap_dir/tables" --report=waits "$trace"
is "$(ls "$tap_dir/tables" 2>&1 >/dev/null | wc -l)" 1 "what is refused makes no directory"
refused "only one of" --dump --export=chrome "$trace"
refused "--at needs" --export=chrome --goroutine=1 --at=1ms "$trace"
refused "cannot serve several" --report=summary --index=x "$trace" "$trace"
refused "needs a value" --report=greedy "$trace" --sort

# ---- ways to say the same ----
want=$(gt --report=greedy --limit=3 "$trace")
is "$(gt -report=greedy -limit=3 "$trace")" "$want" "one dash"
is "$(gt --report greedy --limit 3 "$trace")" "$want" "values in the next argument"
is "$(gt "$trace" --report=greedy --limit=3)" "$want" "options after the trace"
is "$(gt --rep=greedy -lim 3 "$trace")" "$want" "beginnings of options"
is "$(gt --report=greedy --limit=3 -- "$trace")" "$want" "--"
is "$(gt --report=greedy --limit=3 - <"$trace")" "$want" "standard input"
is "$(gzip -c "$trace" | gt --report=greedy --limit=3 -)" "$want" "a pipe with a gzip'd trace"
is "$(gt --report=greedy --limit=3 <"$trace")" "$want" "standard input without -"
is "$(cat "$trace" | gt --report=greedy --limit=3)" "$want" "a pipe without -"
is "$(cat "$trace" | gt --diagreedy=2 | cksum)" "$(gt --diagreedy=2 "$trace" | cksum)" "a listing of a pipe without -"
is "$(gt --report=greedy --limit=3 "$trace" <"$other")" "$want" "a file goes before standard input"
is "$(printf 'dump-screen\n' | gt --script=- 2>&1)" \
	"gtrace-tui: no trace given, and none comes through standard input; see --help" "--script=-: that is the script"
for format in json ndjson; do
	is "$(gt --report=greedy --limit=1 --format=$format <"$trace" | grep -o '"file":"[^"]*"' | head -n 1)" '"file":"-"' \
		"$format of standard input says so"
done
ok "JSON says its version" sh -c '"$0" --index=none --report=greedy --format=json "$1" | grep -q "^{\"schema\":1,\"report\":\"greedy\",\"trace\":{\"file\":"' "$GT_EXE" "$trace"
is "$(gt --report=procs --format=ndjson "$trace" "$other" | grep -o '^{"file":"[^"]*"' | sort -u)" \
	"$(printf '{"file":"%s"\n' "$trace" "$other" | sort)" "NDJSON says of which trace a row is"
is "$(gt -diagreedy=2 "$trace")" "$(gt --diagreedy=2 "$trace")" "-diagreedy"
is "$(gt -d=1 "$trace" | cksum)" "$(gt -d=wire "$trace" | cksum)" "-d=1 is -d=wire"
is "$(gt -d 2 "$trace" | cksum)" "$(gt -d=parsed "$trace" | cksum)" "-d 2 is -d=parsed"

# ---- lists ----
for what in --report=list '--report=greedy --columns=list' '--report=waits --group=list' --pprof=list --profile=list; do
	gt $what >"$tap_dir/text"
	names=$(cut -d' ' -f1 "$tap_dir/text")
	is "$(gt $what --format=csv | tail -n +2 | tr -d '\r' | cut -d, -f1)" "$names" "$what as CSV"
	is "$(gt $what --format=ndjson | sed 's/^{"name":"\([^"]*\)",.*}$/\1/')" "$names" "$what as NDJSON"
	is "$(gt $what --format=json | sed -n 's/^\({"name".*}\),*$/\1/p')" "$(gt $what --format=ndjson)" "$what as JSON: the same rows"
	if command -v python3 >/dev/null; then
		gt $what --format=json | python3 -c 'import json, sys; print(json.load(sys.stdin)["schema"])' >"$tap_dir/out" 2>&1
		is "$(cat "$tap_dir/out")" 1 "$what is a JSON document"
	else
		skip 1 "no python3"
	fi
done
is "$(gt --report=list --format=csv | head -n 2 | tr -d '\r')" "name,purpose
summary,\"$(gt --report=list | sed -n 's/^summary  *//p')\"" "reports as CSV"
is "$(gt --report=list --format=json | head -n 1)" '{"schema":1,"list":"reports","rows":[' "reports as JSON"
is "$(gt --report=greedy --columns=list --format=json | head -n 2 | tail -n 1)" \
	'{"name":"dur_ns","kind":"duration","unit":"ns","title":"Duration","shown":true,"help":"'"$(gt --report=greedy --columns=list | sed -n 's/^dur_ns  *//p')"'"},' \
	"columns have kind, unit and title"
ok "and those that are only shown when they are named" sh -c \
	'"$0" --report=events --columns=list --format=ndjson | grep -q "\"shown\":false"' "$GT_EXE"
is "$(gt --report=gccost --group=list | cut -d' ' -f1 | xargs)" "func alloc" "what a report can be grouped by"
is "$(gt --report=gccost --group=list --format=json | head -n 1)" '{"schema":1,"list":"groups","report":"gccostgroups","rows":[' \
	"groups as JSON say of which report"
is "$(gt --format=list | cut -d' ' -f1 | xargs)" "text json ndjson csv parquet quickfix github" "formats"
is "$(gt --folded=list | cut -d' ' -f1 | xargs)" "net sync syscall sched cpu offcpu critpath" "profiles"
is "$(gt --report=greedy --columns=list --columns=p --format=csv --limit=1 "$trace" | head -n 1 | tr -d '\r')" p "list, but not in the end"
refused "--group=list needs --report" --group=list
refused "--group needs --report=" --report=procs --group=list
refused "unknown format 'xml'" --report=list --format=xml
refused "unknown format 'xml'" --pprof=list --format=xml

# ---- as wide as a terminal ----
gt --report=greedy --width=80 "$trace" >"$tap_dir/narrow"
is "$(grep -v '^Not shown' "$tap_dir/narrow" | iconv -f UTF-8 -t ASCII//TRANSLIT 2>/dev/null | sed 's/\.\.\././g' | awk 'length > 80')" "" "--width=80"
ok "columns are left out, numbers first" grep -q '^Not shown for want of room: .*Longest run.* (--width=0 shows all)$' "$tap_dir/narrow"
is "$(gt --report=goroutines --width=80 "$GT_SRCDIR/testdata/traces/go1.27/gc.trace" | sed -n 1p | tr -s ' ')" \
	" G Function Total Running Runnable Syscall Waiting Slices State" "... and of these first what is 0 or nothing in each row"
is "$(head -n 1 "$tap_dir/narrow" | grep -c 'Duration .*Function .*At')" 1 "not those that say who and where"
is "$(grep -vc '^Not shown' "$tap_dir/narrow")" "$(gt --report=greedy "$trace" | wc -l)" "no row is lost"
is "$(gt --report=greedy --width=80 "$trace" | sed -n '2,$s/^ *\([0-9.]*[mun]*s\) .*/\1/p')" \
	"$(gt --report=greedy "$trace" | sed -n '2,$s/^ *\([0-9.]*[mun]*s\) .*/\1/p')" "no number is cut"
is "$(gt --report=greedy --width=300 "$trace" | cksum)" "$(gt --report=greedy "$trace" | cksum)" "where there is room nothing is cut"
is "$(gt --report=greedy --columns=dur,start,end,p,g,m,func --width=40 "$trace" | grep -c '^Not shown')" 0 "columns that were named stay"
for format in json csv ndjson; do
	is "$(gt --report=greedy --width=40 --format=$format "$trace" | cksum)" "$(gt --report=greedy --format=$format "$trace" | cksum)" \
		"--width and $format"
done
gt --report=findings --width=80 "$trace" >"$tap_dir/narrow"
is "$(awk 'length > 80' "$tap_dir/narrow")" "" "findings with --width=80"
is "$(tail -n +2 "$tap_dir/narrow" | tr -s ' \n' ' ')" "$(gt --report=findings "$trace" | tail -n +2 | tr -s ' \n' ' ')" "sentences get more lines, no word is lost"
is "$(gt --report=greedy --width=1 --limit=2 "$trace" | head -n 3 | awk '{ print NF }' | sort -u)" 1 "--width=1: one column is left"
refused "--width takes a number of columns" --report=greedy --width=x "$trace"
refused "--width takes a number of columns" --report=greedy --width=1000000 "$trace"
refused "--width needs --report" --dump --width=80 "$trace"

# ---- choosing rows and columns ----
is "$(gt --report=greedy --format=csv --columns=g,dur --limit=1 "$trace" | tr -d '\r')" "g,dur_ns
20,1580608" "--columns, with and without _ns"
is "$(gt --report=greedy --format=csv --columns=dur --sort=dur "$trace" | tail -n 1)" \
	"$(gt --report=greedy --format=csv --columns=dur --limit=1 "$trace" | tail -n 1)" "--sort: the largest comes last"
is "$(gt --report=greedy --format=csv --columns=dur --sort=-dur,start "$trace" | cksum)" \
	"$(gt --report=greedy --format=csv --columns=dur "$trace" | cksum)" "--sort=-dur,start is the order of greedy"
all=$(gt --report=greedy --format=ndjson "$trace" | wc -l)
long=$(gt --report=greedy --format=ndjson '--filter=dur>=500us' "$trace" | wc -l)
short=$(gt --report=greedy --format=ndjson '--filter=!(dur>=500us)' "$trace" | wc -l)
is $((long + short)) "$all" "a filter and its opposite: $long and $short"
ok "both find something" test "$long" -gt 0 -a "$short" -gt 0
before=$(gt --report=events --format=ndjson --to=50% "$trace" | wc -l)
after=$(gt --report=events --format=ndjson --from=50% "$trace" | wc -l)
is $((before + after)) "$(gt --report=events --format=ndjson "$trace" | wc -l)" "--from and --to part the events: $before and $after"
# closed COMMAND...: without any standard stream.
closed() {
	"$@" <&- >&- 2>&-
}
rc_is 0 "an index" "$GT_EXE" --index="$tap_dir/closed" --report=procs "$trace"
cp "$tap_dir/closed" "$tap_dir/open"
rm "$tap_dir/closed"
rc_is 1 "all streams are closed: an error" closed "$GT_EXE" --index="$tap_dir/closed" --report=procs "$trace"
ok "nothing was printed into the index" cmp "$tap_dir/closed" "$tap_dir/open"
rc_is 1 "standard input is closed" closed "$GT_EXE" --report=procs -
rc_is 0 'a comparison from after the end' gt --from=99h --compare="$trace" "$trace"
is "$(cat "$tap_dir/err")" "gtrace-tui: $trace: --from=99h is past its end at 0.040896193s" \
	'a comparison from after the end: said once'
ok 'a comparison from after the end says that nothing is there' grep -q '^after .*, nothing in this range, ' "$tap_dir/out"
for what in --report=procs --dump --export=chrome --fail-if=greedy.count\>1000000; do
	rc_is 0 "$what from after the end" gt --from=99h "$what" "$trace"
	is "$(cat "$tap_dir/err")" "gtrace-tui: $trace: --from=99h is past its end at 0.040896193s" "$what: says so"
done

rc_is 0 "the reader of --export=chrome goes away" bash -c '
	"$0" --index=none --export=chrome "$1" | head -c 10; exit ${PIPESTATUS[0]}' "$GT_EXE" "$trace"

# ---- several traces ----
is "$(gt --report=summary --format=csv --columns=version "$trace" "$other" | tr -d '\r')" "file,version
$trace,go 1.26
$other,go 1.23" "several traces as CSV have one header and a column with their names"
is "$(gt --report=summary --format=json "$trace" "$other" | grep -c '^{"schema":1,"report":"summary"')" 2 "as JSON: a document each"
rc_is 2 "one of them is no trace" gt --report=summary --columns=events "$trace" "$GT_SRCDIR/testdata/bad/picture.png"
ok "the other one is reported" grep -q 754 "$tap_dir/out"
rc_is 3 "one of them is damaged" gt --report=summary --columns=events "$trace" "$damaged"

rc_is 2 "one of them is a program" gt --report=summary --columns=events "$GT_EXE" "$trace"
ok "says what it is" grep -q 'looks like an ELF program' "$tap_dir/err"
ok "the trace is reported" grep -q 754 "$tap_dir/out"

# ---- a trace of Go 1.5 ----
old=$tap_dir/old.trace
{
	printf 'go 1.5 trace\0\0\0\0\x41\0\x01\xe8\x07'           # Batch
	printf '\xcd\x08\0\0\x01\xc0\xa0\x80\x02\x01'              # GoCreate
	printf '\x84\x01\x0a\x01\0\x45\x01\x0a\x07'                # Gomaxprocs, ProcStart
	printf '\x4e\x01\x0a\x01\x0f\x01\x0a'                       # GoStart, GoEnd
	printf '\xc3\x06\x01\x01\x91\xa0\x80\x02'                   # Stack
	printf '\x02\x80\x94\xeb\xdc\x03\0'                         # Frequency
} >"$old"
rc_is 0 "has no names" gt --dump "$old"
ok "it shows program counters" grep -q '^ *4198417 ' "$tap_dir/out"

# ---- thresholds ----
rc_is 4 "--fail-if that is exceeded" gt '--fail-if=greedy.max>1ms' "$trace"
ok "it says what was measured" grep -q 'greedy.max is 1.58.*ms, > 1ms' "$tap_dir/err"
rc_is 0 "--fail-if that is not" gt '--fail-if=greedy.max>20ms' "$trace"
is "$(cat "$tap_dir/out" "$tap_dir/err")" "" "then it is silent"
rc_is 4 "--fail-if with a report" gt --report=procs '--fail-if=stw.count>0' "$trace"
ok "prints the report" grep -q Busy "$tap_dir/out"
rc_is 4 "--fail-if with ||" gt '--fail-if=greedy.max>20s || goroutines.sched_wait.p50>=0' "$trace"
rc_is 0 "--fail-if with &&" gt '--fail-if=greedy.max>20s && goroutines.count>0' "$trace"
rc_is 4 "--fail-if of a summary" gt '--fail-if=summary.events>=754' "$trace"
rc_is 4 "--fail-if of a share" gt '--fail-if=sched.pressure.some>0%' "$trace"
rc_is 0 "--fail-if of a share that is not exceeded" gt '--fail-if=sched.pressure.some>100% || pressure.some.max>100%' "$trace"
of_ps() {
	gt --report=gc --filter="procs_share>$1" --format=csv --columns=start "$GT_SRCDIR/testdata/traces/go1.27/gc.trace" |
		tr -d '\r' | paste -sd,
}
is "$(of_ps 25%) $(of_ps 0.25)" "start_ns,4828865 start_ns,4828865" "a filter takes both, too"
rc_is 4 "shares and percent are the same" gt '--fail-if=sched.pressure.some<=1 && pressure.full.max<=100%' "$trace"
refused "not a share, like 10% or 0.1" '--fail-if=sched.pressure.full>10ms' "$trace"
refused "shares have no sum" '--fail-if=pressure.some.sum>1' "$trace"
rc_is 0 "--fail-if of nothing" gt '--fail-if=gc.max>0' "$trace"
rc_is 4 "--fail-if with mean and min" gt '--fail-if=greedy.mean>0 && greedy.min>0 && greedy.sum>1ms' "$trace"

# ---- where the output goes ----
gt --report=events --format=ndjson "$trace" 2>"$tap_dir/err" | head -n 1 >"$tap_dir/out"
is "${PIPESTATUS[0]} $(cat "$tap_dir/err")" "0 " "a closed pipe ends it quietly"
# What nobody reads is not printed; what the status is about is looked at all the same.
gens=$GT_SRCDIR/testdata/traces/go1.27/gens.trace
head -c 5000 "$gens" >"$tap_dir/cut.trace"
# closed_pipe FILE...: the exit status of a report that nobody reads to its end.
closed_pipe() {
	gt --report=events --format=ndjson "$@" 2>"$tap_dir/err" | head -n 1 >/dev/null
	return "${PIPESTATUS[0]}"
}
many=("$trace" "$trace" "$trace" "$trace")
rc_is 0 "a closed pipe and several traces" closed_pipe "${many[@]}" "$gens"
rc_is 4 "... the last of them exceeds a threshold" closed_pipe --fail-if='events.count<500' "${many[@]}" "$gens"
ok "... which is said" grep -q "gens.trace: events.count is 471, < 500" "$tap_dir/err"
rc_is 3 "... the last of them is damaged" closed_pipe "${many[@]}" "$tap_dir/cut.trace"
ok "... which is said" grep -q "cut.trace: damaged" "$tap_dir/err"
rc_is 1 "... the last of them is missing" closed_pipe "${many[@]}" "$tap_dir/nowhere"
ok "... which is said" grep -q "nowhere: cannot open" "$tap_dir/err"
if [ -w /dev/full ]; then
	for what in --report=events --diagreedy=3 --dump --export=chrome -d=wire -d=parsed -d=footprint --help --version; do
		"$GT_EXE" --index=none $what "$trace" >/dev/full 2>"$tap_dir/err"
		is "$? $(grep -c 'cannot write to standard output: No space' "$tap_dir/err")" "1 1" "$what to a full disk"
	done
else
	skip 8 "no /dev/full"
fi
rc_is 1 "no terminal, no report" "$GT_EXE" "$trace"
ok "says how to get a report" grep -q 'not a terminal.*--report=NAME' "$tap_dir/err"

done_testing
