// SPDX-License-Identifier: Apache-2.0
// The functions of libmosquitto that are used.
#include "include/shim.h"
#include <CLateBinding.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

#define MOSQUITTO "libmosquitto.so.1"

bool gnss_mosquitto_is_available(void) {
    // These functions are the newest ones that are used: MQTT 5 came with libmosquitto 1.6.
    return gnss_late_symbol(MOSQUITTO, "mosquitto_connect_bind_v5") && gnss_late_symbol(MOSQUITTO, "mosquitto_int_option");
}

int gnss_mosquitto_no_password(char *buffer, int size, int is_writing, void *user) {
    (void)is_writing;
    (void)user;
    if (size > 0) buffer[0] = 0;
    return 0;
}

uint64_t gnss_received_bytes(int descriptor) {
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    // glibc's own struct lacks this field, which Linux has had since 4.1.
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
    return size >= offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received ? info.tcpi_bytes_received : 0;
}

GNSS_LATE(MOSQUITTO, int, mosquitto_lib_init, (void), (), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, struct mosquitto *, mosquitto_new,
    (const char *id, bool clean_session, void *object),
    (id, clean_session, object), NULL)
GNSS_LATE(MOSQUITTO, void, mosquitto_destroy, (struct mosquitto *client), (client), )
GNSS_LATE(MOSQUITTO, int, mosquitto_int_option,
    (struct mosquitto *client, int option, int value),
    (client, option, value), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_will_set_v5,
    (struct mosquitto *client, const char *topic, int length, const void *payload, int qos, bool retain,
     mosquitto_property *properties),
    (client, topic, length, payload, qos, retain, properties), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_username_pw_set,
    (struct mosquitto *client, const char *user, const char *password),
    (client, user, password), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_tls_set,
    (struct mosquitto *client, const char *cafile, const char *capath, const char *certfile, const char *keyfile,
     int (*password)(char *buffer, int size, int is_writing, void *user)),
    (client, cafile, capath, certfile, keyfile, password), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_tls_psk_set,
    (struct mosquitto *client, const char *psk, const char *identity, const char *ciphers),
    (client, psk, identity, ciphers), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_connect_bind_v5,
    (struct mosquitto *client, const char *host, int port, int keepalive, const char *bind_address,
     const mosquitto_property *properties),
    (client, host, port, keepalive, bind_address, properties), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_disconnect_v5,
    (struct mosquitto *client, int reason, const mosquitto_property *properties),
    (client, reason, properties), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_publish_v5,
    (struct mosquitto *client, int *mid, const char *topic, int length, const void *payload, int qos, bool retain,
     const mosquitto_property *properties),
    (client, mid, topic, length, payload, qos, retain, properties), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_subscribe_v5,
    (struct mosquitto *client, int *mid, const char *filter, int qos, int options, const mosquitto_property *properties),
    (client, mid, filter, qos, options, properties), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_unsubscribe_v5,
    (struct mosquitto *client, int *mid, const char *filter, const mosquitto_property *properties),
    (client, mid, filter, properties), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_loop_read,
    (struct mosquitto *client, int most),
    (client, most), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_loop_write,
    (struct mosquitto *client, int most),
    (client, most), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_loop_misc, (struct mosquitto *client), (client), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_socket, (struct mosquitto *client), (client), -1)
GNSS_LATE(MOSQUITTO, bool, mosquitto_want_write, (struct mosquitto *client), (client), false)
GNSS_LATE(MOSQUITTO, void, mosquitto_connect_v5_callback_set,
    (struct mosquitto *client,
     void (*on_connect)(struct mosquitto *, void *, int reason, int flags, const mosquitto_property *)),
    (client, on_connect), )
GNSS_LATE(MOSQUITTO, void, mosquitto_disconnect_v5_callback_set,
    (struct mosquitto *client, void (*on_disconnect)(struct mosquitto *, void *, int reason, const mosquitto_property *)),
    (client, on_disconnect), )
GNSS_LATE(MOSQUITTO, void, mosquitto_publish_v5_callback_set,
    (struct mosquitto *client,
     void (*on_publish)(struct mosquitto *, void *, int mid, int reason, const mosquitto_property *)),
    (client, on_publish), )
GNSS_LATE(MOSQUITTO, void, mosquitto_subscribe_v5_callback_set,
    (struct mosquitto *client,
     void (*on_subscribe)(struct mosquitto *, void *, int mid, int count, const int *granted, const mosquitto_property *)),
    (client, on_subscribe), )
GNSS_LATE(MOSQUITTO, void, mosquitto_message_v5_callback_set,
    (struct mosquitto *client,
     void (*on_message)(struct mosquitto *, void *, const struct mosquitto_message *, const mosquitto_property *)),
    (client, on_message), )
GNSS_LATE(MOSQUITTO, void, mosquitto_log_callback_set,
    (struct mosquitto *client, void (*on_log)(struct mosquitto *, void *, int level, const char *text)),
    (client, on_log), )
GNSS_LATE(MOSQUITTO, const char *, mosquitto_strerror, (int error), (error), "libmosquitto is missing")
GNSS_LATE(MOSQUITTO, const char *, mosquitto_reason_string, (int reason), (reason), "libmosquitto is missing")
GNSS_LATE(MOSQUITTO, int, mosquitto_property_add_byte,
    (mosquitto_property **list, int identifier, uint8_t value),
    (list, identifier, value), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_property_add_int32,
    (mosquitto_property **list, int identifier, uint32_t value),
    (list, identifier, value), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, int, mosquitto_property_add_string,
    (mosquitto_property **list, int identifier, const char *value),
    (list, identifier, value), gnss_mosquitto_not_supported)
GNSS_LATE(MOSQUITTO, const mosquitto_property *, mosquitto_property_read_byte,
    (const mosquitto_property *list, int identifier, uint8_t *value, bool skip_first),
    (list, identifier, value, skip_first), NULL)
GNSS_LATE(MOSQUITTO, const mosquitto_property *, mosquitto_property_read_int16,
    (const mosquitto_property *list, int identifier, uint16_t *value, bool skip_first),
    (list, identifier, value, skip_first), NULL)
GNSS_LATE(MOSQUITTO, const mosquitto_property *, mosquitto_property_read_string,
    (const mosquitto_property *list, int identifier, char **value, bool skip_first),
    (list, identifier, value, skip_first), NULL)
GNSS_LATE(MOSQUITTO, void, mosquitto_property_free_all, (mosquitto_property **list), (list), )
