// SPDX-License-Identifier: Apache-2.0
// libqrencode: makes QR codes. It is loaded at the first code, and a machine without it has none.
#ifndef CQRCODE_SHIM_H
#define CQRCODE_SHIM_H
#include <qrencode.h>
#endif
