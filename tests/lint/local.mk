# Lints of the source tree.
SH_TESTS += tests/lint/check-layers.sh
SH_TESTS += tests/lint/check-man.sh
SH_TESTS += tests/lint/check-rooms.sh
SH_TESTS += tests/lint/check-style.sh
TEST_FILES += tests/lint/lib-files.sh tests/lint/release-files.sh tests/lint/rooms
