// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CLateBinding.h"
#include <dlfcn.h>
#include <string.h>

void *gnss_late_symbol(const char *libraries, const char *function) {
    while (*libraries) {
        char name[64];
        size_t length = strcspn(libraries, ":");
        if (length < sizeof name) {
            memcpy(name, libraries, length);
            name[length] = 0;
            // Another dlopen of a loaded library only increments its count; the handle is never closed.
            void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
            if (handle) return dlsym(handle, function);
        }
        libraries += length + (libraries[length] == ':');
    }
    return NULL;
}
