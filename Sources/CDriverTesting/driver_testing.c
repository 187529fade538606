// SPDX-License-Identifier: Apache-2.0

#include "driver_testing.h"

#include <malloc.h>

uint64_t gnss_heap_in_use(void) {
    struct mallinfo2 heap = mallinfo2();
    return (uint64_t)heap.uordblks + (uint64_t)heap.hblkhd;
}
