// SPDX-License-Identifier: Apache-2.0
// libmosquitto: an MQTT 5 client. It is loaded when the gateway first connects to a broker, and a machine without it sends
// nothing over MQTT. These declarations agree with libmosquitto 2.0, which keeps its binary interface within the soname.
#ifndef CMOSQUITTO_SHIM_H
#define CMOSQUITTO_SHIM_H
#include <stdbool.h>
#include <stdint.h>

struct mosquitto;
typedef struct mqtt5__property mosquitto_property;

/// A received message. It is valid during the callback.
struct mosquitto_message {
    int mid;
    char *topic;
    void *payload;
    int payloadlen;
    int qos;
    bool retain;
};

enum {
    gnss_mosquitto_protocol_version = 1, // MOSQ_OPT_PROTOCOL_VERSION
    gnss_mosquitto_receive_maximum = 4,  // MOSQ_OPT_RECEIVE_MAXIMUM
    gnss_mosquitto_send_maximum = 5,     // MOSQ_OPT_SEND_MAXIMUM
    gnss_mosquitto_tcp_nodelay = 11,     // MOSQ_OPT_TCP_NODELAY
    gnss_mosquitto_mqtt_5 = 5,
    gnss_mosquitto_log_error = 1 << 3,
    gnss_mosquitto_send_retain_never = 0x20, // MQTT_SUB_OPT_SEND_RETAIN_NEVER
    // The results of functions (enum mosq_err_t) that the gateway tells apart.
    gnss_mosquitto_success = 0,
    gnss_mosquitto_no_memory = 1,
    gnss_mosquitto_invalid = 3,
    gnss_mosquitto_connection_lost = 7,
    gnss_mosquitto_tls = 8,
    gnss_mosquitto_payload_size = 9,
    gnss_mosquitto_not_supported = 10,
    gnss_mosquitto_system_error = 14,
    gnss_mosquitto_lookup_error = 15,
    gnss_mosquitto_keepalive = 19,
    gnss_mosquitto_lookup = 20,
    gnss_mosquitto_tls_handshake = 23,
    gnss_mosquitto_oversize_packet = 25,
    // Identifiers of properties (MQTT 5.0, section 2.2.2.2).
    gnss_mqtt_payload_format = 1,
    gnss_mqtt_message_expiry = 2,
    gnss_mqtt_content_type = 3,
    gnss_mqtt_session_expiry = 17,
    gnss_mqtt_reason_string = 31,
    gnss_mqtt_receive_maximum = 33,
    gnss_mqtt_maximum_qos = 36,
    gnss_mqtt_retain_available = 37,
    gnss_mqtt_maximum_packet_size = 39,
};

/// True if the library can be loaded.
bool gnss_mosquitto_is_available(void);

/// Refuses to ask for the password of a private key, for which OpenSSL would otherwise read the terminal.
int gnss_mosquitto_no_password(char *buffer, int size, int is_writing, void *user);

/// The number of bytes that a TCP connection has received; 0 if the system does not know it.
uint64_t gnss_received_bytes(int socket);

/// Creates the timer of the calling thread, which must destroy it. Returns 0 or the system's error.
int gnss_watch_create(void);

/// Interrupts blocking calls of the calling thread every `interval` nanoseconds until gnss_watch_end. If `socket` is not -1,
/// each interruption also shuts it down once it has received more than `limit` bytes.
void gnss_watch_begin(int64_t interval, int socket, uint64_t limit);
void gnss_watch_end(void);
void gnss_watch_destroy(void);

int mosquitto_lib_init(void);
struct mosquitto *mosquitto_new(const char *id, bool clean_session, void *object);
void mosquitto_destroy(struct mosquitto *client);
int mosquitto_int_option(struct mosquitto *client, int option, int value);
int mosquitto_will_set_v5(
    struct mosquitto *client, const char *topic, int length, const void *payload, int qos, bool retain,
    mosquitto_property *properties);
int mosquitto_username_pw_set(struct mosquitto *client, const char *user, const char *password);
int mosquitto_tls_set(
    struct mosquitto *client, const char *cafile, const char *capath, const char *certfile, const char *keyfile,
    int (*password)(char *buffer, int size, int is_writing, void *user));
int mosquitto_tls_psk_set(struct mosquitto *client, const char *psk, const char *identity, const char *ciphers);
int mosquitto_connect_bind_v5(
    struct mosquitto *client, const char *host, int port, int keepalive, const char *bind_address,
    const mosquitto_property *properties);
int mosquitto_disconnect_v5(struct mosquitto *client, int reason, const mosquitto_property *properties);
int mosquitto_publish_v5(
    struct mosquitto *client, int *mid, const char *topic, int length, const void *payload, int qos, bool retain,
    const mosquitto_property *properties);
int mosquitto_subscribe_v5(
    struct mosquitto *client, int *mid, const char *filter, int qos, int options, const mosquitto_property *properties);
int mosquitto_unsubscribe_v5(
    struct mosquitto *client, int *mid, const char *filter, const mosquitto_property *properties);
int mosquitto_loop_read(struct mosquitto *client, int most);
int mosquitto_loop_write(struct mosquitto *client, int most);
int mosquitto_loop_misc(struct mosquitto *client);
int mosquitto_socket(struct mosquitto *client);
bool mosquitto_want_write(struct mosquitto *client);

void mosquitto_connect_v5_callback_set(
    struct mosquitto *client,
    void (*on_connect)(struct mosquitto *, void *, int reason, int flags, const mosquitto_property *));
void mosquitto_disconnect_v5_callback_set(
    struct mosquitto *client, void (*on_disconnect)(struct mosquitto *, void *, int reason, const mosquitto_property *));
void mosquitto_publish_v5_callback_set(
    struct mosquitto *client,
    void (*on_publish)(struct mosquitto *, void *, int mid, int reason, const mosquitto_property *));
void mosquitto_subscribe_v5_callback_set(
    struct mosquitto *client,
    void (*on_subscribe)(
        struct mosquitto *, void *, int mid, int count, const int *granted, const mosquitto_property *));
void mosquitto_message_v5_callback_set(
    struct mosquitto *client,
    void (*on_message)(
        struct mosquitto *, void *, const struct mosquitto_message *, const mosquitto_property *));
void mosquitto_log_callback_set(
    struct mosquitto *client, void (*on_log)(struct mosquitto *, void *, int level, const char *text));

const char *mosquitto_strerror(int error);
const char *mosquitto_reason_string(int reason);

int mosquitto_property_add_byte(mosquitto_property **list, int identifier, uint8_t value);
int mosquitto_property_add_int32(mosquitto_property **list, int identifier, uint32_t value);
int mosquitto_property_add_string(mosquitto_property **list, int identifier, const char *value);
const mosquitto_property *mosquitto_property_read_byte(
    const mosquitto_property *list, int identifier, uint8_t *value, bool skip_first);
const mosquitto_property *mosquitto_property_read_int16(
    const mosquitto_property *list, int identifier, uint16_t *value, bool skip_first);
/// The caller frees `value`.
const mosquitto_property *mosquitto_property_read_string(
    const mosquitto_property *list, int identifier, char **value, bool skip_first);
void mosquitto_property_free_all(mosquitto_property **list);
#endif
