// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

/// `deflateInit2` is a macro, which Swift cannot call: gzip, at the best compression.
static inline int gzip_begin(z_stream *stream) {
    return deflateInit2(stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}

/// `inflateInit2` is a macro too: deflated data without a header, as in ZIP archives.
static inline int inflate_begin(z_stream *stream) {
    return inflateInit2(stream, -15);
}
