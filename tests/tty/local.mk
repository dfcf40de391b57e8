# Scenes in a real terminal, driven by tmux.
#	SH_TESTS += tests/tty/X.sh
TEST_FILES += tests/tty/lib-tmux.sh
SH_TESTS += tests/tty/asked.sh
SH_TESTS += tests/tty/compare.sh
SH_TESTS += tests/tty/framework.sh
tests/tty/framework.log: tests/unit/ui/ui-demo$(EXEEXT)
SH_TESTS += tests/tty/held.sh tests/tty/live.sh
TEST_FILES += tests/tty/held.py
SH_TESTS += tests/tty/mouse.sh
SH_TESTS += tests/tty/pager.sh
SH_TESTS += tests/tty/program.sh
SH_TESTS += tests/tty/terminals.sh tests/tty/title.sh
SH_TESTS += tests/tty/waiting.sh tests/tty/paste.sh
