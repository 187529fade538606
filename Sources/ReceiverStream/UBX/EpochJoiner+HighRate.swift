// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

extension EpochJoiner {
    /// Processes UBX-HNR-PVT, which makes a separate epoch that is emitted immediately. Receivers send up to 30 per
    /// second, even between the class NAV messages of an older epoch. If it belongs to the same epoch as NAV messages,
    /// it is ignored because those contain more.
    mutating func addHighRate(_ payload: Span<UInt8>, _ frame: Span<UInt8>) {
        guard let solution = HighRatePVT(payload) else { return keepUBX(frame) }
        let epoch = WeekTime(milliseconds: solution.iTOW)
        let navigation = draft.ubx.epoch ?? closedEarly?.week
        guard navigation?.isNear(epoch) != true else { return keepUBX(frame) }
        var payloads: [Payload] = []
        if keepsSentences { payloads.append(.sentence(Sentence(format: .ubx, bytes: frame.bytes))) }
        var fix = Fix(solution)
        if let time = solution.date,
            let (instant, origin) = dates.instant(at: time.timeOfDay, stated: time.date, isSolved: true, host: now)
        {
            (fix.time, fix.timeOrigin) = (instant, origin)
        }
        payloads.append(.fix(fix))
        if let heading = solution.vehicleHeading {
            var attitude = Attitude()
            (attitude.time, attitude.heading, attitude.sources) = (fix.time, heading.around, fix.sources)
            payloads.append(.attitude(attitude))
        }
        memory.sawPosition = true
        publish(DecodedEpoch(payloads: payloads, hostTime: now))
    }
}

extension Fix {
    /// Creates the fix of a UBX-HNR-PVT.
    fileprivate init(_ solution: HighRatePVT) {
        let (kind, quality) = UBXDraft.solution(
            solution.fixType, solution.gnssFixOK, solution.isDifferential, .none)
        self.init(kind: kind, quality: quality)
        sources = [MessageID.hnrPVT.sourceName]
        guard kind != .none else { return }
        position = GeodeticPosition(latitude: solution.latitude, longitude: solution.longitude)
        guard position != nil else {
            (self.kind, self.quality) = (.none, .invalid)
            return
        }
        height = Height(ellipsoidal: solution.ellipsoidalHeight, orthometric: solution.orthometricHeight)
        (speed, course) = (solution.groundSpeed, solution.course.around)
        horizontalAccuracy = UBXDraft.stated(solution.horizontalAccuracy)
        verticalAccuracy = UBXDraft.stated(solution.verticalAccuracy)
    }
}

extension Span<UInt8> {
    /// A copy of the bytes.
    var bytes: [UInt8] { withUnsafeBufferPointer { Array($0) } }
}
