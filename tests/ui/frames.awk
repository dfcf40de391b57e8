# What a script has dumped, as text to read: each frame has its name, the lines of the script since the frame
# before, and only what has changed.
#
#	awk -v dir=DIR -f frames.awk SCRIPT
#
# The dumps are the files 1, 2, ... in DIR.  The number of a row (0 is the topmost) stands before the first of
# adjacent rows only, so that another row above leaves the lines below it as they are.  The first frame of a size is
# whole.  Screens, styles and inks are each compared with the frame of their kind before; a style that has gone has
# no inks.

# With "", so that rows that are numbers are not compared as such.
function add(label, text) {
	label_of[n++] = label
	now[label] = text ""
}

# Dumps of styles leave out the rows in which all cells have the usual one.
function read_dump(file,    line, blank) {
	n = 0
	whole = ""
	split("", now)
	while ((getline line <file) > 0) {
		whole = whole line "\n"
		blank = index(line, " ")
		if (kind == "dump-inks") {
			add(substr(line, 1, blank - 1), substr(line, blank + 1))
		} else if (kind == "dump-styles") {
			while (n < line + 0)
				add(n, "")
			add(n, substr(line, blank + 1))
		} else {
			add(n, line)
		}
	}
	close(file)
	return n
}

function put(label, text) {
	changes = changes sprintf("%3s|", label == next_row ? "" : label) text "\n"
	next_row = label + 1
}

function compare(    i, label) {
	changes = ""
	next_row = -1
	for (i = 0; i < before_n[kind]; i++) {
		label = before_label[kind, i]
		if (size != before_size[kind] || !(label in now))
			delete before[kind, label]
		if (size == before_size[kind] && !(label in now))
			put(label, "")
	}
	for (i = 0; i < n; i++) {
		label = before_label[kind, i] = label_of[i]
		if (!((kind, label) in before) || before[kind, label] != now[label])
			put(label, now[label])
		before[kind, label] = now[label]
	}
	before_n[kind] = n
	before_size[kind] = size
}

/^#/ || NF == 0 {
	next
}

{
	kind = $1
	name = name (name == "" ? "--- " : "; ") $0
}

kind == "resize" {
	size = $2
}

kind ~ /^dump-/ {
	if (!read_dump(dir "/" ++frame))
		exit
	sub(/; dump-screen$/, "", name)
	print name
	name = ""
	compare()
	same = seen[kind, size, whole]
	if (!same)
		printf "%s", changes
	else if (same == last[kind])
		print "    unchanged"
	else
		print "    as " frame - same " frames before"
	last[kind] = seen[kind, size, whole] = frame
}
