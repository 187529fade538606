// SPDX-License-Identifier: Apache-2.0
// The functions of libqrencode that are used.
#include "include/shim.h"
#include <CLateBinding.h>

GNSS_LATE("libqrencode.so.4", QRcode *, QRcode_encodeData,
    (int size, const unsigned char *data, int version, QRecLevel level),
    (size, data, version, level), NULL)
GNSS_LATE("libqrencode.so.4", void, QRcode_free, (QRcode *qrcode), (qrcode), )
