// SPDX-License-Identifier: Apache-2.0
// libexpat, which reads XML.
#ifndef CEXPAT_SHIM_H
#define CEXPAT_SHIM_H
#include <expat.h>
#endif
