# Command line tests: text and JSON goldens.
#	SH_TESTS += tests/cli/X.sh
