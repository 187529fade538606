// SPDX-License-Identifier: Apache-2.0
// libzip, which reads and writes ZIP archives.
#ifndef CZIP_SHIM_H
#define CZIP_SHIM_H
#include <zip.h>
#endif
