# Measurements for `make bench`.
