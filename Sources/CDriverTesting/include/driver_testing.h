// SPDX-License-Identifier: Apache-2.0
//
// What the conformance suite asks of glibc and Swift cannot call.

#ifndef GNSS_DRIVER_TESTING_H
#define GNSS_DRIVER_TESTING_H

#include <stdint.h>

/// How many bytes of this process's memory are handed out by malloc now, in all arenas and outside of them.
uint64_t gnss_heap_in_use(void);

#endif
