// SPDX-License-Identifier: Apache-2.0
#ifndef GNSS_TRANSPORT_H
#define GNSS_TRANSPORT_H
int gnss_set_speed(int descriptor, unsigned speed);
#endif
