# Scenes in a real terminal, driven by tmux.
#	SH_TESTS += tests/tty/X.sh
