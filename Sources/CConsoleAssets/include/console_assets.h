// SPDX-License-Identifier: Apache-2.0

/// The files of the web console that are built into the program.

#ifndef CONSOLE_ASSETS_H
#define CONSOLE_ASSETS_H

#include <stddef.h>

/// A file. Path and bytes are constants of the program.
typedef struct {
    /// The path below the folder Console; NULL in the entry after the last file.
    const char *path;
    const unsigned char *bytes;
    /// The number of bytes.
    size_t size;
} console_asset;

/// The files in the order of their paths, those of Leaflet last, followed by an entry without a path.
extern const console_asset console_assets[];

/// Returns the first file.
static inline const console_asset *console_assets_first(void) { return console_assets; }

#endif
