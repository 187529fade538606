// SPDX-License-Identifier: Apache-2.0
// The functions of turbojpeg that are used.
#include "include/shim.h"
#include <CLateBinding.h>

#define LIBRARY "libturbojpeg.so.0"

GNSS_LATE(LIBRARY, tjhandle, tjInitDecompress, (void), (), NULL)
GNSS_LATE(LIBRARY, tjhandle, tjInitCompress, (void), (), NULL)
GNSS_LATE(LIBRARY, int, tjDestroy, (tjhandle handle), (handle), -1)
GNSS_LATE(LIBRARY, int, tjDecompress2,
    (tjhandle handle, const unsigned char *data, unsigned long size, unsigned char *pixels, int width, int pitch,
     int height, int format, int flags),
    (handle, data, size, pixels, width, pitch, height, format, flags), -1)
GNSS_LATE(LIBRARY, int, tjCompress2,
    (tjhandle handle, const unsigned char *pixels, int width, int pitch, int height, int format, unsigned char **data,
     unsigned long *size, int subsampling, int quality, int flags),
    (handle, pixels, width, pitch, height, format, data, size, subsampling, quality, flags), -1)
GNSS_LATE(LIBRARY, void, tjFree, (unsigned char *data), (data), )
