# Fuzz targets and the driver that replays their corpora.
