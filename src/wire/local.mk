# Sources of the wire layer: one "src_libgt_wire_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_wire.a
src_libgt_wire_a_SOURCES =
src_libgt_wire_a_SOURCES += src/wire/v2events.c src/wire/v2events.h src/wire/v2events.def
