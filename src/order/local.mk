# Sources of the order layer: one "src_libgt_order_a_SOURCES += FILE FILE" per module.
noinst_LIBRARIES += src/libgt_order.a
src_libgt_order_a_SOURCES =
src_libgt_order_a_SOURCES += src/order/event.h
src_libgt_order_a_SOURCES += src/order/order.c src/order/order.h src/order/replay.c src/order/replay.h
src_libgt_order_a_SOURCES += src/order/v2decode.c src/order/v2decode.h src/order/v2state.c src/order/v2state.h
src_libgt_order_a_SOURCES += src/order/v2rules_go.c src/order/v2rules_misc.c src/order/v2rules_proc.c
