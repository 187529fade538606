// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A vehicle that drives endlessly around some fields with a receiver for GPS, GLONASS, Galileo and BeiDou.
///
/// The type is a value: the same seed, start and interval yield the same bytes. Roads, satellites and errors are
/// invented but plausible: turns and stops, heights, rising and setting satellites, and places without a view of the
/// sky, at which the fix is lost and then returns as 2D before 3D. The receiver is switched on at the start; it knows
/// the time after one second and its position after three.
public struct DriveScenario: Sendable {
    private let start: UTCTime
    /// The interval between epochs in nanoseconds.
    private let interval: Int64
    /// The number of the next epoch.
    private var index: Int64 = 0

    private var random: SplitMix64
    private var sky: SkyModel
    private var errors: ReceiverErrors
    private var acquisition = Acquisition()

    /// The times in seconds from switching on until the receiver knows the time, and until it knows the satellites'
    /// positions.
    private static let firstTime = 1.0
    private static let firstSky = 2.0
    private static let hundredth: Int64 = 10_000_000

    /// Creates a drive at its start.
    ///
    /// - Parameters:
    ///   - seed: The seed of all random numbers.
    ///   - start: The time of the first epoch, cut to a hundredth of a second.
    ///   - interval: The interval between epochs, 0.01 s to a day, rounded to hundredths of a second.
    public init(seed: UInt64 = 1, start: UTCTime, interval: Duration = .seconds(1)) {
        let rest = start.nanosecondsSince1970 % Self.hundredth
        self.start = UTCTime(
            nanosecondsSince1970: start.nanosecondsSince1970 &- (rest < 0 ? rest &+ Self.hundredth : rest))
        let (seconds, attoseconds) = min(max(interval, .milliseconds(10)), .seconds(86_400)).components
        let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        self.interval = (nanoseconds + Self.hundredth / 2) / Self.hundredth * Self.hundredth
        random = SplitMix64(seed: seed)
        sky = SkyModel(&random)
        errors = ReceiverErrors(&random)
    }

    /// Returns the receiver's output for the next epoch, together with the epoch's truth.
    public mutating func nextEpoch() -> SimulatedEpoch {
        let sinceStart = interval &* index
        let elapsed = Double(sinceStart) / 1e9
        let time = UTCTime(nanosecondsSince1970: start.nanosecondsSince1970 &+ sinceStart)
        if index > 0 { advance() }
        index &+= 1

        let vehicle = VehicleState(at: elapsed)
        acquisition.advance(to: elapsed, isCovered: vehicle.isCovered)
        var sights = sky.sights(from: vehicle.frame, at: time, tracked: acquisition.tracked)
        let solution = ReceiverSolution(vehicle, sights, kind: acquisition.kind, errors)
        if solution == nil { for index in sights.indices { sights[index].satellite.isUsed = false } }
        let satellites = sights.map(\.satellite).sorted { $0.id < $1.id }

        let burst = SentenceBurst(
            time: elapsed < Self.firstTime ? nil : time, solution: solution,
            satellites: elapsed < Self.firstSky ? [] : satellites)
        let truth = EpochTruth(
            vehicle: vehicle.fix(at: time), isCovered: vehicle.isCovered, fixKind: solution?.kind ?? .none,
            sky: SkyView(
                time: time, satellites: satellites, dop: solution?.dop ?? DilutionOfPrecision()))
        return SimulatedEpoch(time: time, bytes: burst.bytes, truth: truth)
    }

    private mutating func advance() {
        let seconds = Double(interval) / 1e9
        sky.advance(by: seconds, &random)
        errors.advance(by: seconds, &random)
    }
}

extension VehicleState {
    /// The true state in the form of a fix.
    fileprivate func fix(at time: UTCTime) -> Fix {
        var fix = Fix(kind: .threeDimensional, quality: .simulated)
        fix.time = time
        fix.position = frame.position
        fix.height = Height(
            orthometric: Length(metres: height), geoidSeparation: Length(metres: PolderCourse.geoidSeparation))
        fix.speed = Speed(metresPerSecond: (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot())
        fix.course = Angle(degrees: course)
        fix.velocity = Velocity(
            north: Speed(metresPerSecond: velocity.y), east: Speed(metresPerSecond: velocity.x),
            up: Speed(metresPerSecond: velocity.z))
        return fix
    }
}
