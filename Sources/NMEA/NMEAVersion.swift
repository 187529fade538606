// SPDX-License-Identifier: Apache-2.0

/// The versions of NMEA 0183 that differ in the sentences written by receivers.
public enum NMEAVersion: Sendable, Comparable, CaseIterable {
    /// The version of 1995, without mode letters.
    case v21
    /// The version of 2000: mode letters in RMC, GLL, VTG; satellite numbers in one range for all systems.
    case v23
    /// The version of 2012: system IDs, signal IDs, navigational status; satellite numbers per system.
    case v410
    /// The version of 2018: separate talkers and IDs for BeiDou, QZSS and NavIC.
    case v411
}
