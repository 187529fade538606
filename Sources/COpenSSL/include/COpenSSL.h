// SPDX-License-Identifier: Apache-2.0
// What the gateway needs of OpenSSL's libcrypto.
#ifndef COPENSSL_H
#define COPENSSL_H
#include "gnss_key_file.h"
#include "gnss_time_stamp.h"
#endif
