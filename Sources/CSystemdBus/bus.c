// SPDX-License-Identifier: Apache-2.0
// The functions of sd-bus that the gateway uses.
#include "include/shim.h"
#include <CLateBinding.h>
#include <errno.h>

#define LATE(result, function, parameters, arguments, missing) \
    GNSS_LATE("libsystemd.so.0", result, function, parameters, arguments, missing)
#define LATE_VOID(function, parameters, arguments) LATE(void, function, parameters, arguments, )

LATE(int, sd_bus_add_object,
    (sd_bus *bus, sd_bus_slot **slot, const char *path, sd_bus_message_handler_t callback, void *userdata),
    (bus, slot, path, callback, userdata), -ENOSYS)
LATE(int, sd_bus_call,
    (sd_bus *bus, sd_bus_message *m, uint64_t usec, sd_bus_error *ret_error, sd_bus_message **reply),
    (bus, m, usec, ret_error, reply), -ENOSYS)
LATE(int, sd_bus_call_async,
    (sd_bus *bus, sd_bus_slot **slot, sd_bus_message *m, sd_bus_message_handler_t callback, void *userdata, uint64_t usec),
    (bus, slot, m, callback, userdata, usec), -ENOSYS)
LATE_VOID(sd_bus_error_free, (sd_bus_error *e), (e))
LATE(int, sd_bus_error_set, (sd_bus_error *e, const char *name, const char *message), (e, name, message), -ENOSYS)
LATE(sd_bus *, sd_bus_flush_close_unref, (sd_bus *bus), (bus), NULL)
LATE(int, sd_bus_message_append_basic, (sd_bus_message *m, char type, const void *p), (m, type, p), -ENOSYS)
LATE(int, sd_bus_message_close_container, (sd_bus_message *m), (m), -ENOSYS)
LATE(int, sd_bus_message_enter_container,
    (sd_bus_message *m, char type, const char *contents),
    (m, type, contents), -ENOSYS)
LATE(int, sd_bus_message_exit_container, (sd_bus_message *m), (m), -ENOSYS)
LATE(const sd_bus_error *, sd_bus_message_get_error, (sd_bus_message *m), (m), NULL)
LATE(const char *, sd_bus_message_get_member, (sd_bus_message *m), (m), NULL)
LATE(int, sd_bus_message_is_method_call,
    (sd_bus_message *m, const char *interface, const char *member),
    (m, interface, member), -ENOSYS)
LATE(int, sd_bus_message_is_method_error, (sd_bus_message *m, const char *name), (m, name), -ENOSYS)
LATE(int, sd_bus_message_new_method_call,
    (sd_bus *bus, sd_bus_message **m, const char *destination, const char *path, const char *interface, const char *member),
    (bus, m, destination, path, interface, member), -ENOSYS)
LATE(int, sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message **m), (call, m), -ENOSYS)
LATE(int, sd_bus_message_open_container,
    (sd_bus_message *m, char type, const char *contents),
    (m, type, contents), -ENOSYS)
LATE(int, sd_bus_message_peek_type,
    (sd_bus_message *m, char *type, const char **contents),
    (m, type, contents), -ENOSYS)
LATE(int, sd_bus_message_read_basic, (sd_bus_message *m, char type, void *p), (m, type, p), -ENOSYS)
LATE(sd_bus_message *, sd_bus_message_ref, (sd_bus_message *m), (m), NULL)
LATE(int, sd_bus_message_set_auto_start, (sd_bus_message *m, int b), (m, b), -ENOSYS)
LATE(int, sd_bus_message_skip, (sd_bus_message *m, const char *types), (m, types), -ENOSYS)
LATE(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *m), (m), NULL)
LATE(int, sd_bus_open_system, (sd_bus **ret), (ret), -ENOSYS)
LATE(int, sd_bus_process, (sd_bus *bus, sd_bus_message **r), (bus, r), -ENOSYS)
LATE(int, sd_bus_reply_method_error, (sd_bus_message *call, const sd_bus_error *e), (call, e), -ENOSYS)
LATE(int, sd_bus_send, (sd_bus *bus, sd_bus_message *m, uint64_t *cookie), (bus, m, cookie), -ENOSYS)
LATE(sd_bus_slot *, sd_bus_slot_unref, (sd_bus_slot *slot), (slot), NULL)
LATE(int, sd_bus_wait, (sd_bus *bus, uint64_t timeout_usec), (bus, timeout_usec), -ENOSYS)
