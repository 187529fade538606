// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CLateBinding.h"
#include <dlfcn.h>

void *gnss_late_symbol(const char *library, const char *function) {
    // Another dlopen of a loaded library only increments its count; the handle is never closed.
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    return handle ? dlsym(handle, function) : NULL;
}
