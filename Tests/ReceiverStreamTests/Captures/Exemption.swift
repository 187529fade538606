// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// A kind of difference from gpsd in which we are right, or neither is.
struct Exemption: Sendable {
    /// The reason.
    let reason: String
    /// Where it is written down.
    let section: String
    let covers: @Sendable (Comparison.Difference) -> Bool

    static let all: [Exemption] = [
        Exemption(
            reason: "GSA (or GGA with three satellites) says two dimensions; gpsd says three once it knows a height",
            section: "nmea.md 7.4"
        ) { $0.field == "mode" && $0.ours == "2" && $0.theirs == "3" && $0.isStatedFlat },
        Exemption(
            reason: "gpsd reports at a GLL that precedes RMC and makes speed and course of two positions",
            section: "nmea.md 7"
        ) { ["lat", "lon", "speed", "track"].contains($0.field) && $0.hasNoHeight && $0.sources.contains("GPGLL") },
        Exemption(reason: "gpsd makes the height above sea level of its own table", section: "gpsd-json.md 9.4") {
            $0.field == "altMSL" && $0.sources.contains("PASHR")
        },
        Exemption(reason: "a surveyed average that gpsd takes for the position", section: "gpsd-json.md 9.4") {
            ["lat", "lon", "altHAE"].contains($0.field) && $0.sources.contains("PERC")
        },
        Exemption(
            reason: "the loss of the fix that follows is printed by gpsd under the last known time",
            section: "gpsd-json.md 9.2"
        ) { $0.field == "mode" && $0.theirs == "1" && $0.wasTakenBack },
        Exemption(
            reason: "gpsd's used flags lag at the beginning and where a GSV sentence is damaged",
            section: "gpsd-json.md 9.6"
        ) { $0.field == "used" && $0.isUnsettled },
        Exemption(
            reason: "the receiver finds its solution not within its own limits; gpsd does not look at gnssFixOK",
            section: "ubx.md 4, NAV-PVT"
        ) { $0.isStatedUnfit && $0.ours == ($0.field == "mode" ? "1" : "none") },
        Exemption(
            reason: "gpsd takes leap seconds of its own before NAV-TIMEGPS told them, as the first epoch ends",
            section: "gpsd-json.md 9.2"
        ) { $0.field == "time" && $0.epoch == 0 && $0.isUBX },
    ]
}
