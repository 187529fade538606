// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

extension UBXDraft {
    /// The satellites in view, if a message lists them: from NAV-SAT or NAV-SVINFO with the strongest signal in
    /// NAV-SIG, otherwise from NAV-SIG alone.
    mutating func view() -> [Satellite]? {
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

    /// The vehicle's attitude: from NAV-PVAT or NAV-ATT, otherwise the heading in NAV-PVT or that of a moving base.
    mutating func attitudes() -> [Attitude] {
        var result = Attitude()
        if let pvat {
            // An accuracy as wide as the value's range means that the value is unknown.
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
    init(_ list: NavigationSignals) {
        self.init()
        reserveCapacity(list.signals.count)
        for entry in list.signals {
            guard let id = entry.satellite else { continue }
            let isUsed = entry.isPseudorangeUsed || entry.isCarrierUsed
            append(Satellite(id, cn0: entry.cn0 > 0 ? Double(entry.cn0) : nil, isUsed: isUsed))
        }
        orderOnce()
    }

    /// Sorts the satellites, each once with its best C/N0; GLONASS satellites with an unknown slot are not merged.
    mutating func orderOnce() {
        // Most receivers list them in this order.
        guard !isOrderedOnce else { return }
        order()
        var kept = 0
        for index in indices.dropFirst() {
            let satellite = self[index]
            if satellite.id == self[kept].id, satellite.id.number != 255 {
                self[kept] = SkyAssembler.merge(self[kept], satellite)
            } else {
                kept += 1
                if kept != index { self[kept] = satellite }
            }
        }
        if kept + 1 < count { removeSubrange((kept + 1)...) }
    }

    /// Sorts the elements; those of one satellite keep their order. The sorted keys are much smaller than the elements.
    private mutating func order() {
        var keys = indices.map { UInt64(self[$0].place) << 32 | UInt64($0) }
        if count <= Self.fewest { keys.insertEach() } else { keys.sort() }
        self = keys.map { self[Int($0 & 0xFFFF_FFFF)] }
    }

    /// The number of elements up to which they are sorted by insertion.
    private static var fewest: Int { 64 }

    private var isOrderedOnce: Bool {
        for index in indices.dropFirst() where self[index].place <= self[index - 1].place { return false }
        return true
    }
}

extension Satellite {
    /// A number that is larger for a satellite later in the order.
    fileprivate var place: UInt16 { UInt16(id.constellation.rawValue) << 8 | UInt16(id.number) }
}

extension [UInt64] {
    /// Sorts by insertion. Receivers list the satellites of a system together: few elements have to move far, and
    /// `sort` takes several times as long.
    fileprivate mutating func insertEach() {
        for sorted in indices.dropFirst() {
            let key = self[sorted]
            var index = sorted
            while index > 0, self[index - 1] > key {
                self[index] = self[index - 1]
                index -= 1
            }
            self[index] = key
        }
    }
}
