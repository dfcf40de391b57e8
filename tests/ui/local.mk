# Scripted runs of the screen on the memory canvas.
#	SH_TESTS += tests/ui/X.sh
