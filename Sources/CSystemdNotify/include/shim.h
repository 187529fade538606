// SPDX-License-Identifier: Apache-2.0
// sd-daemon of libsystemd: how a daemon tells the service manager how it is. It stands apart from sd-bus, whose headers bring in
// types of the kernel that other modules import from elsewhere.
#ifndef CSYSTEMDNOTIFY_SHIM_H
#define CSYSTEMDNOTIFY_SHIM_H
#include <systemd/sd-daemon.h>
#endif
