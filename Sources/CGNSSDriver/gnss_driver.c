// SPDX-License-Identifier: Apache-2.0
//
// Asserts the layout of the contract: a change that moves a field does not compile.

#include "gnss_driver.h"

_Static_assert(sizeof(gnss_record_v1) == 32, "record header");
_Static_assert(sizeof(gnss_slice_v1) == 8, "slice");
_Static_assert(sizeof(gnss_fix_v1) == 336, "fix");
_Static_assert(offsetof(gnss_fix_v1, latitude_deg) == 32, "fix.latitude_deg");
_Static_assert(offsetof(gnss_fix_v1, sources) == 248, "fix.sources");
_Static_assert(offsetof(gnss_fix_v1, earth_fixed) == 264, "fix.earth_fixed");
_Static_assert(sizeof(gnss_satellite_v1) == 16, "satellite");
_Static_assert(sizeof(gnss_satellites_v1) == 72, "satellites");
_Static_assert(sizeof(gnss_signal_v1) == 24, "signal");
_Static_assert(sizeof(gnss_signals_v1) == 32, "signals");
_Static_assert(sizeof(gnss_navigation_page_v1) == 48, "navigation page");
_Static_assert(sizeof(gnss_measurement_v1) == 56, "measurement");
_Static_assert(sizeof(gnss_measurements_v1) == 40, "measurements");
_Static_assert(sizeof(gnss_corrections_v1) == 40, "corrections");
_Static_assert(sizeof(gnss_attitude_v1) == 72, "attitude");
_Static_assert(sizeof(gnss_timing_v1) == 48, "timing");
_Static_assert(sizeof(gnss_sentence_v1) == 16, "sentence");
_Static_assert(sizeof(gnss_receiver_v1) == 32, "receiver");
_Static_assert(sizeof(gnss_driver_state_v1) == 16, "driver state");
_Static_assert(sizeof(gnss_source_v1) == 8, "source");
_Static_assert(sizeof(gnss_file_v1) == 64, "file header");
_Static_assert(sizeof(gnss_message_v1) == 1024, "message");
_Static_assert(sizeof(void *) != 8 || sizeof(gnss_host_info_v1) == 24, "host info");
_Static_assert(sizeof(void *) != 8 || sizeof(gnss_host_v1) == 48, "host");
_Static_assert(sizeof(void *) != 8 || sizeof(gnss_plugin_v1) == 128, "plugin");
