// SPDX-License-Identifier: Apache-2.0
// sd-bus, the D-Bus client of libsystemd. What is used of it has no variable arguments.
#ifndef CSYSTEMDBUS_SHIM_H
#define CSYSTEMDBUS_SHIM_H
#include <systemd/sd-bus.h>
#endif
