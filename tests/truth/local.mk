# What the analyses say, recomputed from the events by a program of its own (Python).
SH_TESTS += tests/truth/truth.sh tests/truth/notices.sh tests/truth/chrome.sh tests/truth/clocks.sh
TEST_FILES += \
	tests/truth/because.py \
	tests/truth/causes.py \
	tests/truth/chains.py \
	tests/truth/check.py \
	tests/truth/clocks.py \
	tests/truth/chrome.py \
	tests/truth/compare.py \
	tests/truth/difftree.py \
	tests/truth/critical.py \
	tests/truth/cut.py \
	tests/truth/damaged.py \
	tests/truth/differ.py \
	tests/truth/events.py \
	tests/truth/findings.py \
	tests/truth/gccost.py \
	tests/truth/lib-agree.sh \
	tests/truth/handovers.py tests/truth/herds.py \
	tests/truth/instead.py \
	tests/truth/lives.py \
	tests/truth/locks.py \
	tests/truth/notes.py \
	tests/truth/picked.py \
	tests/truth/pprof.py \
	tests/truth/inarow.py \
	tests/truth/profiles.py \
	tests/truth/mmu.py \
	tests/truth/program.py \
	tests/truth/queues.py \
	tests/truth/rawbytes.py \
	tests/truth/requests.py \
	tests/truth/same.py \
	tests/truth/series.py \
	tests/truth/shards.py \
	tests/truth/shorts.py \
	tests/truth/places.py \
	tests/truth/spans.py \
	tests/truth/stalls.py \
	tests/truth/stops.py \
	tests/truth/ticks.py \
	tests/truth/torn.py \
	tests/truth/trees.py \
	tests/truth/values.py \
	tests/truth/waitrows.py \
	tests/truth/waits.py \
	tests/truth/window.py \
	tests/truth/world.py
