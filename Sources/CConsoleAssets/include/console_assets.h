// SPDX-License-Identifier: Apache-2.0

/// The files of the web console, as they were when the program was built.

#ifndef CONSOLE_ASSETS_H
#define CONSOLE_ASSETS_H

#include <stddef.h>

/// A file. Path and bytes are constants of the program.
typedef struct {
    /// Its path below the folder Console; NULL behind the last file.
    const char *path;
    const unsigned char *bytes;
    /// How many bytes.
    size_t size;
} console_asset;

/// The files in the order of their paths, those of Leaflet last; ended by one without a path.
extern const console_asset console_assets[];

/// The first of them.
static inline const console_asset *console_assets_first(void) { return console_assets; }

#endif
