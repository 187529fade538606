// SPDX-License-Identifier: Apache-2.0
//
// A receiver driver in plain C for lines `FIX latitude longitude` over TCP, with the kit's helpers, and the same with one
// defect each (-DDEFECT_…). With -DDEFECT_AWAY its name server is away: a look-up takes half a minute. With
// -DDEFECT_BLOCKING it waits for that in its own `run` too, which is the mistake that the kit's helper avoids, and with
// -DDEFECT_LOOKS_UP_AT_STOP in `stop`.
//
// -DHOST_KEY="…" and -DPORT_KEY="…" name its settings otherwise; -DDEVICE_KEY="…" makes them one, `tcp://host:port`, and
// -DSCHEME="" leaves out what precedes the host. -DPORT_IS_TEXT makes the port a text.

#define _GNU_SOURCE

#include <netdb.h>
#include <poll.h>
#include <unistd.h>

#if defined DEFECT_AWAY || defined DEFECT_BLOCKING || defined DEFECT_LOOKS_UP_AT_STOP
static int away(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    poll(NULL, 0, 30000);
    return getaddrinfo(host, service, hints, found);
}
#ifndef DEFECT_LOOKS_UP_AT_STOP
#define getaddrinfo away
#endif
#endif

#include "gnss_driver_kit.h"
#include "gnss_driver_tcp.h"

#ifndef HOST_KEY
#define HOST_KEY "host"
#endif
#ifndef SCHEME
#define SCHEME "tcp://"
#endif
#ifndef PORT_KEY
#define PORT_KEY "port"
#endif

typedef struct driver {
    const gnss_host_v1 *host;
    int stop;
    char name[256];
    double port;
    double latitude;
    double longitude;
    char line[128];
    size_t used;
    // When the last fix was decoded, or its absence reported.
    int64_t last_ns;
} driver;

static int read_settings(driver *d, const char *configuration, size_t length) {
#ifdef DEVICE_KEY
    char device[256];
    if (!gnss_config_text(configuration, length, DEVICE_KEY, device, sizeof device)) return 0;
    return sscanf(device, SCHEME "%200[^:]:%lf", d->name, &d->port) == 2;
#else
    if (!gnss_config_text(configuration, length, HOST_KEY, d->name, sizeof d->name)) return 0;
#ifdef PORT_IS_TEXT
    char port[8];
    return gnss_config_text(configuration, length, PORT_KEY, port, sizeof port) && sscanf(port, "%lf", &d->port) == 1;
#else
    return gnss_config_number(configuration, length, PORT_KEY, &d->port);
#endif
#endif
}

static void *create(const gnss_plugin_v1 *self, const gnss_host_v1 *host, const char *configuration, size_t length,
                    gnss_message_v1 *error) {
    (void)self;
    driver *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->host = host;
    if (!read_settings(d, configuration, length)) {
        gnss_say(error, "config: the receiver's host and port are needed");
        free(d);
        return NULL;
    }
    d->stop = gnss_stop_make();
    return d;
}

static void publish(driver *d, double latitude, double longitude, gnss_instant_v1 arrival) {
    gnss_batch batch;
    gnss_batch_begin(&batch, arrival);
    gnss_fix_v1 *fix = gnss_batch_record(&batch, GNSS_KIND_FIX, sizeof *fix);
    if (!fix) return;
    fix->present = GNSS_FIX_POSITION;
    fix->kind = 2;
    fix->quality = 1;
    fix->latitude_deg = latitude;
    fix->longitude_deg = longitude;
    d->latitude = latitude;
    d->longitude = longitude;
    gnss_batch_publish(&batch, d->host);
}

static void take_line(driver *d, gnss_instant_v1 arrival) {
    double latitude, longitude;
    char end;
    d->line[d->used] = 0;
    if (sscanf(d->line, "FIX %lf %lf%c", &latitude, &longitude, &end) != 2) return;
    if (!(latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180)) return;
    publish(d, latitude, longitude, arrival);
    d->last_ns = arrival.monotonic_ns;
}

#ifdef DEFECT_IGNORES_STOP_WHILE_CONNECTING
// A `connect` that waits, at most 5 s by its option: long enough for `stop` to come meanwhile.
static int connect_to(driver *d, gnss_message_v1 *error) {
    int line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct timeval limit = {.tv_sec = 5};
    setsockopt(line, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)d->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(line, (struct sockaddr *)&address, sizeof address) == 0) return line;
    gnss_say(error, "%s: %s", d->name, strerror(errno));
    close(line);
    return GNSS_RUN_LOST;
}
#elif defined DEFECT_NO_CONNECT_DEADLINE
static int connect_to(driver *d, gnss_message_v1 *error) {
    return gnss_tcp_open(d->name, (unsigned)d->port, d->stop, 3600000, error);
}
#else
// How long it may take. A driver whose name server is away is to wait for it when `stop` comes.
#ifdef DEFECT_AWAY
enum { connect_ms = 20000 };
#else
enum { connect_ms = 3000 };
#endif
static int connect_to(driver *d, gnss_message_v1 *error) {
    return gnss_tcp_open(d->name, (unsigned)d->port, d->stop, connect_ms, error);
}
#endif

// What a driver does with a connection that was closed.
static int32_t lose(driver *d, gnss_message_v1 *error) {
#ifdef DEFECT_NEVER_RECONNECTS
    struct pollfd stopped = {.fd = d->stop, .events = POLLIN};
    poll(&stopped, 1, -1);
    return GNSS_RUN_STOPPED;
#endif
#ifdef DEFECT_PUBLISHES_AFTER_LOSS
    struct pollfd told = {.fd = d->stop, .events = POLLIN};
    while (poll(&told, 1, 200) == 0) {
        gnss_instant_v1 now;
        d->host->now(d->host->ctx, &now);
        publish(d, d->latitude, d->longitude, now);
    }
    return GNSS_RUN_STOPPED;
#endif
    gnss_say(error, "%s has ended the connection", d->name);
    return GNSS_RUN_LOST;
}

static int32_t run(void *opaque, gnss_message_v1 *error) {
    driver *d = opaque;
    if (gnss_stop_is_signalled(d->stop)) return GNSS_RUN_STOPPED;
    gnss_report(d->host, GNSS_STATE_CONNECTING, "connecting to %s", d->name);
#ifdef DEFECT_BLOCKING
    struct addrinfo *found = NULL;
    if (getaddrinfo(d->name, "1", NULL, &found) == 0) freeaddrinfo(found);
#endif
#ifdef DEFECT_CONNECTS_ONCE
    // Its first life keeps the receiver, and those after it wait for it.
    static _Atomic int losses;
    if (losses) {
        gnss_say(error, "%s: in use by this driver", d->name);
        return GNSS_RUN_LOST;
    }
#endif
    int line = connect_to(d, error);
    if (line == GNSS_TCP_WAS_STOPPED) return GNSS_RUN_STOPPED;
    if (line < 0) return line;
    gnss_report(d->host, GNSS_STATE_RUNNING, "connected to %s", d->name);
    int32_t end = GNSS_RUN_STOPPED;
    gnss_instant_v1 arrival;
    d->host->now(d->host->ctx, &arrival);
    d->last_ns = arrival.monotonic_ns;
    for (;;) {
        char bytes[1024];
        long got = gnss_line_read(line, d->stop, bytes, sizeof bytes, 5000);
        d->host->now(d->host->ctx, &arrival);
        if (got == GNSS_LINE_STOPPED) break;
        if (got == GNSS_LINE_GONE) {
#ifdef DEFECT_CONNECTS_ONCE
            losses++;
#endif
            end = lose(d, error);
            break;
        }
        for (long i = 0; i < got; i++) {
            if (bytes[i] == '\n') {
                take_line(d, arrival);
                d->used = 0;
            } else if (d->used < sizeof d->line - 1) {
                d->line[d->used++] = bytes[i];
            }
        }
        // A second of noise is reported.
        if (got > 0 && arrival.monotonic_ns - d->last_ns >= 1000000000) {
            gnss_report(d->host, GNSS_STATE_DEGRADED, "bytes arrive from %s, but nothing valid", d->name);
            d->last_ns = arrival.monotonic_ns;
        }
    }
#ifdef DEFECT_BLOCKS_AT_STOP
    // A farewell, whose answer it waits for.
    char answer[256];
    shutdown(line, SHUT_WR);
    for (struct pollfd wanted = {.fd = line, .events = POLLIN}; poll(&wanted, 1, -1) >= 0;) {
        if (read(line, answer, sizeof answer) == 0) break;
    }
#endif
    close(line);
    return end;
}

static void stop(void *opaque) {
#ifdef DEFECT_LOOKS_UP_AT_STOP
    struct addrinfo *found = NULL;
    if (away(((driver *)opaque)->name, "1", NULL, &found) == 0) freeaddrinfo(found);
#endif
    gnss_stop_signal(((driver *)opaque)->stop);
}

static void destroy(void *opaque) {
    driver *d = opaque;
    close(d->stop);
    free(d);
}

static const gnss_plugin_v1 plugin = {
    .size = sizeof(gnss_plugin_v1),
    .contract_major = GNSS_CONTRACT_MAJOR,
    .contract_minor = GNSS_CONTRACT_MINOR,
    .delivers = 1 << GNSS_KIND_FIX,
    .kind = "over-tcp",
    .version = "1.0.0",
    .summary = "A driver over TCP in plain C for the tests of the conformance suite",
#ifdef DEVICE_KEY
    .sample_configuration = DEVICE_KEY ": " SCHEME "receiver.local:2101\n",
    .configuration_schema =
        "{\"type\": \"object\", \"required\": [\"" DEVICE_KEY "\"], \"additionalProperties\": false, \"properties\": {"
        "\"" DEVICE_KEY "\": {\"type\": \"string\", \"maxLength\": 200, \"description\": \"tcp://host:port.\"}}}",
#elif defined PORT_IS_TEXT
    .sample_configuration = HOST_KEY ": receiver.local\n" PORT_KEY ": \"2101\"\n",
    .configuration_schema =
        "{\"type\": \"object\", \"required\": [\"" HOST_KEY "\", \"" PORT_KEY "\"], \"additionalProperties\": false,"
        "\"properties\": {"
        "\"" HOST_KEY "\": {\"type\": \"string\", \"maxLength\": 200, \"description\": \"The receiver.\"},"
        "\"" PORT_KEY "\": {\"type\": \"string\", \"maxLength\": 5, \"description\": \"Its port.\"}}}",
#else
    .sample_configuration = HOST_KEY ": receiver.local\n" PORT_KEY ": 2101\n",
    .configuration_schema =
        "{\"type\": \"object\", \"required\": [\"" HOST_KEY "\", \"" PORT_KEY "\"], \"additionalProperties\": false,"
        "\"properties\": {"
        "\"" HOST_KEY "\": {\"type\": \"string\", \"maxLength\": 200, \"description\": \"The receiver.\"},"
        "\"" PORT_KEY "\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 65535, \"description\": \"Its port.\"}}}",
#endif
    .create = create,
    .run = run,
    .stop = stop,
    .destroy = destroy,
};

const gnss_plugin_v1 *gnss_driver_plugin_v1(const gnss_host_info_v1 *host, gnss_message_v1 *refusal);

const gnss_plugin_v1 *gnss_driver_plugin_v1(const gnss_host_info_v1 *host, gnss_message_v1 *refusal) {
    (void)host;
    (void)refusal;
    return &plugin;
}
