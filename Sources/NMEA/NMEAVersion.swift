// SPDX-License-Identifier: Apache-2.0

/// The versions of NMEA 0183 that differ in what a receiver writes.
public enum NMEAVersion: Sendable, Comparable, CaseIterable {
    /// 1995: no mode letters.
    case v21
    /// 2000: mode letters in RMC, GLL, VTG; satellite numbers in one range for all systems.
    case v23
    /// 2012: system ids, signal ids, navigational status; satellite numbers by system.
    case v410
    /// 2018: BeiDou, QZSS and NavIC with talkers and ids of their own.
    case v411
}
