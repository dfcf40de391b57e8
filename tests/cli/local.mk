# Command line tests: text and JSON goldens.
SH_TESTS += tests/cli/planted-locks.sh tests/cli/planted-queues.sh
TEST_FILES += tests/cli/lib-planted.sh
SH_TESTS += tests/cli/options.sh tests/cli/batch.sh
SH_TESTS += tests/cli/options.sh
SH_TESTS += tests/cli/completion.sh tests/cli/color.sh tests/cli/places.sh tests/cli/zstd.sh tests/cli/walltime.sh
SH_TESTS += tests/cli/expected.sh
SH_TESTS += tests/cli/bad.sh
SH_TESTS += tests/cli/damaged.sh
SH_TESTS += tests/cli/dumps.sh
SH_TESTS += tests/cli/hardening.sh
SH_TESTS += tests/cli/heapgoal.sh
SH_TESTS += tests/cli/jobs.sh
SH_TESTS += tests/cli/files.sh tests/cli/hints.sh tests/cli/changed.sh tests/cli/confined.sh
SH_TESTS += tests/cli/formats.sh
SH_TESTS += tests/cli/fleet.sh
SH_TESTS += tests/cli/columns.sh tests/cli/compare.sh tests/cli/machine.sh tests/cli/difftree.sh
SH_TESTS += tests/cli/man.sh
SH_TESTS += tests/cli/config.sh
SH_TESTS += tests/cli/callbacks.sh
SH_TESTS += tests/cli/cells.sh
SH_TESTS += tests/cli/output.sh
SH_TESTS += tests/cli/assemble.sh
SH_TESTS += tests/cli/cuts.sh
SH_TESTS += tests/cli/skew.sh
SH_TESTS += tests/cli/sorted.sh
SH_TESTS += tests/cli/brief.sh tests/cli/plants.sh tests/cli/stw.sh
SH_TESTS += tests/cli/equal.sh tests/cli/values.sh
SH_TESTS += tests/cli/live.sh tests/cli/lives.sh
SH_TESTS += tests/cli/misused.sh
SH_TESTS += tests/cli/waits.sh
SH_TESTS += tests/cli/timeline.sh tests/cli/restrict.sh
SH_TESTS += tests/cli/everyformat.sh tests/cli/tables.sh
SH_TESTS += tests/cli/requests.sh
SH_TESTS += tests/cli/oracle.sh
SH_TESTS += tests/cli/mmu-go.sh
TEST_FILES += tests/cli/golden tests/cli/everyformat.py tests/cli/fleet.py tests/cli/makework.py tests/cli/parquet.py tests/cli/ping.py tests/cli/requests.py \
TEST_FILES += tests/cli/golden tests/cli/everyformat.py tests/cli/makework.py tests/cli/parquet.py tests/cli/ping.py tests/cli/places.py tests/cli/requests.py \
TEST_FILES += tests/cli/golden tests/cli/everyformat.py tests/cli/makework.py tests/cli/parquet.py tests/cli/ping.py tests/cli/replay.py tests/cli/requests.py \
	tests/cli/skew.py
TEST_FILES += tests/cli/golden tests/cli/everyformat.py tests/cli/makework.py tests/cli/parquet.py tests/cli/ping.py tests/cli/requests.py \
	tests/cli/skew.py tests/cli/tables.py
TEST_FILES += tests/cli/golden tests/cli/everyformat.py tests/cli/makework.py tests/cli/parquet.py tests/cli/ping.py tests/cli/requests.py \
	tests/cli/skew.py tests/cli/cuts.py
SH_TESTS += tests/cli/sql.sh
TEST_FILES += tests/cli/golden tests/cli/everyformat.py tests/cli/makework.py tests/cli/parquet.py tests/cli/ping.py tests/cli/requests.py \
	tests/cli/skew.py tests/cli/sql.py
