// SPDX-License-Identifier: Apache-2.0
//
// The driver contract of gnss-gateway, version 1.4.
//
// A receiver driver is a shared object `lib….so` that exports one function, `gnss_driver_plugin_v1`. The host loads it,
// calls that function once, reads the description it answers with, and creates as many drivers as its configuration
// names receivers of that kind. Each driver runs on a thread that the host gives it and publishes batches of records.
//
// Rules that hold everywhere:
// - Every struct that crosses the boundary begins with its size, as the side that made it was built; but for
//   `gnss_instant_v1`, which never grows. Later versions add fields at the end only, and a field is read only when the
//   size covers it.
// - All text is UTF-8. Text handed over with a length need not end in NUL; text handed over without one does.
// - Memory stays with the side that made it. A pointer handed to a function is valid until that function returns, but
//   for the plugin's description, which stays valid and unchanged for the life of the process.
// - Every instant lies in the years 1970 to 2200: 0 to `GNSS_INSTANT_LIMIT` nanoseconds. A record with another one, in its
//   header or in its payload, is refused, and with it its batch. A driver leaves out a time of a receiver that is beyond it.
// - No exception, signal, longjmp or Swift error may cross the boundary.
// - The host never unloads a plugin.
// - The host may run a driver in a process of its own, and always does where the plugin did not come with it. Nothing
//   changes for the plugin, but: standard input and output are /dev/null, standard error goes to the host's log, memory,
//   processor time and the number of observations are limited, `publish` blocks while the host reads no faster, and a
//   driver that is silent for long (the user sets how long: 60 s) is taken for hung and killed. There is one driver in
//   such a process, run once.
//
// Swift authors write none of this by hand: the module DriverKit makes it.

#ifndef GNSS_DRIVER_H
#define GNSS_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The major version of the contract. It is the suffix of the exported symbol and of every type.
#define GNSS_CONTRACT_MAJOR 1
/// The minor version: later ones add fields at the ends of structs, kinds, and capabilities.
#define GNSS_CONTRACT_MINOR 4

/// The greatest size of one record, header included, in bytes.
#define GNSS_RECORD_LIMIT (128u * 1024u)
/// The greatest size of one batch in bytes.
#define GNSS_BATCH_LIMIT (1024u * 1024u)
/// The latest instant that a record may state, in nanoseconds: 2200-01-01T00:00:00 UTC, or as much of a monotonic clock.
#define GNSS_INSTANT_LIMIT 7258118400000000000

// ---------------------------------------------------------------------------------------------------------------------
// Records: the one encoding of the in-process call, the pipe from an isolated driver, and the recording file.
// Little-endian. Offsets instead of pointers, counted from the first byte of the record's header.
// ---------------------------------------------------------------------------------------------------------------------

/// The head of every record. The payload of its kind follows at once.
typedef struct gnss_record_v1 {
    /// The whole record in bytes, this header and padding included: a multiple of 8, 32 to `GNSS_RECORD_LIMIT`.
    uint32_t size;
    /// What the payload is: `GNSS_KIND_…`. A reader skips kinds that it does not know.
    uint16_t kind;
    /// Version of the payload's layout; 1 for all that stand here. A reader skips versions that it does not know. Longer payloads of a known version are read as far
    /// as they are known.
    uint16_t version;
    /// Counts the records of a source. The host sets it; a driver writes 0.
    uint64_t sequence;
    /// The host's monotonic clock in nanoseconds when the bytes behind the record had arrived, as `now` gives it. Of a
    /// live receiver the host takes times that are within 5 s of its own, and its own instead of others. 0 to
    /// `GNSS_INSTANT_LIMIT`.
    int64_t monotonic_ns;
    /// The host's wall clock in nanoseconds since 1970-01-01 UTC at the same moment, 0 to `GNSS_INSTANT_LIMIT`.
    int64_t wall_ns;
} gnss_record_v1;

/// Bytes, text or an array inside the record.
typedef struct gnss_slice_v1 {
    /// Where it begins, in bytes from the first byte of the record's header; a multiple of 8 for arrays of structs.
    uint32_t offset;
    /// How many elements (for text and bytes: how many bytes). 0: empty, whatever `offset` says.
    uint32_t count;
} gnss_slice_v1;

/// Kinds of records. 1...255 come from drivers. From 256 on they are the gateway's own, and nothing here says what stands in
/// them.
enum {
    /// Files only: a `gnss_source_v1`; the records behind it are of that source until the next one.
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
    /// This one and all above: the gateway's own; a driver's record of such a kind is refused.
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
};

/// One epoch of the receiver: one solution instant, joined from all messages that speak of it. Published for epochs
/// without a position too (`kind` 1), so that nobody takes the last position for a current one.
typedef struct gnss_fix_v1 {
    /// Bits `GNSS_FIX_…`.
    uint64_t present;
    /// The instant of the solution in nanoseconds since 1970-01-01 UTC, leap seconds not counted, 0 to
    /// `GNSS_INSTANT_LIMIT`.
    int64_t utc_ns;
    /// 1 no position, 2 latitude and longitude, 3 height too. `GNSS_FIX_POSITION` is set for 2 and 3, and not for 1.
    uint8_t kind;
    /// 0 invalid, 1 autonomous, 2 differential, 3 precise, 4 RTK fixed, 5 RTK float, 6 dead reckoning, 7 manual or
    /// surveyed, 8 simulated, 9 satellites and dead reckoning.
    uint8_t quality;
    /// Of the date: 0 the receiver, 1 the receiver's moved by whole 1024 weeks, 2 the host's clock, 3 the recording's.
    uint8_t time_origin;
    /// Of `horizontal_accuracy_m`: 1 stated by the receiver, 2 its error statistics (1 σ), 3 modelled from DOP (95 %).
    uint8_t horizontal_accuracy_origin;
    /// Of `vertical_accuracy_m`, in the same scale.
    uint8_t vertical_accuracy_origin;
    /// 1 within 23:59:60, else 0.
    uint8_t utc_is_leap_second;
    /// Satellites in the solution.
    uint16_t satellites_used;
    /// The reference station of the corrections in use: 0...1023, 4095 with RTCM 3.
    uint16_t correction_station;
    /// GPS − UTC in whole seconds.
    int16_t leap_seconds;
    /// 0.
    uint32_t reserved;
    /// −90...90, north positive.
    double latitude_deg;
    /// −180...180, east positive.
    double longitude_deg;
    /// Above the ellipsoid of WGS 84.
    double ellipsoidal_height_m;
    /// Above mean sea level.
    double orthometric_height_m;
    /// The geoid above the ellipsoid.
    double geoid_separation_m;
    /// Over ground, 0 or more.
    double speed_mps;
    /// Over ground, from true north, 0..<360.
    double course_deg;
    /// East positive.
    double magnetic_variation_deg;
    /// To the north.
    double velocity_north_mps;
    /// To the east.
    double velocity_east_mps;
    /// Upward.
    double velocity_up_mps;
    /// A radius, 0 or more.
    double horizontal_accuracy_m;
    /// A half-width, 0 or more.
    double vertical_accuracy_m;
    /// Root mean square of the range residuals; this and the next six: 1 σ, as in the NMEA sentence GST.
    double range_residual_m;
    /// Of the error ellipse.
    double semi_major_m;
    /// Of the error ellipse.
    double semi_minor_m;
    /// Of the semi-major axis, from true north, 0..<360.
    double orientation_deg;
    /// Error in latitude.
    double sigma_latitude_m;
    /// Error in longitude.
    double sigma_longitude_m;
    /// Error in height.
    double sigma_height_m;
    /// Dilutions of precision as the receiver stated them: geometric,
    double gdop;
    /// position,
    double pdop;
    /// horizontal,
    double hdop;
    /// vertical,
    double vdop;
    /// time.
    double tdop;
    /// Age of the newest correction in use, in seconds.
    double correction_age_s;
    /// Text: the datum where it is not WGS 84.
    gnss_slice_v1 datum;
    /// Text: the messages it was joined from, separated by spaces: `GNRMC GNGGA`.
    gnss_slice_v1 sources;
    /// Accuracy of `speed_mps` as the receiver stated it, 0 or more. Since 1.3; a struct without it, of 256 bytes, is taken.
    double speed_accuracy_mps;
} gnss_fix_v1;

/// Bits of `gnss_satellite_v1.present`.
enum {
    GNSS_SATELLITE_DIRECTION = 1 << 0, ///< `elevation_deg` and `azimuth_deg`
    GNSS_SATELLITE_CN0 = 1 << 1,       ///< `cn0_dbhz`
};

/// One satellite in view.
typedef struct gnss_satellite_v1 {
    /// 0 GPS, 1 SBAS, 2 Galileo, 3 BeiDou, 4 IMES, 5 QZSS, 6 GLONASS, 7 NavIC.
    uint8_t constellation;
    /// The number in the constellation: GPS 1...32, SBAS 120...158, Galileo 1...36, BeiDou 1...63, IMES 1...10, QZSS
    /// 1...10, GLONASS 1...32 (the slot; 255: unknown), NavIC 1...14. Another number makes the batch malformed.
    uint8_t number;
    /// Bits `GNSS_SATELLITE_…`.
    uint8_t present;
    /// 1 if the solution uses it, else 0.
    uint8_t used;
    /// Above the horizon, −90...90.
    float elevation_deg;
    /// From true north, 0..<360.
    float azimuth_deg;
    /// The best over its signals, 0...99.
    float cn0_dbhz;
} gnss_satellite_v1;

/// The satellites of one epoch, each once. `present` uses the bits of `gnss_fix_v1` for the time and the DOPs.
typedef struct gnss_satellites_v1 {
    /// Of the bits `GNSS_FIX_…`: UTC, GDOP, PDOP, HDOP, VDOP, TDOP.
    uint64_t present;
    /// The epoch, as in `gnss_fix_v1`.
    int64_t utc_ns;
    /// Dilutions of precision as the receiver stated them: geometric,
    double gdop;
    /// position,
    double pdop;
    /// horizontal,
    double hdop;
    /// vertical,
    double vdop;
    /// time.
    double tdop;
    /// `gnss_satellite_v1` each.
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
    /// The satellite, as in `gnss_satellite_v1`,
    uint8_t constellation;
    /// and its number.
    uint8_t number;
    /// The signal in its constellation: u-blox's sigId; from 64 those that it has no number for. GPS 0 L1 C/A, 3 L2 CL,
    /// 4 L2 CM, 6 L5 I, 7 L5 Q, 64 L1 P, 65 L2 P, 66 L1C. SBAS 0 L1 C/A, 64 L5 I. Galileo 0 E1 C, 1 E1 B, 3 E5a I,
    /// 4 E5a Q, 5 E5b I, 6 E5b Q, 8 E6 B, 9 E6 C, 10 E6 A, 64 E5 AltBOC, 65 several. BeiDou 0 B1I D1, 1 B1I D2, 2 B2I D1, 3 B2I D2,
    /// 4 B3I D1, 5 B1C pilot, 6 B1C data, 7 B2a pilot, 8 B2a data, 10 B3I D2, 64 B2b. QZSS 0 L1 C/A, 1 L1S, 4 L2 CM,
    /// 5 L2 CL, 8 L5 I, 9 L5 Q, 12 L1 C/B, 64 L1C, 65 L6, 66 L5S. GLONASS 0 L1 OF, 2 L2 OF, 64 L1 P, 65 L2 P, 66 L3.
    /// NavIC 0 L5 A, 64 S, 65 L1. Others may come.
    uint8_t signal;
    /// GLONASS: −7...6.
    int8_t frequency_channel;
    /// Bits `GNSS_SIGNAL_…`.
    uint16_t present;
    /// Bits `GNSS_USE_…`.
    uint8_t use;
    /// 0 nothing heard, 1 searched for, 2 found, 3 there and not usable, 4 code tracked, 5 code and carrier tracked.
    uint8_t quality;
    /// 1 if the satellite says that the signal is fit for use, else 0.
    uint8_t healthy;
    /// 1 if the receiver claims that the signal's navigation data are authenticated; 0: it does not say.
    uint8_t claimed_authentic;
    /// 0.
    uint8_t reserved[6];
    /// Carrier to noise density, 0...99.
    float cn0_dbhz;
    /// What is left of the pseudorange after the solution.
    float residual_m;
} gnss_signal_v1;

/// The signals of one epoch, each once.
typedef struct gnss_signals_v1 {
    /// Of the bits `GNSS_FIX_…`: UTC.
    uint64_t present;
    /// The epoch, as in `gnss_fix_v1`.
    int64_t utc_ns;
    /// `gnss_signal_v1` each.
    gnss_slice_v1 signals;
    /// Text, as in `gnss_fix_v1`.
    gnss_slice_v1 sources;
} gnss_signals_v1;

/// Bits of `gnss_navigation_page_v1.present`.
enum {
    GNSS_PAGE_TIME = 1 << 0,              ///< `week`, `time_of_week_s`, `time_origin`
    GNSS_PAGE_FREQUENCY_CHANNEL = 1 << 1, ///< `frequency_channel`
};

/// One page, subframe, string or message of a satellite, as sent.
typedef struct gnss_navigation_page_v1 {
    /// Bits `GNSS_PAGE_…`.
    uint64_t present;
    /// The satellite, as in `gnss_satellite_v1`,
    uint8_t constellation;
    /// and its number.
    uint8_t number;
    /// The signal, as in `gnss_signal_v1`.
    uint8_t signal;
    /// GLONASS: −7...6.
    int8_t frequency_channel;
    /// What the bits are: 1 Galileo I/NAV, a nominal page of 240 bits: even part and odd part, 120 each with their
    /// tails; 2 F/NAV, 244; 3 Galileo C/NAV, 492; 4 LNAV, ten words of 30 with their parity, upright (each inverted as
    /// a whole where the one before ended in a one); 5 CNAV, 300; 6 CNAV-2; 7 GLONASS, 85; 8 BeiDou D1, ten words of 30; 9 D2, the same; 10 B-CNAV1; 11 B-CNAV2, 288;
    /// 12 B-CNAV3; 13 SBAS and L1S, 250; 14 NavIC; 0 unknown. Others may come.
    uint8_t message;
    /// What the driver's own check of CRC or parity said: 0 not checked, 1 right, 2 wrong.
    uint8_t check;
    /// How the time is known: 1 the receiver stamped this page, 2 counted from its Galileo time before it, 3 from its
    /// GPS time before it, 4 from its epoch and date before it, 5 from the time in this satellite's own pages.
    uint8_t time_origin;
    /// 0.
    uint8_t reserved;
    /// When the first bit left the satellite, in Galileo System Time: weeks since 1999-08-22, not rolled over,
    /// 0...65535,
    uint32_t week;
    /// and seconds of the week, 0..<604800.
    uint32_t time_of_week_s;
    /// How many bits there are, 1...4096.
    uint32_t bit_count;
    /// 0.
    uint32_t reserved_2;
    /// The bits in the order they were sent, the first the highest of the first byte; the last byte is filled up with
    /// zeros. As many bytes as the bits need.
    gnss_slice_v1 bytes;
    /// Text: the receiver's message it is from.
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

/// What was measured of one signal.
typedef struct gnss_measurement_v1 {
    /// The satellite, as in `gnss_satellite_v1`,
    uint8_t constellation;
    /// and its number.
    uint8_t number;
    /// The signal, as in `gnss_signal_v1`.
    uint8_t signal;
    /// GLONASS: −7...6.
    int8_t frequency_channel;
    /// Bits `GNSS_MEASUREMENT_…`.
    uint16_t present;
    /// 1 if the half cycle of the carrier phase is resolved, else 0.
    uint8_t half_cycle_resolved;
    /// 1 if half a cycle was subtracted from the carrier phase, else 0.
    uint8_t half_cycle_subtracted;
    /// Pseudorange.
    double pseudorange_m;
    /// Carrier phase, growing as the pseudorange does.
    double carrier_cycles;
    /// Doppler, positive for a satellite that comes nearer.
    double doppler_hz;
    /// Standard deviations: of the pseudorange,
    float pseudorange_deviation_m;
    /// of the carrier phase,
    float carrier_deviation_cycles;
    /// of the Doppler.
    float doppler_deviation_hz;
    /// Carrier to noise density, 0...99.
    float cn0_dbhz;
    /// For how long the carrier was tracked without a slip, as far as the receiver counts.
    float lock_time_s;
    /// 0.
    uint8_t reserved[4];
} gnss_measurement_v1;

/// Bits of `gnss_measurements_v1.present`.
enum {
    GNSS_MEASUREMENTS_TIME = 1 << 0,         ///< `week`, `time_of_week_ns`
    GNSS_MEASUREMENTS_LEAP_SECONDS = 1 << 1, ///< `leap_seconds`
};

/// What was measured at one instant.
typedef struct gnss_measurements_v1 {
    /// Bits `GNSS_MEASUREMENTS_…`.
    uint64_t present;
    /// The instant by the receiver's clock, in GPS time: nanoseconds of the week,
    int64_t time_of_week_ns;
    /// and weeks since 1980-01-06, not rolled over, 0...65535.
    uint32_t week;
    /// GPS − UTC in whole seconds.
    int16_t leap_seconds;
    /// 1 if the receiver's clock was reset, so that phases do not continue those before; else 0.
    uint8_t clock_reset;
    /// 0.
    uint8_t reserved;
    /// `gnss_measurement_v1` each.
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
    /// How old the newest of their measurements were when they came.
    double age_s;
    /// The reference station, 0...4095.
    uint16_t station;
    /// The protocol of the frames, as in `gnss_sentence_v1`: 3 RTCM 3.
    uint8_t format;
    /// 0.
    uint8_t reserved[5];
    /// The frames.
    gnss_slice_v1 bytes;
    /// Text: where they are from, for people, without a password.
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

/// Where the vehicle points; not its course over ground.
typedef struct gnss_attitude_v1 {
    /// Bits `GNSS_ATTITUDE_…`.
    uint64_t present;
    /// The epoch, as in `gnss_fix_v1`.
    int64_t utc_ns;
    /// From true north, 0..<360.
    double heading_deg;
    /// From magnetic north, 0..<360.
    double magnetic_heading_deg;
    /// Nose up positive, −90...90.
    double pitch_deg;
    /// Starboard down positive, −180...180.
    double roll_deg;
    /// To starboard positive.
    double rate_of_turn_deg_per_min;
    /// Upward.
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

/// What the receiver says of time itself, beyond the instant of a fix.
typedef struct gnss_timing_v1 {
    /// Bits `GNSS_TIMING_…`.
    uint64_t present;
    /// The instant it speaks of, as in `gnss_fix_v1`.
    int64_t utc_ns;
    /// GPS − UTC in whole seconds.
    int16_t leap_seconds;
    /// 1 while `leap_seconds` is the firmware's default, not yet received from a satellite; else 0.
    uint8_t leap_seconds_are_default;
    /// 0.
    uint8_t reserved[5];
    /// Receiver clock bias.
    double clock_bias_ns;
    /// Receiver clock drift.
    double clock_drift_ns_per_s;
    /// Text, as in `gnss_fix_v1`.
    gnss_slice_v1 sources;
} gnss_timing_v1;

/// A raw frame exactly as received, start mark, checksum and line end included.
typedef struct gnss_sentence_v1 {
    /// 1 NMEA 0183, 2 UBX, 3 RTCM 3, 4 SBF, 255 other.
    uint8_t format;
    /// 0.
    uint8_t reserved[7];
    /// The bytes.
    gnss_slice_v1 bytes;
} gnss_sentence_v1;

/// What the receiver says it is. Empty text: unknown.
typedef struct gnss_receiver_v1 {
    /// Text: the maker.
    gnss_slice_v1 vendor;
    /// Text: the model.
    gnss_slice_v1 model;
    /// Text: the firmware, as the receiver words it.
    gnss_slice_v1 firmware;
    /// Text: serial number or chip id.
    gnss_slice_v1 serial;
} gnss_receiver_v1;

/// States of a driver. Each comes with a reason, worded for people.
enum {
    GNSS_STATE_STARTING = 1,   ///< Not yet talking to the device.
    GNSS_STATE_CONNECTING = 2, ///< Opening the device, or waiting for it.
    GNSS_STATE_RUNNING = 3,    ///< Data flows.
    GNSS_STATE_DEGRADED = 4,   ///< Data flows, but something is wrong with it.
    GNSS_STATE_LOST = 5,       ///< The receiver is gone. The host says so when `run` returns `GNSS_RUN_LOST`.
    GNSS_STATE_STOPPED = 6,    ///< Ended. The host says so when `run` has returned.
};

/// The driver's state, as records carry it.
typedef struct gnss_driver_state_v1 {
    /// `GNSS_STATE_…`.
    uint8_t state;
    /// 0.
    uint8_t reserved[7];
    /// Text: why.
    gnss_slice_v1 reason;
} gnss_driver_state_v1;

/// In files: whose the records are that follow.
typedef struct gnss_source_v1 {
    /// Text: the receiver's id in the configuration.
    gnss_slice_v1 source;
} gnss_source_v1;

/// The head of a recording file; records follow at once.
typedef struct gnss_file_v1 {
    /// `GNSSREC` and a NUL.
    uint8_t magic[8];
    /// 1.
    uint32_t version;
    /// 64: where the first record begins.
    uint32_t header_size;
    /// Both clocks when the recording began.
    int64_t monotonic_ns;
    /// Nanoseconds since 1970-01-01 UTC.
    int64_t wall_ns;
    /// 0.
    uint8_t reserved[32];
} gnss_file_v1;

// ---------------------------------------------------------------------------------------------------------------------
// Host and plugin.
// ---------------------------------------------------------------------------------------------------------------------

/// A place for a message to a person. The host makes it, the plugin writes into it.
typedef struct gnss_message_v1 {
    /// Size of this struct in bytes; so `text` has `size - 8` bytes.
    uint32_t size;
    /// How many bytes of `text` are used; 0 as handed over.
    uint32_t length;
    /// The message. Say what, where and what to do.
    char text[1016];
} gnss_message_v1;

/// Who loads the plugin. Valid during the call.
typedef struct gnss_host_info_v1 {
    /// Size of this struct in bytes.
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
    /// Monotonic, in nanoseconds.
    int64_t monotonic_ns;
    /// Wall, in nanoseconds since 1970-01-01 UTC.
    int64_t wall_ns;
} gnss_instant_v1;

/// Answers of `publish`.
enum {
    /// Taken.
    GNSS_PUBLISH_OK = 0,
    /// Not taken: consumers are behind. Only a plugin with `GNSS_CAN_BE_FLOW_CONTROLLED` gets it, after the host has
    /// waited a while. Unless stopped, publish the same batch again.
    GNSS_PUBLISH_WAIT = 1,
    /// Refused: a size is wrong, or a payload contradicts itself. The message in the host's log says which.
    GNSS_PUBLISH_MALFORMED = -1,
    /// Refused: a kind that is not a driver's to publish, or that the plugin does not state in `delivers`.
    GNSS_PUBLISH_FORBIDDEN = -2,
};

/// Levels of `log`.
enum {
    GNSS_LOG_DEBUG = 1,
    GNSS_LOG_INFO = 2,
    GNSS_LOG_WARNING = 3,
    GNSS_LOG_ERROR = 4,
};

/// What the host offers one driver. Valid from `create` until `destroy` returns. All functions may be called on the
/// thread of `run` only, but for `log` and `now`, which any thread may call.
typedef struct gnss_host_v1 {
    /// Size of this struct in bytes.
    uint32_t size;
    /// 0.
    uint32_t reserved;
    /// Hand it back as the first argument of each function.
    void *ctx;
    /// Publishes a batch, usually one epoch: `record_count` records back to back, `byte_count` bytes in all, at most
    /// `GNSS_BATCH_LIMIT`. The host copies before it returns. Answers `GNSS_PUBLISH_…`, for the whole batch.
    int32_t (*publish)(void *ctx, const void *bytes, size_t byte_count, uint32_t record_count);
    /// Writes a line to the host's log at `GNSS_LOG_…`; at most 1000 bytes are kept, and of a driver at most 20
    /// lines and states a second. Not for every message received.
    void (*log)(void *ctx, int32_t level, const char *text, size_t length);
    /// Reports `GNSS_STATE_…` with the reason, worded for people.
    void (*report_state)(void *ctx, int32_t state, const char *reason, size_t length);
    /// Reads both clocks. Call it right after `read`.
    void (*now)(void *ctx, gnss_instant_v1 *instant);
} gnss_host_v1;

/// What a plugin can do beyond `run`: bits of `gnss_plugin_v1.capabilities`.
enum {
    /// Its sources can wait (replays, simulations): `publish` may answer `GNSS_PUBLISH_WAIT`.
    GNSS_CAN_BE_FLOW_CONTROLLED = 1 << 0,
    /// `probe` is there.
    GNSS_CAN_PROBE = 1 << 1,
    /// `discover` is there.
    GNSS_CAN_DISCOVER = 1 << 2,
    /// `write` is there.
    GNSS_CAN_WRITE = 1 << 3,
};

/// How `run` ended.
enum {
    /// `stop` was called.
    GNSS_RUN_STOPPED = 0,
    /// The source came to its end, and that is no fault: the end of a replay.
    GNSS_RUN_FINISHED = 1,
    /// The receiver is gone; trying again may help. The message says why.
    GNSS_RUN_LOST = -1,
    /// Trying again cannot help: the message says what to change.
    GNSS_RUN_FAILED = -2,
    /// The receiver turned us away (a wrong PIN, no pairing): as `GNSS_RUN_LOST`, but to try again soon would do harm, so
    /// the host waits a minute. Since 1.2; to a host before that, answer `GNSS_RUN_LOST`.
    GNSS_RUN_REFUSED = -3,
};

typedef struct gnss_plugin_v1 gnss_plugin_v1;

/// What a plugin is and does: data first, functions after. Stays valid and unchanged for the life of the process.
struct gnss_plugin_v1 {
    /// Size of this struct in bytes, as the plugin was built.
    uint32_t size;
    /// `GNSS_CONTRACT_MAJOR` the plugin was built with.
    uint16_t contract_major;
    /// `GNSS_CONTRACT_MINOR` the plugin was built with.
    uint16_t contract_minor;
    /// Bits `GNSS_CAN_…`. A bit without its function, or a function without its bit, is refused.
    uint64_t capabilities;
    /// Which kinds the drivers publish: bit k for the kind number k, 1...63.
    uint64_t delivers;
    /// The word used for it in the configuration, `[a-z0-9-]`, 1 to 40 bytes: `nmea-serial`.
    const char *kind;
    /// The plugin's own version: `1.2.0`.
    const char *version;
    /// What it is, in one line.
    const char *summary;
    /// A sample of the receiver's section `config`, as YAML with comments.
    const char *sample_configuration;
    /// JSON Schema of that section, of the subset: type, properties, required, additionalProperties: false, enum,
    /// minimum, maximum, minLength, maxLength, items, default, description.
    const char *configuration_schema;
    /// The plugin's own; the host does not touch it.
    void *user;

    /// Makes a driver. `configuration` is JSON that the host has checked against the schema, defaults filled in.
    /// Does not touch the device. Returns NULL with a message in `error` where it cannot. Any thread.
    void *(*create)(const gnss_plugin_v1 *self, const gnss_host_v1 *host, const char *configuration, size_t length,
                    gnss_message_v1 *error);
    /// Talks to the receiver and publishes until stopped or until the receiver is gone. Blocks; called on a thread of
    /// its own, again after it returned where the host restarts the driver. Answers `GNSS_RUN_…`, with a message in
    /// `error` for the negative ones.
    int32_t (*run)(void *driver, gnss_message_v1 *error);
    /// Makes `run` return within 2 s. Returns at once. Any thread, also while `run` is not running. Final: a `run` that
    /// begins afterwards returns at once.
    void (*stop)(void *driver);
    /// Frees the driver. Called once, never while `run` runs.
    void (*destroy)(void *driver);

    /// NULL without `GNSS_CAN_PROBE`. Whether a receiver of this kind speaks on `device` (a path or address): listens
    /// until `deadline_ns` (monotonic) and never writes. Answers 0...100: how sure; negative with a message where the
    /// device could not be opened. Any thread.
    int32_t (*probe)(const gnss_plugin_v1 *self, const char *device, size_t length, int64_t deadline_ns,
                     gnss_message_v1 *finding);
    /// NULL without `GNSS_CAN_DISCOVER`. Calls `found` with a JSON object for each device of its kind (`device`, `name`,
    /// and what else is known) until `deadline_ns` (monotonic). Answers 0, or negative with a message. Any thread.
    int32_t (*discover)(const gnss_plugin_v1 *self, int64_t deadline_ns, void *ctx,
                        void (*found)(void *ctx, const char *json, size_t length), gnss_message_v1 *error);
    /// NULL without `GNSS_CAN_WRITE`. Hands bytes to the receiver: corrections, whole messages, at most 32 KiB. Copies them
    /// and returns at once; what a slow receiver has not taken after 2 s is worth nothing and is given up. Answers how
    /// many hand-overs were given up since the last call, or negative with a message. Any thread while `run` runs.
    int32_t (*write)(void *driver, const void *bytes, size_t byte_count, gnss_message_v1 *error);
};

/// The one symbol that a plugin exports. Returns NULL, with the reason in `refusal`, where it cannot work with this host.
typedef const gnss_plugin_v1 *(*gnss_driver_plugin_v1_function)(const gnss_host_info_v1 *host, gnss_message_v1 *refusal);

/// Its name.
#define GNSS_DRIVER_PLUGIN_SYMBOL "gnss_driver_plugin_v1"

#ifdef __cplusplus
}
#endif

#endif
