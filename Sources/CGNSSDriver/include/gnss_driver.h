// SPDX-License-Identifier: Apache-2.0
//
// The driver contract of gnss-gateway, version 1.6.
//
// A receiver driver is a shared object `lib….so` that exports one function, `gnss_driver_plugin_v1`. The host loads
// it, calls that function once, reads the returned description, and creates one driver for each receiver of that kind
// in its configuration. Each driver runs on a thread provided by the host and publishes batches of records.
//
// Rules that apply everywhere:
// - Every struct that crosses the boundary begins with its size as known to the side that created it, except
//   `gnss_instant_v1`, which never grows. Later versions only add fields at the end, and a field is read only if the
//   size covers it.
// - All text is UTF-8. Text passed with a length need not end in NUL; text passed without a length must.
// - Memory belongs to the side that created it. A pointer passed to a function is valid until that function returns,
//   except for the plugin's description, which stays valid and unchanged for the life of the process.
// - Every instant lies in the years 1970 to 2200: 0 to `GNSS_INSTANT_LIMIT` nanoseconds. If a record contains another
//   instant in its header or payload, the host refuses its whole batch. A driver must omit a receiver's time that is
//   out of range.
// - No exception, signal, longjmp or Swift error may cross the boundary.
// - The host never unloads a plugin.
// - The host may run a driver in its own process, and always does so if the plugin was not shipped with the host. The
//   plugin sees these differences: standard input and output are /dev/null, and standard error goes to the host's
//   log; memory, processor time and the number of observations are limited; `publish` blocks while the host reads
//   more slowly; and a driver that is silent for longer than the user allows (60 s by default) is considered hung and
//   killed. Such a process contains one driver, which runs once.
//
// Swift authors need not write any of this: the module DriverKit generates it.

#ifndef GNSS_DRIVER_H
#define GNSS_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The major version of the contract, which is also the suffix of the exported symbol and of every type.
#define GNSS_CONTRACT_MAJOR 1
/// The minor version; later ones add kinds, capabilities, and fields at the end of structs.
#define GNSS_CONTRACT_MINOR 6

/// The largest size of a record in bytes, including its header.
#define GNSS_RECORD_LIMIT (128u * 1024u)
/// The largest size of a batch in bytes.
#define GNSS_BATCH_LIMIT (1024u * 1024u)
/// The latest instant in a record, in nanoseconds: 2200-01-01T00:00:00 UTC, or the same value of a monotonic clock.
#define GNSS_INSTANT_LIMIT 7258118400000000000

// ---------------------------------------------------------------------------------------------------------------------
// Records: the one encoding of the in-process call, the pipe from an isolated driver, and the recording file.
// Little-endian. Offsets instead of pointers, counted from the first byte of the record's header.
// ---------------------------------------------------------------------------------------------------------------------

/// The header of every record, followed immediately by the payload of its kind.
typedef struct gnss_record_v1 {
    /// The size of the whole record in bytes, including this header and padding: a multiple of 8, 32 to
    /// `GNSS_RECORD_LIMIT`.
    uint32_t size;
    /// The kind of the payload: `GNSS_KIND_…`. Readers skip unknown kinds.
    uint16_t kind;
    /// The version of the payload's layout; 1 for all layouts in this file. Readers skip unknown versions. Payloads
    /// of a known version that are longer than expected are read as far as they are known.
    uint16_t version;
    /// Counts the records of a source. Set by the host; a driver writes 0.
    uint64_t sequence;
    /// The host's monotonic clock in nanoseconds, as returned by `now`, at the arrival of the bytes behind the
    /// record; 0 to `GNSS_INSTANT_LIMIT`. For a live receiver, the host replaces times that differ from its own by
    /// more than 5 s.
    int64_t monotonic_ns;
    /// The host's wall clock in nanoseconds since 1970-01-01 UTC at the same moment; 0 to `GNSS_INSTANT_LIMIT`.
    int64_t wall_ns;
} gnss_record_v1;

/// Bytes, text or an array in a record.
typedef struct gnss_slice_v1 {
    /// The start in bytes from the first byte of the record's header; a multiple of 8 for arrays of structs.
    uint32_t offset;
    /// The number of elements (of bytes for text and bytes). If it is 0, the slice is empty whatever `offset` is.
    uint32_t count;
} gnss_slice_v1;

/// Kinds of records. Drivers publish kinds 1...255. Kinds from 256 on are the gateway's own, and this file does not
/// define their content.
enum {
    /// Only in files: a `gnss_source_v1`. The records that follow belong to that source, until the next such record.
    GNSS_KIND_SOURCE = 0,
    GNSS_KIND_FIX = 1,              ///< `gnss_fix_v1`
    GNSS_KIND_SATELLITES = 2,       ///< `gnss_satellites_v1`
    GNSS_KIND_SIGNALS = 3,          ///< `gnss_signals_v1`; from 1.1 on
    GNSS_KIND_NAVIGATION_PAGE = 4,  ///< `gnss_navigation_page_v1`; from 1.1 on
    GNSS_KIND_MEASUREMENTS = 5,     ///< `gnss_measurements_v1`; from 1.1 on
    GNSS_KIND_ATTITUDE = 6,         ///< `gnss_attitude_v1`
    GNSS_KIND_TIMING = 7,           ///< `gnss_timing_v1`
    GNSS_KIND_SENTENCE = 8,         ///< `gnss_sentence_v1`
    GNSS_KIND_RECEIVER = 9,         ///< `gnss_receiver_v1`
    GNSS_KIND_DRIVER_STATE = 10,    ///< `gnss_driver_state_v1`; the host makes it of `report_state`.
    GNSS_KIND_CORRECTIONS = 11,     ///< `gnss_corrections_v1`; from 1.1 on
    /// This kind and all above are the gateway's own; the host refuses such records from a driver.
    GNSS_KIND_GATEWAY = 256,
};

/// Bits of `gnss_fix_v1.present`: which fields hold something. Unknown is an unset bit, never 0, NaN or 99.99.
enum {
    GNSS_FIX_UTC = 1 << 0,                  ///< `utc_ns`, `utc_is_leap_second`, `time_origin`
    GNSS_FIX_POSITION = 1 << 1,             ///< `latitude_deg` and `longitude_deg`
    GNSS_FIX_ELLIPSOIDAL_HEIGHT = 1 << 2,   ///< `ellipsoidal_height_m`
    GNSS_FIX_ORTHOMETRIC_HEIGHT = 1 << 3,   ///< `orthometric_height_m`
    GNSS_FIX_GEOID_SEPARATION = 1 << 4,     ///< `geoid_separation_m`
    GNSS_FIX_SPEED = 1 << 5,                ///< `speed_mps`
    GNSS_FIX_COURSE = 1 << 6,               ///< `course_deg`
    GNSS_FIX_MAGNETIC_VARIATION = 1 << 7,   ///< `magnetic_variation_deg`
    GNSS_FIX_VELOCITY = 1 << 8,             ///< `velocity_north_mps`, `velocity_east_mps`, `velocity_up_mps`
    GNSS_FIX_HORIZONTAL_ACCURACY = 1 << 9,  ///< `horizontal_accuracy_m` and its origin
    GNSS_FIX_VERTICAL_ACCURACY = 1 << 10,   ///< `vertical_accuracy_m` and its origin
    GNSS_FIX_RANGE_RESIDUAL = 1 << 11,      ///< `range_residual_m`
    GNSS_FIX_SEMI_MAJOR = 1 << 12,          ///< `semi_major_m`
    GNSS_FIX_SEMI_MINOR = 1 << 13,          ///< `semi_minor_m`
    GNSS_FIX_ORIENTATION = 1 << 14,         ///< `orientation_deg`
    GNSS_FIX_SIGMA_LATITUDE = 1 << 15,      ///< `sigma_latitude_m`
    GNSS_FIX_SIGMA_LONGITUDE = 1 << 16,     ///< `sigma_longitude_m`
    GNSS_FIX_SIGMA_HEIGHT = 1 << 17,        ///< `sigma_height_m`
    GNSS_FIX_GDOP = 1 << 18,                ///< `gdop`
    GNSS_FIX_PDOP = 1 << 19,                ///< `pdop`
    GNSS_FIX_HDOP = 1 << 20,                ///< `hdop`
    GNSS_FIX_VDOP = 1 << 21,                ///< `vdop`
    GNSS_FIX_TDOP = 1 << 22,                ///< `tdop`
    GNSS_FIX_SATELLITES_USED = 1 << 23,     ///< `satellites_used`
    GNSS_FIX_CORRECTION_AGE = 1 << 24,      ///< `correction_age_s`
    GNSS_FIX_CORRECTION_STATION = 1 << 25,  ///< `correction_station`
    GNSS_FIX_LEAP_SECONDS = 1 << 26,        ///< `leap_seconds`
    GNSS_FIX_SPEED_ACCURACY = 1 << 27,      ///< `speed_accuracy_mps`
    GNSS_FIX_JAMMING = 1 << 28,             ///< `jamming`
    GNSS_FIX_SPOOFING = 1 << 29,            ///< `spoofing`
    GNSS_FIX_EARTH_FIXED = 1 << 30,         ///< `earth_fixed` and the fields that its bits name
};

/// Bits of `gnss_fix_v1.earth_fixed`.
enum {
    GNSS_EARTH_FIXED_POSITION = 1 << 0,          ///< `ecef_x_m`, `ecef_y_m`, `ecef_z_m`
    GNSS_EARTH_FIXED_POSITION_ACCURACY = 1 << 1, ///< `ecef_accuracy_m`; only with the position
    GNSS_EARTH_FIXED_VELOCITY = 1 << 2,          ///< `ecef_vx_mps`, `ecef_vy_mps`, `ecef_vz_mps`
    GNSS_EARTH_FIXED_VELOCITY_ACCURACY = 1 << 3, ///< `ecef_speed_accuracy_mps`; only with the velocity
};

/// One epoch of the receiver: one solution instant, assembled from all messages that describe it. Epochs without a
/// position must be published too (`kind` 1), so that clients do not mistake the last position for a current one.
typedef struct gnss_fix_v1 {
    /// Bits `GNSS_FIX_…`.
    uint64_t present;
    /// The instant of the solution in nanoseconds since 1970-01-01 UTC, not counting leap seconds; 0 to
    /// `GNSS_INSTANT_LIMIT`.
    int64_t utc_ns;
    /// 1 no position, 2 latitude and longitude, 3 height too. `GNSS_FIX_POSITION` must be set for 2 and 3, and not
    /// for 1.
    uint8_t kind;
    /// 0 invalid, 1 autonomous, 2 differential, 3 precise, 4 RTK fixed, 5 RTK float, 6 dead reckoning, 7 manual or
    /// surveyed, 8 simulated, 9 satellites combined with dead reckoning.
    uint8_t quality;
    /// The origin of the date: 0 the receiver, 1 the receiver but corrected by a multiple of 1024 weeks, 2 the host's
    /// clock, 3 the recording.
    uint8_t time_origin;
    /// The origin of `horizontal_accuracy_m`: 1 stated by the receiver, 2 its error statistics (1 σ), 3 modelled from
    /// DOP (95 %).
    uint8_t horizontal_accuracy_origin;
    /// The origin of `vertical_accuracy_m`, with the same values.
    uint8_t vertical_accuracy_origin;
    /// 1 during the leap second 23:59:60, otherwise 0.
    uint8_t utc_is_leap_second;
    /// The number of satellites in the solution.
    uint16_t satellites_used;
    /// The reference station of the corrections in use: 0...1023, or 0...4095 with RTCM 3.
    uint16_t correction_station;
    /// GPS time minus UTC in whole seconds.
    int16_t leap_seconds;
    /// The receiver's own finding about jamming: 1 none, 2 interference, 3 interference and no reliable position. Since 1.5.
    uint8_t jamming;
    /// The receiver's own finding about spoofing: 1 none, 2 one sign, 3 several signs. Since 1.5.
    uint8_t spoofing;
    /// Must be 0.
    uint16_t reserved;
    /// Latitude, −90...90, north positive.
    double latitude_deg;
    /// Longitude, −180...180, east positive.
    double longitude_deg;
    /// Height above the WGS 84 ellipsoid.
    double ellipsoidal_height_m;
    /// Height above mean sea level.
    double orthometric_height_m;
    /// Height of the geoid above the ellipsoid.
    double geoid_separation_m;
    /// Speed over ground, 0 or more.
    double speed_mps;
    /// Course over ground from true north, 0..<360.
    double course_deg;
    /// Magnetic variation, east positive.
    double magnetic_variation_deg;
    /// Velocity to the north.
    double velocity_north_mps;
    /// Velocity to the east.
    double velocity_east_mps;
    /// Upward velocity.
    double velocity_up_mps;
    /// Horizontal accuracy as a radius, 0 or more.
    double horizontal_accuracy_m;
    /// Vertical accuracy as a half-width, 0 or more.
    double vertical_accuracy_m;
    /// Root mean square of the range residuals. This and the following six fields are 1 σ, as in the NMEA sentence
    /// GST.
    double range_residual_m;
    /// Semi-major axis of the error ellipse.
    double semi_major_m;
    /// Semi-minor axis of the error ellipse.
    double semi_minor_m;
    /// Direction of the semi-major axis from true north, 0..<360.
    double orientation_deg;
    /// Error in latitude.
    double sigma_latitude_m;
    /// Error in longitude.
    double sigma_longitude_m;
    /// Error in height.
    double sigma_height_m;
    /// Geometric dilution of precision. Dilutions of precision are those stated by the receiver.
    double gdop;
    /// Position dilution of precision.
    double pdop;
    /// Horizontal dilution of precision.
    double hdop;
    /// Vertical dilution of precision.
    double vdop;
    /// Time dilution of precision.
    double tdop;
    /// Age of the newest correction in use, in seconds.
    double correction_age_s;
    /// Text: the datum if it is not WGS 84.
    gnss_slice_v1 datum;
    /// Text: the messages from which the fix was assembled, separated by spaces: `GNRMC GNGGA`.
    gnss_slice_v1 sources;
    /// Accuracy of `speed_mps` as stated by the receiver, 0 or more. Since 1.3; a struct of 256 bytes without this
    /// field is accepted.
    double speed_accuracy_mps;
    /// Bits `GNSS_EARTH_FIXED_…`. Since 1.6, like the following fields; a struct of 264 bytes without them is accepted,
    /// but not with the bit `GNSS_FIX_EARTH_FIXED`.
    /// The receiver's own statement in Earth-centred, Earth-fixed coordinates (WGS 84): a driver does not compute it
    /// from the fields above.
    uint64_t earth_fixed;
    /// Position towards the prime meridian on the equator.
    double ecef_x_m;
    /// Position towards longitude 90 east on the equator.
    double ecef_y_m;
    /// Position towards the north pole.
    double ecef_z_m;
    /// Accuracy of that position in three dimensions, 0 or more.
    double ecef_accuracy_m;
    /// Velocity along x.
    double ecef_vx_mps;
    /// Velocity along y.
    double ecef_vy_mps;
    /// Velocity along z.
    double ecef_vz_mps;
    /// Accuracy of that velocity in three dimensions, 0 or more.
    double ecef_speed_accuracy_mps;
} gnss_fix_v1;

/// Bits of `gnss_satellite_v1.present`.
enum {
    GNSS_SATELLITE_DIRECTION = 1 << 0, ///< `elevation_deg` and `azimuth_deg`
    GNSS_SATELLITE_CN0 = 1 << 1,       ///< `cn0_dbhz`
    GNSS_SATELLITE_HEALTHY = 1 << 2,   ///< The receiver states that the satellite is healthy. Since 1.6.
    GNSS_SATELLITE_UNHEALTHY = 1 << 3, ///< The receiver states that it is not; at most one of both. Since 1.6.
};

/// One satellite in view.
typedef struct gnss_satellite_v1 {
    /// 0 GPS, 1 SBAS, 2 Galileo, 3 BeiDou, 4 IMES, 5 QZSS, 6 GLONASS, 7 NavIC.
    uint8_t constellation;
    /// The number in the constellation: GPS 1...32, SBAS 120...158, Galileo 1...36, BeiDou 1...63, IMES 1...10, QZSS
    /// 1...10, GLONASS 1...32 (the slot; 255 if unknown), NavIC 1...14. Any other number makes the batch malformed.
    uint8_t number;
    /// Bits `GNSS_SATELLITE_…`.
    uint8_t present;
    /// 1 if the solution uses the satellite, otherwise 0.
    uint8_t used;
    /// Elevation above the horizon, −90...90.
    float elevation_deg;
    /// Azimuth from true north, 0..<360.
    float azimuth_deg;
    /// The highest carrier to noise density of its signals, 0...99.
    float cn0_dbhz;
} gnss_satellite_v1;

/// The satellites of one epoch, each once; the host merges the entries of a satellite, except those of GLONASS
/// satellites with an unknown slot. `present` uses the bits of `gnss_fix_v1` for the time and the dilutions.
typedef struct gnss_satellites_v1 {
    /// Those bits `GNSS_FIX_…` that concern UTC, GDOP, PDOP, HDOP, VDOP and TDOP.
    uint64_t present;
    /// The epoch, as in `gnss_fix_v1`.
    int64_t utc_ns;
    /// Geometric dilution of precision. Dilutions of precision are those stated by the receiver.
    double gdop;
    /// Position dilution of precision.
    double pdop;
    /// Horizontal dilution of precision.
    double hdop;
    /// Vertical dilution of precision.
    double vdop;
    /// Time dilution of precision.
    double tdop;
    /// An array of `gnss_satellite_v1`.
    gnss_slice_v1 satellites;
    /// Text, as in `gnss_fix_v1`.
    gnss_slice_v1 sources;
} gnss_satellites_v1;

/// Bits of `gnss_signal_v1.present`.
enum {
    GNSS_SIGNAL_CN0 = 1 << 0,               ///< `cn0_dbhz`
    GNSS_SIGNAL_QUALITY = 1 << 1,           ///< `quality`
    GNSS_SIGNAL_HEALTH = 1 << 2,            ///< `healthy`
    GNSS_SIGNAL_RESIDUAL = 1 << 3,          ///< `residual_m`
    GNSS_SIGNAL_FREQUENCY_CHANNEL = 1 << 4, ///< `frequency_channel`
};

/// Bits of `gnss_signal_v1.use`: what the solution makes of a signal.
enum {
    GNSS_USE_PSEUDORANGE = 1 << 0,           ///< The solution uses its pseudorange,
    GNSS_USE_CARRIER = 1 << 1,               ///< its carrier phase,
    GNSS_USE_DOPPLER = 1 << 2,               ///< its Doppler.
    GNSS_USE_CORRECTED_PSEUDORANGE = 1 << 3, ///< Its pseudorange is corrected,
    GNSS_USE_CORRECTED_CARRIER = 1 << 4,     ///< its carrier phase is,
    GNSS_USE_CORRECTED_DOPPLER = 1 << 5,     ///< its Doppler is.
    GNSS_USE_SMOOTHED = 1 << 6,              ///< Its pseudorange is smoothed by its carrier phase.
};

/// One signal of one satellite.
typedef struct gnss_signal_v1 {
    /// The satellite's constellation, as in `gnss_satellite_v1`.
    uint8_t constellation;
    /// The satellite's number, as in `gnss_satellite_v1`.
    uint8_t number;
    /// The signal in its constellation: u-blox's sigId, or from 64 signals without a sigId. GPS 0 L1 C/A, 3 L2 CL, 4
    /// L2 CM, 6 L5 I, 7 L5 Q, 64 L1 P, 65 L2 P, 66 L1C. SBAS 0 L1 C/A, 64 L5 I. Galileo 0 E1 C, 1 E1 B, 3 E5a I, 4
    /// E5a Q, 5 E5b I, 6 E5b Q, 8 E6 B, 9 E6 C, 10 E6 A, 64 E5 AltBOC, 65 several. BeiDou 0 B1I D1, 1 B1I D2, 2 B2I
    /// D1, 3 B2I D2, 4 B3I D1, 5 B1C pilot, 6 B1C data, 7 B2a pilot, 8 B2a data, 10 B3I D2, 64 B2b. QZSS 0 L1 C/A, 1
    /// L1S, 4 L2 CM, 5 L2 CL, 8 L5 I, 9 L5 Q, 12 L1 C/B, 64 L1C, 65 L6, 66 L5S. GLONASS 0 L1 OF, 2 L2 OF, 64 L1 P, 65
    /// L2 P, 66 L3. NavIC 0 L5 A, 64 S, 65 L1. Others may be added.
    uint8_t signal;
    /// The GLONASS frequency channel, −7...6.
    int8_t frequency_channel;
    /// Bits `GNSS_SIGNAL_…`.
    uint16_t present;
    /// Bits `GNSS_USE_…`.
    uint8_t use;
    /// 0 no signal, 1 searching, 2 acquired, 3 detected but unusable, 4 code locked, 5 code and carrier locked.
    uint8_t quality;
    /// 1 if the satellite declares the signal healthy, otherwise 0.
    uint8_t healthy;
    /// 1 if the receiver claims that the signal's navigation data are authenticated; 0 if it makes no claim.
    uint8_t claimed_authentic;
    /// Must be 0.
    uint8_t reserved[6];
    /// Carrier to noise density, 0...99.
    float cn0_dbhz;
    /// Residual of the pseudorange after the solution.
    float residual_m;
} gnss_signal_v1;

/// The signals of one epoch, each once.
typedef struct gnss_signals_v1 {
    /// Of the bits `GNSS_FIX_…`, only UTC.
    uint64_t present;
    /// The epoch, as in `gnss_fix_v1`.
    int64_t utc_ns;
    /// An array of `gnss_signal_v1`.
    gnss_slice_v1 signals;
    /// Text, as in `gnss_fix_v1`.
    gnss_slice_v1 sources;
} gnss_signals_v1;

/// Bits of `gnss_navigation_page_v1.present`.
enum {
    GNSS_PAGE_TIME = 1 << 0,              ///< `week`, `time_of_week_s`, `time_origin`
    GNSS_PAGE_FREQUENCY_CHANNEL = 1 << 1, ///< `frequency_channel`
};

/// One page, subframe, string or message, as the satellite transmitted it.
typedef struct gnss_navigation_page_v1 {
    /// Bits `GNSS_PAGE_…`.
    uint64_t present;
    /// The satellite's constellation, as in `gnss_satellite_v1`.
    uint8_t constellation;
    /// The satellite's number, as in `gnss_satellite_v1`.
    uint8_t number;
    /// The signal, as in `gnss_signal_v1`.
    uint8_t signal;
    /// The GLONASS frequency channel, −7...6.
    int8_t frequency_channel;
    /// The message and its number of bits: 1 Galileo I/NAV, a nominal page of 240 bits (even and odd part, 120 each
    /// with their tails); 2 F/NAV, 244; 3 Galileo C/NAV, 492; 4 LNAV, ten words of 30 with their parity, in which
    /// words that were inverted because the preceding word ended in a one are inverted back; 5 CNAV, 300; 6 CNAV-2; 7
    /// GLONASS, 85; 8 BeiDou D1, ten words of 30; 9 D2, likewise; 10 B-CNAV1; 11 B-CNAV2, 288; 12 B-CNAV3; 13 SBAS
    /// and L1S, 250; 14 NavIC; 0 unknown. Others may be added.
    uint8_t message;
    /// The result of the driver's own check of CRC or parity: 0 not checked, 1 right, 2 wrong.
    uint8_t check;
    /// The origin of the time: 1 the receiver timestamped this page, 2 derived from its preceding Galileo time, 3
    /// from its preceding GPS time, 4 from its preceding epoch and date, 5 from the time in this satellite's own
    /// pages.
    uint8_t time_origin;
    /// Must be 0.
    uint8_t reserved;
    /// The transmission time of the first bit in Galileo System Time: weeks since 1999-08-22, without rollover,
    /// 0...65535.
    uint32_t week;
    /// Seconds of that week, 0..<604800.
    uint32_t time_of_week_s;
    /// The number of bits, 1...4096.
    uint32_t bit_count;
    /// Must be 0.
    uint32_t reserved_2;
    /// The bits in transmission order, the first in the most significant bit of the first byte; the last byte is
    /// padded with zeros. Exactly as many bytes as the bits need.
    gnss_slice_v1 bytes;
    /// Text: the receiver message that contained the page.
    gnss_slice_v1 sources;
} gnss_navigation_page_v1;

/// Bits of `gnss_measurement_v1.present`.
enum {
    GNSS_MEASUREMENT_PSEUDORANGE = 1 << 0,           ///< `pseudorange_m`
    GNSS_MEASUREMENT_PSEUDORANGE_DEVIATION = 1 << 1, ///< `pseudorange_deviation_m`
    GNSS_MEASUREMENT_CARRIER = 1 << 2,               ///< `carrier_cycles`
    GNSS_MEASUREMENT_CARRIER_DEVIATION = 1 << 3,     ///< `carrier_deviation_cycles`
    GNSS_MEASUREMENT_DOPPLER = 1 << 4,               ///< `doppler_hz`
    GNSS_MEASUREMENT_DOPPLER_DEVIATION = 1 << 5,     ///< `doppler_deviation_hz`
    GNSS_MEASUREMENT_CN0 = 1 << 6,                   ///< `cn0_dbhz`
    GNSS_MEASUREMENT_LOCK_TIME = 1 << 7,             ///< `lock_time_s`
    GNSS_MEASUREMENT_FREQUENCY_CHANNEL = 1 << 8,     ///< `frequency_channel`
};

/// The measurements of one signal.
typedef struct gnss_measurement_v1 {
    /// The satellite's constellation, as in `gnss_satellite_v1`.
    uint8_t constellation;
    /// The satellite's number, as in `gnss_satellite_v1`.
    uint8_t number;
    /// The signal, as in `gnss_signal_v1`.
    uint8_t signal;
    /// The GLONASS frequency channel, −7...6.
    int8_t frequency_channel;
    /// Bits `GNSS_MEASUREMENT_…`.
    uint16_t present;
    /// 1 if the half cycle of the carrier phase is resolved, otherwise 0.
    uint8_t half_cycle_resolved;
    /// 1 if half a cycle was subtracted from the carrier phase, otherwise 0.
    uint8_t half_cycle_subtracted;
    /// Pseudorange.
    double pseudorange_m;
    /// Carrier phase, growing with the pseudorange.
    double carrier_cycles;
    /// Doppler, positive for an approaching satellite.
    double doppler_hz;
    /// Standard deviation of the pseudorange.
    float pseudorange_deviation_m;
    /// Standard deviation of the carrier phase.
    float carrier_deviation_cycles;
    /// Standard deviation of the Doppler.
    float doppler_deviation_hz;
    /// Carrier to noise density, 0...99.
    float cn0_dbhz;
    /// The time that the carrier has been tracked without a cycle slip, up to the limit of the receiver's counter.
    float lock_time_s;
    /// Must be 0.
    uint8_t reserved[4];
} gnss_measurement_v1;

/// Bits of `gnss_measurements_v1.present`.
enum {
    GNSS_MEASUREMENTS_TIME = 1 << 0,         ///< `week`, `time_of_week_ns`
    GNSS_MEASUREMENTS_LEAP_SECONDS = 1 << 1, ///< `leap_seconds`
};

/// The measurements at one instant.
typedef struct gnss_measurements_v1 {
    /// Bits `GNSS_MEASUREMENTS_…`.
    uint64_t present;
    /// The instant by the receiver's clock, in GPS time: nanoseconds of the week.
    int64_t time_of_week_ns;
    /// Weeks since 1980-01-06, without rollover, 0...65535.
    uint32_t week;
    /// GPS time minus UTC in whole seconds.
    int16_t leap_seconds;
    /// 1 if the receiver's clock was reset, so that phases do not continue the previous ones; otherwise 0.
    uint8_t clock_reset;
    /// Must be 0.
    uint8_t reserved;
    /// An array of `gnss_measurement_v1`.
    gnss_slice_v1 measurements;
    /// Text, as in `gnss_fix_v1`.
    gnss_slice_v1 sources;
} gnss_measurements_v1;

/// Bits of `gnss_corrections_v1.present`.
enum {
    GNSS_CORRECTIONS_STATION = 1 << 0, ///< `station`
    GNSS_CORRECTIONS_AGE = 1 << 1,     ///< `age_s`
};

/// Corrections for receivers: whole frames, back to back.
typedef struct gnss_corrections_v1 {
    /// Bits `GNSS_CORRECTIONS_…`.
    uint64_t present;
    /// Age of the newest measurement in the frames when they arrived.
    double age_s;
    /// The reference station, 0...4095.
    uint16_t station;
    /// The protocol of the frames, as in `gnss_sentence_v1`: 3 RTCM 3.
    uint8_t format;
    /// Must be 0.
    uint8_t reserved[5];
    /// The frames.
    gnss_slice_v1 bytes;
    /// Text: the origin, for people, without a password.
    gnss_slice_v1 origin;
} gnss_corrections_v1;

/// Bits of `gnss_attitude_v1.present`.
enum {
    GNSS_ATTITUDE_UTC = 1 << 0,              ///< `utc_ns`
    GNSS_ATTITUDE_HEADING = 1 << 1,          ///< `heading_deg`
    GNSS_ATTITUDE_MAGNETIC_HEADING = 1 << 2, ///< `magnetic_heading_deg`
    GNSS_ATTITUDE_PITCH = 1 << 3,            ///< `pitch_deg`
    GNSS_ATTITUDE_ROLL = 1 << 4,             ///< `roll_deg`
    GNSS_ATTITUDE_RATE_OF_TURN = 1 << 5,     ///< `rate_of_turn_deg_per_min`
    GNSS_ATTITUDE_HEAVE = 1 << 6,            ///< `heave_m`
};

/// The vehicle's orientation, as opposed to its course over ground.
typedef struct gnss_attitude_v1 {
    /// Bits `GNSS_ATTITUDE_…`.
    uint64_t present;
    /// The epoch, as in `gnss_fix_v1`.
    int64_t utc_ns;
    /// Heading from true north, 0..<360.
    double heading_deg;
    /// Heading from magnetic north, 0..<360.
    double magnetic_heading_deg;
    /// Pitch, nose up positive, −90...90.
    double pitch_deg;
    /// Roll, starboard down positive, −180...180.
    double roll_deg;
    /// Rate of turn, positive to starboard.
    double rate_of_turn_deg_per_min;
    /// Heave, positive upward.
    double heave_m;
    /// Text, as in `gnss_fix_v1`.
    gnss_slice_v1 sources;
} gnss_attitude_v1;

/// Bits of `gnss_timing_v1.present`.
enum {
    GNSS_TIMING_UTC = 1 << 0,          ///< `utc_ns`
    GNSS_TIMING_LEAP_SECONDS = 1 << 1, ///< `leap_seconds`, `leap_seconds_are_default`
    GNSS_TIMING_CLOCK_BIAS = 1 << 2,   ///< `clock_bias_ns`
    GNSS_TIMING_CLOCK_DRIFT = 1 << 3,  ///< `clock_drift_ns_per_s`
};

/// The receiver's information about time itself, beyond the time of a fix.
typedef struct gnss_timing_v1 {
    /// Bits `GNSS_TIMING_…`.
    uint64_t present;
    /// The instant to which the values apply, as in `gnss_fix_v1`.
    int64_t utc_ns;
    /// GPS time minus UTC in whole seconds.
    int16_t leap_seconds;
    /// 1 while `leap_seconds` is the firmware's default and has not been received from a satellite yet; otherwise 0.
    uint8_t leap_seconds_are_default;
    /// Must be 0.
    uint8_t reserved[5];
    /// Receiver clock bias.
    double clock_bias_ns;
    /// Receiver clock drift.
    double clock_drift_ns_per_s;
    /// Text, as in `gnss_fix_v1`.
    gnss_slice_v1 sources;
} gnss_timing_v1;

/// A raw frame exactly as received, including its start mark, checksum and line end.
typedef struct gnss_sentence_v1 {
    /// 1 NMEA 0183, 2 UBX, 3 RTCM 3, 4 SBF, 255 other.
    uint8_t format;
    /// Must be 0.
    uint8_t reserved[7];
    /// The bytes. The gateway's servers pass an NMEA sentence on only if it has at most 1024 characters, all in 0x20...0x7E
    /// and the first one `$` or `!`, and then its line end (CR LF, LF, CR, CR CR LF or none).
    gnss_slice_v1 bytes;
} gnss_sentence_v1;

/// The receiver's identity as it reports it. Empty text means unknown. The host keeps the first 256 bytes of each text.
typedef struct gnss_receiver_v1 {
    /// Text: the manufacturer.
    gnss_slice_v1 vendor;
    /// Text: the model.
    gnss_slice_v1 model;
    /// Text: the firmware version as the receiver reports it.
    gnss_slice_v1 firmware;
    /// Text: serial number or chip ID.
    gnss_slice_v1 serial;
} gnss_receiver_v1;

/// States of a driver. Each is reported with a reason, worded for people.
enum {
    GNSS_STATE_STARTING = 1,   ///< Not yet talking to the device.
    GNSS_STATE_CONNECTING = 2, ///< Opening the device, or waiting for it.
    GNSS_STATE_RUNNING = 3,    ///< Data flows.
    GNSS_STATE_DEGRADED = 4,   ///< Data flows, but something is wrong with it.
    GNSS_STATE_LOST = 5,       ///< The receiver is gone. The host says so when `run` returns `GNSS_RUN_LOST`.
    GNSS_STATE_STOPPED = 6,    ///< Ended. Only the host says so, when `run` has returned.
};

/// The driver's state in a record.
typedef struct gnss_driver_state_v1 {
    /// `GNSS_STATE_…`.
    uint8_t state;
    /// Must be 0.
    uint8_t reserved[7];
    /// Text: the reason.
    gnss_slice_v1 reason;
} gnss_driver_state_v1;

/// Only in files: the source of the records that follow.
typedef struct gnss_source_v1 {
    /// Text: the receiver's name in the configuration.
    gnss_slice_v1 source;
} gnss_source_v1;

/// The header of a recording file, followed immediately by records.
typedef struct gnss_file_v1 {
    /// `GNSSREC` and a NUL.
    uint8_t magic[8];
    /// The file version, 1.
    uint32_t version;
    /// The offset of the first record, 64.
    uint32_t header_size;
    /// The monotonic clock at the start of the recording, in nanoseconds.
    int64_t monotonic_ns;
    /// The wall clock at the same moment, in nanoseconds since 1970-01-01 UTC.
    int64_t wall_ns;
    /// Must be 0.
    uint8_t reserved[32];
} gnss_file_v1;

// ---------------------------------------------------------------------------------------------------------------------
// Host and plugin.
// ---------------------------------------------------------------------------------------------------------------------

/// A buffer for a message to people. The host creates it, and the plugin fills it.
typedef struct gnss_message_v1 {
    /// The size of this struct in bytes; `text` therefore has `size - 8` bytes.
    uint32_t size;
    /// The number of bytes used in `text`; initially 0.
    uint32_t length;
    /// The message: the problem, the place and the remedy.
    char text[1016];
} gnss_message_v1;

/// The host that loads the plugin. Valid during the call.
typedef struct gnss_host_info_v1 {
    /// The size of this struct in bytes.
    uint32_t size;
    /// `GNSS_CONTRACT_MAJOR` of the host.
    uint16_t contract_major;
    /// `GNSS_CONTRACT_MINOR` of the host.
    uint16_t contract_minor;
    /// `gnss-gateway`.
    const char *name;
    /// The host's own version, such as `0.1.0`.
    const char *version;
} gnss_host_info_v1;

/// Both clocks of the host.
typedef struct gnss_instant_v1 {
    /// The monotonic clock, in nanoseconds.
    int64_t monotonic_ns;
    /// The wall clock, in nanoseconds since 1970-01-01 UTC.
    int64_t wall_ns;
} gnss_instant_v1;

/// Results of `publish`.
enum {
    /// Accepted.
    GNSS_PUBLISH_OK = 0,
    /// Not accepted: consumers are behind. Returned only to plugins with `GNSS_CAN_BE_FLOW_CONTROLLED`, after the
    /// host has waited a while. Unless stopped, publish the same batch again.
    GNSS_PUBLISH_WAIT = 1,
    /// Refused: a size is wrong, or a payload is contradictory. A message in the host's log says which.
    GNSS_PUBLISH_MALFORMED = -1,
    /// Refused: the kind is not for drivers, or the plugin does not declare it in `delivers`.
    GNSS_PUBLISH_FORBIDDEN = -2,
};

/// Levels of `log`.
enum {
    GNSS_LOG_DEBUG = 1,
    GNSS_LOG_INFO = 2,
    GNSS_LOG_WARNING = 3,
    GNSS_LOG_ERROR = 4,
};

/// The functions that the host offers to one driver. Valid from `create` until `destroy` returns. They may be called
/// only on the thread of `run`, except `log` and `now`, which any thread may call.
typedef struct gnss_host_v1 {
    /// The size of this struct in bytes.
    uint32_t size;
    /// Must be 0.
    uint32_t reserved;
    /// The first argument for each function.
    void *ctx;
    /// Publishes a batch, usually one epoch: `record_count` records back to back, `byte_count` bytes in total, at
    /// most `GNSS_BATCH_LIMIT`. The host copies the bytes before it returns `GNSS_PUBLISH_…` for the whole batch.
    int32_t (*publish)(void *ctx, const void *bytes, size_t byte_count, uint32_t record_count);
    /// Writes a message to the host's log at level `GNSS_LOG_…`. At most 1000 bytes are kept, and at most 20 messages
    /// per second from one driver. Do not log every received message.
    void (*log)(void *ctx, int32_t level, const char *text, size_t length);
    /// Reports `GNSS_STATE_…` with the reason, worded for people. The host accepts 20 states at once, then one per
    /// second; of those above that it keeps the newest one.
    void (*report_state)(void *ctx, int32_t state, const char *reason, size_t length);
    /// Reads both clocks. Call it right after reading bytes.
    void (*now)(void *ctx, gnss_instant_v1 *instant);
} gnss_host_v1;

/// Abilities of a plugin beyond `run`: bits of `gnss_plugin_v1.capabilities`.
enum {
    /// Its sources can wait (replays, simulations): `publish` may return `GNSS_PUBLISH_WAIT`.
    GNSS_CAN_BE_FLOW_CONTROLLED = 1 << 0,
    /// The plugin has `probe`.
    GNSS_CAN_PROBE = 1 << 1,
    /// The plugin has `discover`.
    GNSS_CAN_DISCOVER = 1 << 2,
    /// The plugin has `write`.
    GNSS_CAN_WRITE = 1 << 3,
};

/// Results of `run`.
enum {
    /// `stop` was called. If it was not, or the code is unknown, the host tries again, as for `GNSS_RUN_LOST`.
    GNSS_RUN_STOPPED = 0,
    /// A finite source has ended, which is not an error: the end of a replay. The host tries again, as for
    /// `GNSS_RUN_LOST`, unless the plugin has `GNSS_CAN_BE_FLOW_CONTROLLED`.
    GNSS_RUN_FINISHED = 1,
    /// The receiver is gone; a retry may help. The message contains the reason.
    GNSS_RUN_LOST = -1,
    /// A retry cannot help. The message says what to change.
    GNSS_RUN_FAILED = -2,
    /// The receiver refused the connection (a wrong PIN, no pairing): like `GNSS_RUN_LOST`, but an early retry would
    /// do harm, so the host waits a minute. Since 1.2; return `GNSS_RUN_LOST` to older hosts.
    GNSS_RUN_REFUSED = -3,
};

typedef struct gnss_plugin_v1 gnss_plugin_v1;

/// The description and functions of a plugin. Stays valid and unchanged for the life of the process.
struct gnss_plugin_v1 {
    /// The size of this struct in bytes, as the plugin was built.
    uint32_t size;
    /// The `GNSS_CONTRACT_MAJOR` with which the plugin was built.
    uint16_t contract_major;
    /// The `GNSS_CONTRACT_MINOR` with which the plugin was built.
    uint16_t contract_minor;
    /// Bits `GNSS_CAN_…`. A bit without its function, or a function without its bit, is refused.
    uint64_t capabilities;
    /// The kinds that the drivers publish: bit k for kind k, 1...63.
    uint64_t delivers;
    /// The plugin's name in the configuration, `[a-z0-9-]`, 1 to 40 bytes: `nmea-serial`.
    const char *kind;
    /// The plugin's own version: `1.2.0`.
    const char *version;
    /// A one-line description.
    const char *summary;
    /// A sample of the receiver's section `config`, as YAML with comments.
    const char *sample_configuration;
    /// The JSON Schema of that section, limited to: type, properties, required, additionalProperties: false, enum,
    /// minimum, maximum, minLength, maxLength, items, default, description.
    const char *configuration_schema;
    /// For the plugin's own use; the host ignores it.
    void *user;

    /// Creates a driver without accessing the device. `configuration` is JSON that the host has validated against the
    /// schema, with defaults filled in. Returns NULL, with a message in `error`, on failure. Any thread may call it.
    void *(*create)(const gnss_plugin_v1 *self, const gnss_host_v1 *host, const char *configuration, size_t length,
                    gnss_message_v1 *error);
    /// Communicates with the receiver and publishes until stopped or until the receiver is gone. Blocks; called on
    /// its own thread, and again after it has returned if the host restarts the driver. Returns `GNSS_RUN_…`, with a
    /// message in `error` for negative values.
    int32_t (*run)(void *driver, gnss_message_v1 *error);
    /// Makes `run` return within 2 s; itself returns at once. Any thread may call it, even while `run` is not
    /// running. It is final: a later `run` returns at once.
    void (*stop)(void *driver);
    /// Frees the driver. Called once, and never during `run`.
    void (*destroy)(void *driver);

    /// NULL without `GNSS_CAN_PROBE`. Checks whether a receiver of this kind is connected to `device` (a path or
    /// address): only reads, until `deadline_ns` (monotonic). Returns the certainty 0...100, or a negative value with
    /// a message if the device cannot be opened. Any thread may call it.
    int32_t (*probe)(const gnss_plugin_v1 *self, const char *device, size_t length, int64_t deadline_ns,
                     gnss_message_v1 *finding);
    /// NULL without `GNSS_CAN_DISCOVER`. Calls `found` with a JSON object (`device`, `name`, and whatever else is
    /// known) for each device of its kind, until `deadline_ns` (monotonic). Returns 0, or a negative value with a
    /// message. Any thread may call it.
    int32_t (*discover)(const gnss_plugin_v1 *self, int64_t deadline_ns, void *ctx,
                        void (*found)(void *ctx, const char *json, size_t length), gnss_message_v1 *error);
    /// NULL without `GNSS_CAN_WRITE`. Passes on bytes for the receiver: corrections in whole messages, at most 32
    /// KiB. Copies the bytes and returns at once; data that a slow receiver has not accepted after 2 s is dropped as
    /// worthless. Returns the number of calls whose data was dropped since the last call, or a negative value with a
    /// message. Any thread may call it during `run`.
    int32_t (*write)(void *driver, const void *bytes, size_t byte_count, gnss_message_v1 *error);
};

/// The only symbol that a plugin exports. Returns NULL, with the reason in `refusal`, if it cannot work with this
/// host.
typedef const gnss_plugin_v1 *(*gnss_driver_plugin_v1_function)(const gnss_host_info_v1 *host, gnss_message_v1 *refusal);

/// The name of that symbol.
#define GNSS_DRIVER_PLUGIN_SYMBOL "gnss_driver_plugin_v1"

#ifdef __cplusplus
}
#endif

#endif
