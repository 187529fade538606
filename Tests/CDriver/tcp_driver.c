// SPDX-License-Identifier: Apache-2.0
//
// A receiver driver in plain C for lines `FIX latitude longitude` over TCP, with the kit's helpers. With -DDEFECT_AWAY its
// name server is away: a look-up takes half a minute. With -DDEFECT_BLOCKING it waits for that in its own `run` too, which
// is the mistake that the kit's helper avoids.

#define _GNU_SOURCE

#include <netdb.h>
#include <poll.h>
#include <unistd.h>

#if defined DEFECT_AWAY || defined DEFECT_BLOCKING
static int away(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    poll(NULL, 0, 30000);
    return getaddrinfo(host, service, hints, found);
}
#define getaddrinfo away
#endif

#include "gnss_driver_kit.h"
#include "gnss_driver_tcp.h"

typedef struct driver {
    const gnss_host_v1 *host;
    int stop;
    char name[256];
    double port;
    char line[128];
    size_t used;
} driver;

static void *create(const gnss_plugin_v1 *self, const gnss_host_v1 *host, const char *configuration, size_t length,
                    gnss_message_v1 *error) {
    (void)self;
    driver *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->host = host;
    if (!gnss_config_text(configuration, length, "host", d->name, sizeof d->name)
        || !gnss_config_number(configuration, length, "port", &d->port)) {
        gnss_say(error, "config: the receiver's host and port are needed");
        free(d);
        return NULL;
    }
    d->stop = gnss_stop_make();
    return d;
}

static void take_line(driver *d, gnss_instant_v1 arrival) {
    double latitude, longitude;
    char end;
    d->line[d->used] = 0;
    if (sscanf(d->line, "FIX %lf %lf%c", &latitude, &longitude, &end) != 2) return;
    if (!(latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180)) return;
    gnss_batch batch;
    gnss_batch_begin(&batch, arrival);
    gnss_fix_v1 *fix = gnss_batch_record(&batch, GNSS_KIND_FIX, sizeof *fix);
    if (!fix) return;
    fix->present = GNSS_FIX_POSITION;
    fix->kind = 2;
    fix->quality = 1;
    fix->latitude_deg = latitude;
    fix->longitude_deg = longitude;
    gnss_batch_publish(&batch, d->host);
}

static int32_t run(void *opaque, gnss_message_v1 *error) {
    driver *d = opaque;
    if (gnss_stop_is_signalled(d->stop)) return GNSS_RUN_STOPPED;
    gnss_report(d->host, GNSS_STATE_CONNECTING, "connecting to %s", d->name);
#ifdef DEFECT_BLOCKING
    struct addrinfo *found = NULL;
    if (getaddrinfo(d->name, "1", NULL, &found) == 0) freeaddrinfo(found);
#endif
    int line = gnss_tcp_open(d->name, (unsigned)d->port, d->stop, 20000, error);
    if (line == GNSS_TCP_WAS_STOPPED) return GNSS_RUN_STOPPED;
    if (line < 0) return line;
    gnss_report(d->host, GNSS_STATE_RUNNING, "connected to %s", d->name);
    int32_t end = GNSS_RUN_STOPPED;
    for (;;) {
        char bytes[1024];
        long got = gnss_line_read(line, d->stop, bytes, sizeof bytes, 5000);
        gnss_instant_v1 arrival;
        d->host->now(d->host->ctx, &arrival);
        if (got == GNSS_LINE_STOPPED) break;
        if (got == GNSS_LINE_GONE) {
            gnss_say(error, "%s has ended the connection", d->name);
            end = GNSS_RUN_LOST;
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
    }
    close(line);
    return end;
}

static void stop(void *opaque) { gnss_stop_signal(((driver *)opaque)->stop); }

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
    .sample_configuration = "host: receiver.local\nport: 2101\n",
    .configuration_schema =
        "{\"type\": \"object\", \"required\": [\"host\", \"port\"], \"additionalProperties\": false, \"properties\": {"
        "\"host\": {\"type\": \"string\", \"maxLength\": 200, \"description\": \"The receiver.\"},"
        "\"port\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 65535, \"description\": \"Its port.\"}}}",
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
