// SPDX-License-Identifier: Apache-2.0
// libudev, and the functions for watching /dev if udev is not running.
#ifndef CUDEV_SHIM_H
#define CUDEV_SHIM_H
#include <libudev.h>
#include <sys/inotify.h>
#endif
