// SPDX-License-Identifier: Apache-2.0
#include "transport.h"
int gnss_set_speed(int descriptor, unsigned speed) { (void)descriptor; (void)speed; return -1; }
