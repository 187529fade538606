// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension LineWriter {
    /// Writes the object SKY: the satellites in view.
    ///
    /// If not all satellites fit into a line, those without a signal are omitted first, then those that are not used.
    /// `nSat` is the number of all satellites in the view. `uSat` is the receiver's count, which may be larger than the
    /// number of satellites listed as used. The health of a satellite is the receiver's statement about the satellite,
    /// otherwise that of its `signals`, which may be empty.
    mutating func sky(
        _ sky: SkyView, _ dilutions: Dilutions, counted: Int?, _ signals: [TrackedSignal], _ deviceField: [UInt8]
    ) {
        literal("{\"class\":\"SKY\"")
        bytes(deviceField)
        field(",\"time\":", sky.time)
        field(",\"gdop\":", dilutions.gdop, decimals: 2)
        field(",\"hdop\":", dilutions.hdop, decimals: 2)
        field(",\"pdop\":", dilutions.pdop, decimals: 2)
        field(",\"tdop\":", dilutions.tdop, decimals: 2)
        field(",\"xdop\":", dilutions.xdop, decimals: 2)
        field(",\"ydop\":", dilutions.ydop, decimals: 2)
        field(",\"vdop\":", dilutions.vdop, decimals: 2)
        let used = sky.usedCount
        if sky.satellites.isEmpty, let counted, counted > 0 {
            // The receiver uses satellites but did not list them, so the number in view is unknown.
            field(",\"uSat\":", counted)
        } else {
            field(",\"nSat\":", sky.satellites.count)
            field(",\"uSat\":", counted.flatMap { $0 > 0 ? $0 : nil } ?? used)
            literal(",\"satellites\":[")
            list(sky.satellites, signals)
            byte(0x5D)
        }
        byte(0x7D)
    }

    private mutating func list(_ satellites: [Satellite], _ signals: [TrackedSignal]) {
        let start = count
        if append(satellites, signals, where: { _ in true }) { return }
        rewind(to: start)
        if append(satellites, signals, where: { $0.isUsed || $0.cn0 ?? 0 > 0 }) { return }
        rewind(to: start)
        _ = append(satellites, signals, where: { $0.isUsed })
    }

    /// Returns false if a satellite did not fit.
    private mutating func append(
        _ satellites: [Satellite], _ signals: [TrackedSignal], where isWanted: (Satellite) -> Bool
    ) -> Bool {
        let start = count
        var next = 0
        for satellite in satellites where isWanted(satellite) {
            guard let number = satellite.id.gpsdPRN else { continue }
            // More than the longest satellite plus the end of the line.
            guard room >= 160 else { return false }
            if count > start { byte(0x2C) }
            let ofSignals = signals.isEmpty ? nil : signals.isHealthy(satellite.id, from: &next)
            append(satellite, number: number, satellite.isHealthy ?? ofSignals)
        }
        return true
    }

    private mutating func append(_ satellite: Satellite, number: Int, _ isHealthy: Bool?) {
        // The caller made sure that the longest satellite fits.
        unchecked { start in
            var end = UncheckedText(start)
            end.literal("{\"PRN\":")
            end.number(UInt64(number.magnitude))
            end.literal(",\"gnssid\":")
            end.number(UInt64(satellite.id.constellation.rawValue))
            end.literal(",\"svid\":")
            end.number(UInt64(satellite.id.number))
            if let azimuth = satellite.azimuth?.degrees { end.field(",\"az\":", azimuth) }
            if let elevation = satellite.elevation?.degrees { end.field(",\"el\":", elevation) }
            if let cn0 = satellite.cn0 { end.field(",\"ss\":", cn0) }
            guard let isHealthy else {
                if satellite.isUsed { end.literal(",\"used\":true}") } else { end.literal(",\"used\":false}") }
                return end.position
            }
            if satellite.isUsed { end.literal(",\"used\":true") } else { end.literal(",\"used\":false") }
            if isHealthy { end.literal(",\"health\":1}") } else { end.literal(",\"health\":2}") }
            return end.position
        }
    }
}

extension [TrackedSignal] {
    /// Returns true if at least one signal of a satellite is healthy, false if none is, and nil if that is unknown.
    ///
    /// One signal suffices, because satellites in full service declare signals unhealthy that are still being tested,
    /// as GPS does on L5.
    ///
    /// - Parameter index: The position from which to search; afterwards that of the next satellite's signals. Both
    ///   lists have the same order.
    fileprivate func isHealthy(_ satellite: SatelliteID, from index: inout Int) -> Bool? {
        while index < count, self[index].satellite < satellite { index += 1 }
        var isAnyHealthy: Bool?
        while index < count, self[index].satellite == satellite {
            if let isHealthy = self[index].isHealthy { isAnyHealthy = isAnyHealthy ?? false || isHealthy }
            index += 1
        }
        return isAnyHealthy
    }
}
