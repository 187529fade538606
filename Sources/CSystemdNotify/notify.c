// SPDX-License-Identifier: Apache-2.0
// The functions of sd-daemon that the gateway uses.
#include "include/shim.h"
#include <CLateBinding.h>
#include <errno.h>
#include <stdint.h>

#define LATE(function, parameters, arguments) \
    GNSS_LATE("libsystemd.so.0", int, function, parameters, arguments, -ENOSYS)

LATE(sd_notify, (int unset_environment, const char *state), (unset_environment, state))
LATE(sd_watchdog_enabled, (int unset_environment, uint64_t *usec), (unset_environment, usec))
