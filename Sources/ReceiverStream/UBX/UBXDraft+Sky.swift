// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

extension UBXDraft {
    /// The satellites in view, where a message lists them: by NAV-SAT or NAV-SVINFO, with the strongest signal of
    /// NAV-SIG; else by NAV-SIG alone.
    var view: [Satellite]? {
        guard var view = satellites else { return signals }
        guard let signals else { return view }
        var index = 0
        for signal in signals {
            while index < view.count, view[index].id < signal.id { index += 1 }
            guard index < view.count, view[index].id == signal.id, let cn0 = signal.cn0 else { continue }
            view[index].cn0 = max(cn0, view[index].cn0 ?? cn0)
        }
        return view
    }

    /// Where the vehicle points: by NAV-PVAT or NAV-ATT, else the heading of NAV-PVT or that from a moving base.
    var attitudes: [Attitude] {
        var result = Attitude()
        if let pvat {
            // An accuracy as wide as the range says that nothing is known.
            result.heading = pvat.headingAccuracy.degrees < 180 ? pvat.heading?.around : nil
            result.pitch = pvat.pitchAccuracy.degrees < 90 ? pvat.pitch?.within(90) : nil
            result.roll = pvat.rollAccuracy.degrees < 180 ? pvat.roll?.within(180) : nil
            result.sources = [MessageID.navPVAT.sourceName]
        } else if let attitude {
            func isKnown(_ accuracy: Angle, _ limit: Double) -> Bool {
                accuracy.degrees > 0 && accuracy.degrees < limit
            }
            result.heading = isKnown(attitude.headingAccuracy, 180) ? attitude.heading.around : nil
            result.pitch = isKnown(attitude.pitchAccuracy, 90) ? attitude.pitch.within(90) : nil
            result.roll = isKnown(attitude.rollAccuracy, 180) ? attitude.roll.within(180) : nil
            result.sources = [MessageID.navATT.sourceName]
        }
        if result.heading == nil, let heading = pvt?.vehicleHeading {
            result.heading = heading.around
            result.sources.append(MessageID.navPVT.sourceName)
        }
        if result.heading == nil, let relative, relative.isHeadingValid, relative.isMoving {
            result.heading = relative.heading.around
            result.sources.append(MessageID.navRELPOSNED.sourceName)
        }
        return result.heading == nil && result.pitch == nil && result.roll == nil ? [] : [result]
    }
}

extension Angle {
    fileprivate func within(_ limit: Double) -> Angle? { abs(degrees) <= limit ? self : nil }
}

extension [Satellite] {
    init(_ list: NavigationSatellites) {
        self =
            list.satellites.compactMap { entry in
                entry.satellite.map { Satellite($0, entry.elevation, entry.azimuth, entry.cn0, entry.isUsed) }
            }.eachOnce
    }

    init(_ list: NavigationSVINFO) {
        self =
            list.channels.compactMap { entry in
                entry.satellite.map { Satellite($0, entry.elevation, entry.azimuth, entry.cn0, entry.isUsed) }
            }.eachOnce
    }

    init(_ list: NavigationSignals) {
        self =
            list.signals.compactMap { entry in
                entry.satellite.map {
                    let isUsed = entry.isPseudorangeUsed || entry.isCarrierUsed
                    return Satellite($0, cn0: entry.cn0 > 0 ? Double(entry.cn0) : nil, isUsed: isUsed)
                }
            }.eachOnce
    }

    /// Ordered, each satellite once with its best C/N0; GLONASS satellites of an unknown slot stay apart.
    private var eachOnce: [Satellite] {
        var result: [Satellite] = []
        result.reserveCapacity(count)
        for satellite in sorted(by: { $0.id < $1.id }) {
            guard let last = result.last, last.id == satellite.id, last.id.number != 255 else {
                result.append(satellite)
                continue
            }
            result[result.count - 1] = SkyAssembler.merge(last, satellite)
        }
        return result
    }
}

extension Satellite {
    fileprivate init(_ id: SatelliteID, _ elevation: Int8, _ azimuth: Int16, _ cn0: UInt8, _ isUsed: Bool) {
        let isPlaced = (-90...90).contains(elevation) && (0...360).contains(azimuth)
        self.init(
            id, elevation: isPlaced ? Angle(degrees: Double(elevation)) : nil,
            azimuth: isPlaced ? Angle(degrees: Double(azimuth % 360)) : nil, cn0: cn0 > 0 ? Double(cn0) : nil,
            isUsed: isUsed)
    }
}
