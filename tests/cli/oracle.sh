# What Go's own parsers say of a larger set of traces, if it lies beside this checkout.
. "${GT_SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap/tap.sh"

shared=$GT_SRCDIR/../shared
[ -x "$shared/tools/check-oracle" ] || skip_all "no traces beside this checkout"
command -v python3 >/dev/null || skip_all "no python3"
exec "$shared/tools/check-oracle" "$GT_EXE" --format v2 --part summary --part order --part greedy --part split \
	--part goroutines --part groups --part ranges --part annotations --part samples --part damage
