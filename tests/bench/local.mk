# Measurements for `make bench`; the measured program is not run by make check.
EXTRA_DIST += tests/bench/run.sh
