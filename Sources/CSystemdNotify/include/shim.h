// SPDX-License-Identifier: Apache-2.0
// sd-daemon of libsystemd, with which a daemon reports its status to the service manager. It is separate from sd-bus,
// whose headers define types of the kernel that other modules import from elsewhere.
#ifndef CSYSTEMDNOTIFY_SHIM_H
#define CSYSTEMDNOTIFY_SHIM_H
#include <systemd/sd-daemon.h>
#endif
