// SPDX-License-Identifier: Apache-2.0
// sd-bus, the D-Bus client of libsystemd. The functions that the gateway uses have no variable arguments.
#ifndef CSYSTEMDBUS_SHIM_H
#define CSYSTEMDBUS_SHIM_H
#include <systemd/sd-bus.h>
#endif
