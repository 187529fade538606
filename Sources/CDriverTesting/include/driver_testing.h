// SPDX-License-Identifier: Apache-2.0
//
// A glibc function that the conformance suite needs and that Swift cannot call.

#ifndef GNSS_DRIVER_TESTING_H
#define GNSS_DRIVER_TESTING_H

#include <stdint.h>

/// The number of bytes currently allocated by malloc in this process, in all arenas and outside them.
uint64_t gnss_heap_in_use(void);

#endif
