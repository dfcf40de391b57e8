# Scripted runs of the screen on the memory canvas.
#	SH_TESTS += tests/ui/X.sh
SH_TESTS += tests/ui/scripts.sh tests/ui/help.sh
TEST_FILES += tests/ui/everywhere.keys tests/ui/everywhere.txt
TEST_FILES += tests/ui/jobs.keys tests/ui/jobs.txt
TEST_FILES += tests/ui/commands.keys tests/ui/commands.txt
TEST_FILES += tests/ui/damaged.keys tests/ui/damaged.txt tests/ui/empty.keys tests/ui/empty.txt
TEST_FILES += tests/ui/events.keys tests/ui/events.txt tests/ui/goroutines.keys tests/ui/goroutines.txt
TEST_FILES += tests/ui/old.keys tests/ui/old.txt
TEST_FILES += tests/ui/greedy.keys tests/ui/greedy.txt tests/ui/hostile.keys tests/ui/hostile.txt
TEST_FILES += tests/ui/instants.keys tests/ui/instants.txt
TEST_FILES += tests/ui/arrive.keys tests/ui/arrive.txt tests/ui/measure.keys tests/ui/measure.txt
TEST_FILES += tests/ui/lanes.keys tests/ui/lanes.txt tests/ui/lanes-old.keys tests/ui/lanes-old.txt
TEST_FILES += tests/ui/stw.keys tests/ui/stw.txt
TEST_FILES += tests/ui/path.keys tests/ui/path.txt tests/ui/slicegroups.keys tests/ui/slicegroups.txt
TEST_FILES += tests/ui/overview.keys tests/ui/overview.txt
TEST_FILES += tests/ui/stwold.keys tests/ui/stwold.txt
TEST_FILES += tests/ui/horizon.keys tests/ui/horizon.txt
