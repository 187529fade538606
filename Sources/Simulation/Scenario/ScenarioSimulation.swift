// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Plays a scenario epoch by epoch.
public struct ScenarioSimulation: Sendable {
    public let scenario: Scenario
    /// The satellites of the systems that the receiver supports.
    public let satellites: [SimulatedSatellite]

    let leap: LeapSeconds
    private let trajectory: Trajectory
    private let start: GPSTime
    private let end: Double
    private var index = 0
    /// Nanoseconds from the start to the next epoch.
    private var position: Int64 = 0
    /// Nanoseconds from the previous epoch to the next one.
    private var step: Int64 = 0
    private var noise: [RangeNoise]
    private var acquisition: Acquisition
    private var random: SplitMix64
    private var clockWander: CorrelatedNoise

    /// The interval in nanoseconds between epochs, effective from the next one: 10 ms to a day.
    public var interval: Int64 {
        didSet { interval = min(max(interval, 10_000_000), 86_400_000_000_000) }
    }

    /// The quality of the position due to corrections that the receiver gets; nil without corrections. Events take
    /// precedence.
    public var correctedQuality: FixQuality?

    /// Creates the simulation of a scenario at its start.
    public init(_ scenario: Scenario) {
        self.scenario = scenario
        leap = scenario.leapSeconds
        trajectory = Trajectory(scenario.route)
        start = leap.gps(scenario.start)
        interval = min(max(scenario.receiver.interval, 10_000_000), 86_400_000_000_000)
        end = scenario.duration ?? trajectory.end ?? .infinity
        let systems = scenario.receiver.constellations
        satellites = SimulatedConstellations.all.filter { systems.contains($0.id.constellation) }
        noise = satellites.map { RangeNoise($0.id, seed: scenario.seed, scenario.errors) }
        random = SplitMix64(seed: scenario.seed)
        clockWander = CorrelatedNoise(memory: 600, &random)
        acquisition = Acquisition(isRunning: !scenario.receiver.isColdStart)
    }

    /// The duration in seconds; nil if it has no end.
    public var duration: Double? { end.isFinite ? end : nil }

    /// Returns the next epoch; nil at the end.
    public mutating func next() -> ScenarioEpoch? {
        if index > 0 { step = interval }
        position += step
        let elapsed = Double(position) / 1e9
        guard elapsed <= end else { return nil }
        if index > 0 { advance() }
        defer { index += 1 }

        let time = instant()
        let motion = trajectory.state(at: elapsed)
        let events = scenario.events.filter { $0.isOn(elapsed) }
        let isRestart = restarts(at: elapsed)
        if isRestart { acquisition = Acquisition(at: elapsed) }
        let isDeaf = isRestart || events.contains { $0.kind == .fixLost }
        acquisition.advance(to: elapsed, isCovered: isDeaf)

        let apparent = motion.frame.offset(by: events.reduce(into: Vector.zero) { $0 += $1.positionOffset })
        let delay = events.last { $0.skyDelay > 0 }?.skyDelay ?? 0
        let heard = hear(from: apparent, at: time.moved(by: -Double(delay)), elapsed, events)
        var sky = heard
        let quality = events.reduce(correctedQuality ?? .autonomous) { $1.quality ?? $0 }
        let solution = solve(&sky, apparent, motion, quality)
        let leapNow = leap.at(time)
        let vehicle = motion.fix(at: leap.utc(time), geoidSeparation: scenario.geoidSeparation)
        let truth = EpochTruth(
            vehicle: vehicle, isCovered: isDeaf, fixKind: solution?.kind ?? .none,
            sky: SkyView(
                time: leap.utc(time), satellites: sky.map(\.seen), dop: solution?.dop ?? DilutionOfPrecision()))
        let clockError = events.reduce(-Double(delay)) { $0 + $1.clockStep }
        let stated = acquisition.knowsTime ? time.moved(by: clockError).nearestMillisecond : nil
        return ScenarioEpoch(
            index: index, elapsed: elapsed, time: time, truth: truth, isRestart: isRestart,
            runningTime: acquisition.runningTime, skyDelay: delay, statedTime: stated.map { Self.rolled($0, events) },
            statedUTC: stated.map { Self.rolled(leap.utc($0), events) },
            leapSeconds: leapNow, leapAnnouncement: leap.announced(at: time),
            clock: (2e-7 * clockWander.value, 1e-10), satellites: sky, solution: solution, velocity: motion.velocity,
            isDualFrequency: scenario.receiver.isDualFrequency)
    }

    private func instant() -> GPSTime {
        var time = start
        let whole = Int(position / 1_000_000_000)
        let rest = position % 1_000_000_000
        time = GPSTime(wholeSeconds: start.wholeSeconds + whole)
        time = time.advanced(by: start.nanosecondsOfWeek % 1_000_000_000 + rest) ?? time
        // Receivers measure on the millisecond, also at rates such as 3 Hz.
        return time.nearestMillisecond
    }

    /// Restarts the receiver: from the next epoch on it searches for satellites as after switching on.
    public mutating func restartReceiver() { acquisition = Acquisition(at: Double(position) / 1e9) }

    private mutating func advance() {
        let seconds = Double(step) * 1e-9
        for index in noise.indices { noise[index].advance(by: seconds) }
        clockWander.advance(by: seconds, &random)
    }

    private func restarts(at elapsed: Double) -> Bool {
        let before = elapsed - Double(step) * 1e-9
        return scenario.events.contains { $0.kind == .reset && $0.at <= elapsed && $0.at > before }
    }

    // MARK: Input

    private mutating func hear(
        from frame: LocalFrame, at time: GPSTime, _ elapsed: Double, _ events: [ScenarioEvent]
    ) -> [HeardSatellite] {
        let leapSeconds = leap.at(time)
        var heard: [HeardSatellite] = []
        var tracked = 0
        for (index, satellite) in satellites.enumerated() {
            guard let path = SkyPath(satellite, frame, at: time, leapSeconds: leapSeconds) else {
                noise[index].track(false, at: elapsed)
                continue
            }
            let isHidden = scenario.obstacles.contains {
                $0.hides(azimuth: path.azimuth, elevation: path.elevation, at: elapsed)
            }
            let isTracked = path.elevation >= 3 && !isHidden && tracked < acquisition.tracked
            noise[index].track(isTracked, at: elapsed)
            var entry = HeardSatellite(path: path)
            if isTracked {
                tracked += 1
                let strength = noise[index].strength(elevation: path.elevation)
                entry.cn0 = strength
                entry.isUsed = path.elevation >= scenario.receiver.mask && strength >= 28
                entry.error = noise[index].error(elevation: path.elevation)
                for case .rangeError(satellite.id, let metres) in events.map(\.kind) { entry.error += metres }
                entry.lockTime = elapsed - (noise[index].lockedSince ?? elapsed)
                entry.ambiguities = noise[index].ambiguities
                entry.carrierNoise = noise[index].carrierNoise
            }
            heard.append(entry)
        }
        return heard
    }

    // MARK: Results

    private mutating func solve(
        _ sky: inout [HeardSatellite], _ frame: LocalFrame, _ motion: VehicleMotion, _ quality: FixQuality
    ) -> ScenarioSolution? {
        let shake = Vector(random.normal(), random.normal(), random.normal())
        let used = sky.filter(\.isUsed)
        guard acquisition.kind != .none,
            let geometry = SolutionGeometry(used.map(\.path.direction), kind: acquisition.kind)
        else {
            for index in sky.indices { sky[index].isUsed = false }
            return nil
        }
        let solved = geometry.solve(used.map(\.error))
        let scale = quality.errorScale
        let error = scale * solved.place + scenario.errors.bias
        let place = frame.moved(east: error.x, north: error.y, height: frame.height + error.z)
        guard let position = place.position else { return nil }
        let errors = scenario.errors
        let deviation =
            (errors.white * errors.white + errors.correlated * errors.correlated
            + errors.multipath * errors.multipath).squareRoot()
        return ScenarioSolution(
            kind: geometry.kind, quality: quality, position: position, height: place.height,
            geoidSeparation: scenario.geoidSeparation, velocity: motion.velocity + 0.02 * scale.squareRoot() * shake,
            geometry: geometry, rangeDeviation: max(0.01, deviation * scale), satellitesUsed: used.count,
            clockError: solved.clock, error: solved.place)
    }

    private static func rolled(_ time: GPSTime, _ events: [ScenarioEvent]) -> GPSTime {
        guard events.contains(where: { $0.kind == .weekRollover }) else { return time }
        return GPSTime(week: time.week - 1024, nanosecondsOfWeek: time.nanosecondsOfWeek) ?? time
    }

    private static func rolled(_ time: UTCTime, _ events: [ScenarioEvent]) -> UTCTime {
        guard events.contains(where: { $0.kind == .weekRollover }) else { return time }
        return UTCTime(
            nanosecondsSince1970: time.nanosecondsSince1970 &- 1024 * GPSTime.nanosecondsInWeek,
            isLeapSecond: time.isLeapSecond)
    }
}

extension ScenarioEvent {
    fileprivate var positionOffset: Vector {
        guard case .positionOffset(let metres) = kind else { return .zero }
        return metres
    }

    fileprivate var clockStep: Double {
        guard case .clockStep(let seconds) = kind else { return 0 }
        return seconds
    }

    fileprivate var quality: FixQuality? {
        guard case .quality(let quality) = kind else { return nil }
        return quality
    }
}

extension FixQuality {
    /// The share of the range errors that remains in a corrected solution.
    fileprivate var errorScale: Double {
        switch self {
        case .differential: 0.4
        case .rtkFloat: 0.15
        case .rtkFixed: 0.01
        default: 1
        }
    }
}

extension LocalFrame {
    func offset(by metres: Vector) -> LocalFrame {
        metres == .zero ? self : moved(east: metres.x, north: metres.y, height: height + metres.z)
    }
}

extension VehicleMotion {
    /// The true state in the form of a fix.
    fileprivate func fix(at time: UTCTime, geoidSeparation: Double) -> Fix {
        var fix = Fix(kind: .threeDimensional, quality: .simulated)
        fix.time = time
        fix.position = frame.position
        fix.height = Height(
            ellipsoidal: Length(metres: height), geoidSeparation: Length(metres: geoidSeparation))
        fix.speed = Speed(metresPerSecond: (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot())
        fix.course = Angle(degrees: course)
        fix.velocity = Velocity(
            north: Speed(metresPerSecond: velocity.y), east: Speed(metresPerSecond: velocity.x),
            up: Speed(metresPerSecond: velocity.z))
        return fix
    }
}
