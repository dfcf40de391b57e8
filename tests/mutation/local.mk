# Changes one operator of src/ at a time and says which tests notice: the head of run.py.
#	make mutation N=100 SEED=1
EXTRA_DIST += tests/mutation/run.py tests/mutation/sites.py tests/mutation/suite.py
N = 100
SEED = 1
MUTATION_DIR = $(abs_builddir)/mutation
mutation:
	PYTHONDONTWRITEBYTECODE=1 nice -n 10 python3 $(top_srcdir)/tests/mutation/run.py $(MUTATION_DIR) $(N) $(SEED)

.PHONY: mutation
