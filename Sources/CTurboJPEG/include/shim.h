// SPDX-License-Identifier: Apache-2.0
// libjpeg-turbo's API turbojpeg: decodes and makes JPEG images. It is loaded at the first image, and a machine without it
// has no thumbnails.
#ifndef CTURBOJPEG_SHIM_H
#define CTURBOJPEG_SHIM_H
#include <turbojpeg.h>
#endif
