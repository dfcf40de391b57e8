# Lints of the source tree.
#	SH_TESTS += tests/lint/X.sh
