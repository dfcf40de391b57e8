# Command line tests: text and JSON goldens.
SH_TESTS += tests/cli/options.sh
SH_TESTS += tests/cli/expected.sh
SH_TESTS += tests/cli/bad.sh
SH_TESTS += tests/cli/damaged.sh
SH_TESTS += tests/cli/hardening.sh
SH_TESTS += tests/cli/files.sh
SH_TESTS += tests/cli/formats.sh
SH_TESTS += tests/cli/columns.sh
SH_TESTS += tests/cli/man.sh
SH_TESTS += tests/cli/cells.sh
SH_TESTS += tests/cli/sorted.sh
SH_TESTS += tests/cli/stw.sh
SH_TESTS += tests/cli/equal.sh
SH_TESTS += tests/cli/lives.sh
SH_TESTS += tests/cli/timeline.sh
SH_TESTS += tests/cli/oracle.sh
TEST_FILES += tests/cli/golden
