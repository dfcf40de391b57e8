# Sources of the analysis layer: one "src_libgt_analysis_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_analysis.a
src_libgt_analysis_a_SOURCES =
