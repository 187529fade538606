// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The payloads of an epoch's UBX messages (u-blox F9 HPG interface description; layouts as in `UBX`).
struct EpochPayloads {
    let epoch: ScenarioEpoch
    let generation: UBXRendering.Generation
    let solution: ScenarioSolution?
    /// Milliseconds of the GPS week; until the receiver knows the time, milliseconds since its last restart.
    let timeOfWeek: Int
    /// Milliseconds since the receiver's last restart.
    let uptime: Int

    init(_ epoch: ScenarioEpoch, _ generation: UBXRendering.Generation) {
        (self.epoch, self.generation) = (epoch, generation)
        solution = epoch.solution
        uptime = PayloadWriter.whole(epoch.runningTime * 1000)
        // The stated time is on the millisecond.
        timeOfWeek = epoch.statedTime.map { Int($0.nanosecondsOfWeek / 1_000_000) } ?? uptime
    }

    var knowsTime: Bool { epoch.statedTime != nil }
    /// The accuracy of the time in nanoseconds.
    var timeAccuracy: Int { solution == nil ? (knowsTime ? 1000 : Int(UInt32.max)) : 20 }

    func payload(_ message: UBXRendering.Message) -> [UInt8]? {
        switch message {
        case .pvt: pvt
        case .position: highPrecision
        case .dop: dop
        case .status: status
        case .covariance: covariance
        case .clock: clock
        case .timeGPS: timeGPS
        case .timeGalileo: timeGalileo
        case .timeUTC: timeUTC
        case .leapSeconds: leapSeconds
        case .satellites: satellites
        case .signals: signals
        case .trustedTime: trustedTime
        case .endOfEpoch: endOfEpoch
        case .measurements: knowsTime ? measurements : nil
        case .subframes: nil
        case .security: security
        case .authentication: authentication
        }
    }

    private var endOfEpoch: [UInt8] {
        var writer = PayloadWriter()
        writer.u4(timeOfWeek)
        return writer.bytes
    }

    // MARK: The solution

    private var fixType: Int {
        switch solution?.kind {
        case .threeDimensional: 3
        case .twoDimensional: 2
        default: 0
        }
    }

    private var carrierSolution: Int {
        switch solution?.quality {
        case .rtkFixed: 2
        case .rtkFloat: 1
        default: 0
        }
    }

    private var isDifferential: Bool { solution.map { $0.quality != .autonomous } ?? false }

    private var pvt: [UInt8] {
        var writer = PayloadWriter()
        writer.u4(timeOfWeek)
        writeCalendar(&writer)
        writer.u1(knowsTime ? 0x07 : 0)
        writer.u4(timeAccuracy)
        writer.i4(epoch.statedUTC.map { Int($0.timeOfDay.nanoseconds % 1_000_000_000) } ?? 0)
        writer.u1(fixType)
        writer.u1((solution == nil ? 0 : 1) | (isDifferential ? 2 : 0) | carrierSolution << 6)
        writer.u1(knowsTime ? 0xE0 : 0x20)
        writer.u1(solution?.satellitesUsed ?? 0)
        writePlace(&writer)
        writer.u4(solution?.horizontalAccuracy ?? 4_294_967.295, 1e-3)
        writer.u4(solution?.verticalAccuracy ?? 4_294_967.295, 1e-3)
        let velocity = solution?.velocity ?? .zero
        writer.i4(velocity.y, 1e-3)
        writer.i4(velocity.x, 1e-3)
        writer.i4(-velocity.z, 1e-3)
        writer.i4(solution?.speed ?? 0, 1e-3)
        writer.i4(solution?.course ?? 0, 1e-5)
        writer.u4(solution == nil ? 20 : 0.05, 1e-3)
        writer.u4(headingAccuracy, 1e-5)
        writer.u2(solution?.dop.pdop ?? 99.99, 1e-2)
        writer.u2((solution == nil ? 1 : 0) | (isDifferential ? 1 << 1 : 0))
        writer.zeros(4)
        writer.i4(0)
        writer.zeros(4)
        return writer.bytes
    }

    /// The accuracy of the heading in degrees.
    private var headingAccuracy: Double {
        guard let solution, solution.speed > 0.3 else { return 180 }
        return min(180, atan2(0.05, solution.speed) * 180 / .pi)
    }

    /// Writes UTC from year to second; a fixed default date if the receiver does not know it.
    private func writeCalendar(_ writer: inout PayloadWriter) {
        guard let utc = epoch.statedUTC else {
            writer.u2(2015)
            for value in [10, 18, 0, 0, 0] { writer.u1(value) }
            return
        }
        let (year, month, day) = utc.date.components
        let seconds = Int(utc.timeOfDay.nanoseconds / 1_000_000_000)
        let shown = utc.isLeapSecond ? seconds - 1 : seconds
        writer.u2(year)
        for value in [month, day, shown / 3600, shown / 60 % 60, shown % 60 + (utc.isLeapSecond ? 1 : 0)] {
            writer.u1(value)
        }
    }

    private func writePlace(_ writer: inout PayloadWriter) {
        writer.i4(solution?.position.longitude.degrees ?? 0, 1e-7)
        writer.i4(solution?.position.latitude.degrees ?? 0, 1e-7)
        let height = solution?.height ?? 0
        writer.i4(height, 1e-3)
        writer.i4(height - (solution?.geoidSeparation ?? 0), 1e-3)
    }

    private var highPrecision: [UInt8] {
        let place = solution?.position
        let (longitude, latitude) = (place?.longitude.degrees ?? 0, place?.latitude.degrees ?? 0)
        let height = solution?.height ?? 0
        let above = height - (solution?.geoidSeparation ?? 0)
        var writer = PayloadWriter()
        writer.zeros(3)
        writer.u1(solution == nil ? 1 : 0)
        writer.u4(timeOfWeek)
        let parts = [(longitude, 1e-9, 100), (latitude, 1e-9, 100), (height, 1e-4, 10), (above, 1e-4, 10)].map {
            PayloadWriter.whole($0.0 / $0.1).quotientAndRemainder(dividingBy: $0.2)
        }
        for part in parts { writer.i4(part.quotient) }
        for part in parts { writer.i1(part.remainder) }
        writer.u4(solution?.horizontalAccuracy ?? 429_496.7295, 1e-4)
        writer.u4(solution?.verticalAccuracy ?? 429_496.7295, 1e-4)
        return writer.bytes
    }

    private var dop: [UInt8] {
        let dop = solution?.dop ?? DilutionOfPrecision()
        let geometry = solution?.geometry
        var writer = PayloadWriter()
        writer.u4(timeOfWeek)
        for value in [
            dop.gdop, dop.pdop, dop.tdop, dop.vdop, dop.hdop, geometry?.north.squareRoot(),
            geometry?.east.squareRoot(),
        ] { writer.u2(min(99.99, value ?? 99.99), 1e-2) }
        return writer.bytes
    }

    private var status: [UInt8] {
        var writer = PayloadWriter()
        writer.u4(timeOfWeek)
        writer.u1(fixType)
        writer.u1((solution == nil ? 0 : 1) | (isDifferential ? 2 : 0) | (knowsTime ? 0x0C : 0))
        writer.u1((isDifferential ? 1 : 0) | (carrierSolution > 0 ? 2 : 0))
        writer.u1(1 << 3 | carrierSolution << 6)
        writer.u4(1000)
        writer.u4(uptime)
        return writer.bytes
    }

    private var covariance: [UInt8] {
        var writer = PayloadWriter()
        writer.u4(timeOfWeek)
        for value in [0, solution == nil ? 0 : 1, solution == nil ? 0 : 1] { writer.u1(value) }
        writer.zeros(9)
        let variance = solution.map { $0.rangeDeviation * $0.rangeDeviation } ?? 0
        let matrix = solution?.geometry.covariance ?? []
        for (row, column) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
            writer.r4(matrix.isEmpty ? 0 : variance * matrix[row][column])
        }
        for value in [0.0025, 0, 0, 0.0025, 0, 0.0025] { writer.r4(solution == nil ? 0 : value) }
        return writer.bytes
    }
}
