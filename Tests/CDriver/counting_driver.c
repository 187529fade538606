// SPDX-License-Identifier: Apache-2.0
//
// A receiver driver in plain C: publishes a fix every millisecond, 48° N 11° E, one more satellite used each time.
// Built by the tests with the system's compiler, each defect with a -D of its own.

#include "gnss_driver.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct driver {
    const gnss_host_v1 *host;
    atomic_bool stopped;
    uint16_t count;
} driver;

static void say(gnss_message_v1 *message, const char *text) {
    size_t length = strlen(text);
    if (length > sizeof message->text) length = sizeof message->text;
    memcpy(message->text, text, length);
    message->length = (uint32_t)length;
}

static void *create(const gnss_plugin_v1 *self, const gnss_host_v1 *host, const char *configuration, size_t length,
                    gnss_message_v1 *error) {
    (void)self;
    // This driver has no settings: an empty object, whatever the white space.
    char seen[3] = {0};
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        if (strchr(" \t\r\n", configuration[i]) && configuration[i]) continue;
        if (used == 2) used = 3;
        if (used >= 3) break;
        seen[used++] = configuration[i];
    }
    if (used != 2 || strcmp(seen, "{}") != 0) {
        say(error, "config: this driver has no settings");
        return NULL;
    }
    driver *d = calloc(1, sizeof *d);
    if (!d) {
        say(error, "out of memory");
        return NULL;
    }
    d->host = host;
    return d;
}

static int32_t publish_fix(driver *d) {
    struct {
        gnss_record_v1 record;
        gnss_fix_v1 fix;
        char sources[8];
    } batch;
    memset(&batch, 0, sizeof batch);
    gnss_instant_v1 now;
    d->host->now(d->host->ctx, &now);
    batch.record = (gnss_record_v1){.size = sizeof batch, .kind = GNSS_KIND_FIX, .version = 1,
                                    .monotonic_ns = now.monotonic_ns, .wall_ns = now.wall_ns};
#ifdef DEFECT_RECORD_SIZE
    batch.record.size += 8;
#endif
#ifdef DEFECT_STAGE_KIND
    batch.record.kind = GNSS_KIND_GATEWAY;
#endif
    batch.fix.present = GNSS_FIX_POSITION | GNSS_FIX_SATELLITES_USED;
    batch.fix.kind = 2;
    batch.fix.quality = 1;
    batch.fix.latitude_deg = 48;
    batch.fix.longitude_deg = 11;
    batch.fix.satellites_used = d->count++;
    batch.fix.sources = (gnss_slice_v1){.offset = sizeof(gnss_record_v1) + sizeof(gnss_fix_v1), .count = 5};
    memcpy(batch.sources, "COUNT", 5);
    return d->host->publish(d->host->ctx, &batch, sizeof batch, 1);
}

static int32_t run(void *opaque, gnss_message_v1 *error) {
    driver *d = opaque;
    static const char reason[] = "counting";
    d->host->report_state(d->host->ctx, GNSS_STATE_RUNNING, reason, sizeof reason - 1);
    while (!atomic_load(&d->stopped)) {
        if (publish_fix(d) < 0) {
            say(error, "the host refused a fix");
            return GNSS_RUN_FAILED;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return GNSS_RUN_STOPPED;
}

static void stop(void *opaque) { atomic_store(&((driver *)opaque)->stopped, 1); }

static void destroy(void *opaque) { free(opaque); }

#ifdef DEFECT_SIZE
#define TABLE_SIZE 40
#else
#define TABLE_SIZE sizeof(gnss_plugin_v1)
#endif

#ifdef DEFECT_MAJOR
#define TABLE_MAJOR 9
#else
#define TABLE_MAJOR GNSS_CONTRACT_MAJOR
#endif

static const gnss_plugin_v1 plugin = {
    .size = TABLE_SIZE,
    .contract_major = TABLE_MAJOR,
    .contract_minor = GNSS_CONTRACT_MINOR,
    .delivers = 1 << GNSS_KIND_FIX,
    .kind = "counting",
    .version = "1.0.0",
    .summary = "A driver in plain C that counts",
    .sample_configuration = "{}\n",
    .configuration_schema = "{\"type\": \"object\", \"properties\": {}, \"additionalProperties\": false}",
    .create = create,
    .run = run,
    .stop = stop,
    .destroy = destroy,
};

#if defined DEFECT_NO_SYMBOL
#define ENTRY some_other_library
#elif defined DEFECT_OTHER_CONTRACT
#define ENTRY gnss_driver_plugin_v2
#else
#define ENTRY gnss_driver_plugin_v1
#endif

const gnss_plugin_v1 *ENTRY(const gnss_host_info_v1 *host, gnss_message_v1 *refusal);

const gnss_plugin_v1 *ENTRY(const gnss_host_info_v1 *host, gnss_message_v1 *refusal) {
#ifdef DEFECT_REFUSES
    say(refusal, "this driver wants a newer gateway");
    return NULL;
#endif
    if (host->contract_major != GNSS_CONTRACT_MAJOR) {
        say(refusal, "another major version of the contract");
        return NULL;
    }
    return &plugin;
}
