// SPDX-License-Identifier: Apache-2.0
// Loads shared libraries at the first call of one of their functions instead of at the program's start. With the
// libraries that they need in turn, they would be more than half of the dynamic linker's work at each start.
#ifndef CLATEBINDING_H
#define CLATEBINDING_H
#include <stdatomic.h>
#include <stddef.h>

/// A function of a library, which stays loaded; null if the library or the function is missing. Callable from any thread.
/// `libraries` are names separated by colons, of less than 64 characters each; the first library that exists is used.
void *gnss_late_symbol(const char *libraries, const char *function);

/// Defines a function with the name and type of a library's function, which it calls. It returns `missing` if the
/// library cannot be loaded.
#define GNSS_LATE(library, result, function, parameters, arguments, missing) \
    result(function) parameters { \
        static _Atomic(void *) known; \
        void *symbol = atomic_load_explicit(&known, memory_order_acquire); \
        if (!symbol) { \
            symbol = gnss_late_symbol(library, #function); \
            if (!symbol) return missing; \
            atomic_store_explicit(&known, symbol, memory_order_release); \
        } \
        return ((__typeof__(&(function)))symbol)arguments; \
    }
#endif
