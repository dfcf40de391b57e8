# Sources of the order layer: one "src_libgt_order_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_order.a
src_libgt_order_a_SOURCES =
