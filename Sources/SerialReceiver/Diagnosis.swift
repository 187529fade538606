// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Transport

/// Explains why the data on a line cannot be decoded: describes the received data, and states the remedy.
struct Diagnosis {
    let text: String

    /// Explains a protocol that the driver does not support.
    init(foreign hearing: Hearing, _ profile: LineProfile) {
        let place = hearing.baud.map { "at \($0) baud" } ?? "here"
        if hearing.ubx > 0 {
            let remedy = ReasonPhrase.needsUBXDriver.rawValue
            text = "UBX \(place), no NMEA: \(remedy), or enable the receiver's NMEA output"
        } else {
            text = "RTCM 3 \(place), no \(profile.name): these are a base station's corrections, not positions"
        }
    }

    /// Explains that nothing fits.
    ///
    /// - Parameters:
    ///   - heard: The data received at each rate.
    ///   - profile: The protocols that the driver understands.
    ///   - seconds: The duration of the search.
    ///   - others: The other processes that read the port.
    init(_ heard: [Hearing], _ profile: LineProfile, seconds: Int, others: [PortHolder]) {
        var text = Self.text(heard, profile, seconds)
        if let other = others.first {
            text += "; \(other) also has the port open and reads some of the bytes: stop it"
        }
        self.text = text
    }

    private static func text(_ heard: [Hearing], _ profile: LineProfile, _ seconds: Int) -> String {
        let bytes = heard.reduce(0) { $0 + $1.byteCount }
        guard bytes > 0 else {
            let place = heard.count > 1 ? "at any rate " : ""
            return "\(ReasonPhrase.noByte.rawValue) arrived \(place)in \(seconds) s: \(profile.advice)"
        }
        for hearing in heard {
            if let text = text(ofOne: hearing) { return text }
        }
        let rates = heard.compactMap(\.baud)
        guard let low = rates.min(), let high = rates.max() else {
            return "\(bytes) bytes arrived in \(seconds) s, but nothing valid: "
                + "the device does not speak \(profile.name)"
        }
        let noise = "\(bytes) bytes arrived in \(seconds) s, but nothing valid "
        guard low < high else {
            return noise
                + "at \(low) baud: the rate is wrong (try 'baud: auto'), or the device does not speak \(profile.name)"
        }
        return noise
            + "at \(low)…\(high) baud\(likeliest(heard)): it has another rate (set 'baud'), the line is inverted "
            + "or bad, or the device does not speak \(profile.name)"
    }

    /// The explanation that one rate allows; nil if it is inconclusive.
    private static func text(ofOne hearing: Hearing) -> String? {
        let place = hearing.baud.map { " at \($0) baud" } ?? ""
        if let format = hearing.sevenBitFormat {
            return "NMEA in seven data bits\(place): set 'data_bits: 7', 'parity: \(format.parity)' and "
                + "'stop_bits: \(format.stopBits)'"
        }
        guard hearing.highShare < 0.02 else { return nil }
        if hearing.missingChecksums >= 3, hearing.missingChecksums > hearing.badChecksums {
            return "NMEA without checksums\(place): set 'checksum: optional' to accept it"
        }
        if hearing.badChecksums >= 3 {
            return
                "NMEA\(place), but every checksum is wrong: check the cable, and whether another program reads the port"
        }
        return nil
    }

    /// The rate at which the bytes looked most like text.
    private static func likeliest(_ heard: [Hearing]) -> String {
        let best = heard.filter { $0.byteCount >= 32 }.min { $0.highShare < $1.highShare }
        guard let best, let baud = best.baud, best.highShare < 0.02 else { return "" }
        return " (text of some kind at \(baud))"
    }
}
