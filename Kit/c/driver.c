// SPDX-License-Identifier: Apache-2.0
//
// A receiver on a serial port. The driver only reads from it.

#include "decoder.h"
#include "gnss_driver_kit.h"
#include "records.h"

/// The time in nanoseconds for which bytes may arrive without a valid message before that is reported.
static const int64_t patience_ns = 5000000000;

typedef struct driver {
    const gnss_host_v1 *host;
    int stop;
    char device[4097];
    long baud;
    /// The number of messages whose records the gateway has refused.
    unsigned long refused;
} driver;

static const char schema[] =
#include "schema.h"
    ;
static const char sample[] =
#include "sample.h"
    ;

static void *create(const gnss_plugin_v1 *self, const gnss_host_v1 *host, const char *configuration, size_t length,
                    gnss_message_v1 *error) {
    (void)self;
    double baud = 0;
    driver *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->host = host;
    if (!gnss_config_text(configuration, length, "device", d->device, sizeof d->device)
        || !gnss_config_number(configuration, length, "baud", &baud)) {
        gnss_say(error, "config: needs device (text) and baud (a number)");
        free(d);
        return NULL;
    }
    d->baud = (long)baud;
    d->stop = gnss_stop_make();
    if (d->stop < 0) {
        gnss_say(error, "cannot open a descriptor: %s", strerror(errno));
        free(d);
        return NULL;
    }
    return d;
}

/// Logs that a message was skipped: the first ten times, and then at every doubling, because the gateway keeps only 20
/// log messages a second.
static void report_refusal(driver *d) {
    unsigned long count = ++d->refused;
    if (count > 10 && (count & (count - 1)) != 0) return;
    gnss_log(d->host, GNSS_LOG_WARNING, "skipped a message from %s: its record is not valid (%lu so far)", d->device,
             count);
}

static int32_t listen_to(driver *d, int line, gnss_message_v1 *error) {
    decoder decoder = {0};
    int is_heard = 0;
    gnss_instant_v1 arrival;
    d->host->now(d->host->ctx, &arrival);
    // The time of the last valid message, or of the last report that none arrives.
    int64_t last_ns = arrival.monotonic_ns;
    for (;;) {
        char bytes[4096];
        long got = gnss_line_read(line, d->stop, bytes, sizeof bytes, 5000);
        d->host->now(d->host->ctx, &arrival);
        if (got == GNSS_LINE_STOPPED) return GNSS_RUN_STOPPED;
        if (got == GNSS_LINE_GONE) {
            gnss_say(error, "%s has disappeared (unplugged?)", d->device);
            return GNSS_RUN_LOST;
        }
        if (got == GNSS_LINE_SILENT) {
            gnss_report(d->host, GNSS_STATE_DEGRADED,
                        "no byte arrives from %s: is the receiver on, and is its baud rate right?", d->device);
            is_heard = 0;
            last_ns = arrival.monotonic_ns;
        }
        for (long i = 0; i < got; i++) {
            message m;
            if (!decoder_take(&decoder, bytes[i], &m)) continue;
            if (!is_heard) gnss_report(d->host, GNSS_STATE_RUNNING, "receiving data from %s", d->device);
            is_heard = 1;
            last_ns = arrival.monotonic_ns;
            gnss_batch batch;
            gnss_batch_begin(&batch, arrival);
            records_add(&batch, &m);
            if (gnss_batch_publish(&batch, d->host) < 0) report_refusal(d);
        }
        if (got > 0 && arrival.monotonic_ns - last_ns >= patience_ns) {
            gnss_report(d->host, GNSS_STATE_DEGRADED,
                        "bytes arrive from %s, but nothing valid at %ld baud: the rate is wrong, or the device does not "
                        "speak this driver's protocol",
                        d->device, d->baud);
            is_heard = 0;
            last_ns = arrival.monotonic_ns;
        }
    }
}

static int32_t run(void *opaque, gnss_message_v1 *error) {
    driver *d = opaque;
    if (gnss_stop_is_signalled(d->stop)) return GNSS_RUN_STOPPED;
    gnss_report(d->host, GNSS_STATE_CONNECTING, "opening %s", d->device);
    int line = gnss_line_open(d->device, d->baud, error);
    if (line < 0) return line;
    int32_t end = listen_to(d, line, error);
    gnss_line_close(line);
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
    .delivers = RECORDS_DELIVERS,
    .kind = "new-receiver",
    .version = "0.1.0",
    .summary = "NewReceiver receivers on a serial port",
    .sample_configuration = sample,
    .configuration_schema = schema,
    .create = create,
    .run = run,
    .stop = stop,
    .destroy = destroy,
};

__attribute__((visibility("default"))) const gnss_plugin_v1 *gnss_driver_plugin_v1(const gnss_host_info_v1 *host,
                                                                                   gnss_message_v1 *refusal) {
    if (host->contract_major != GNSS_CONTRACT_MAJOR) {
        gnss_say(refusal, "built for driver contract %d, but this gateway uses %d: rebuild it with this gateway's kit",
                 GNSS_CONTRACT_MAJOR, host->contract_major);
        return NULL;
    }
    return &plugin;
}
