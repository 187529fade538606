// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import NMEA

/// A scenario with its receiver's output formats and the faults of its line.
public struct ScenarioPlan: Sendable {
    public var scenario: Scenario
    /// The NMEA output; nil for none.
    public var nmea: NMEARendering?
    /// The UBX output; nil for none.
    public var ubx: UBXRendering?
    /// The RTCM 3 output; nil for none.
    public var rtcm: RTCMRendering?
    /// The SBF output; nil for none.
    public var sbf: SBFRendering?
    /// The OSNMA settings of the Galileo satellites; nil if they transmit no pages.
    public var osnma: OSNMAWish?
    /// The faults of the line.
    public var faults: [StreamFault]
    /// True if the scenario starts at the time at which it is played.
    public let startsNow: Bool

    /// Creates a plan from its text.
    ///
    /// - Parameters:
    ///   - text: The decoded text.
    ///   - places: Latitude and longitude in degrees and height above the ellipsoid in metres of each point of the
    ///     text's ``ScenarioText/routeFile``, if it has one.
    ///   - start: Replaces the text's own `start`.
    ///   - now: The start time if the scenario starts `now`.
    /// - Throws: `ScenarioError` with the first invalid setting.
    public init(
        _ text: ScenarioText, places: [(latitude: Double, longitude: Double, height: Double?)]? = nil,
        start: String? = nil, now: UTCTime
    ) throws(ScenarioError) {
        let start = start ?? text.start
        startsNow = start == "now"
        guard let time = startsNow ? now.wholeSecond : ScenarioPlan.time(start) else {
            throw ScenarioError(
                key: "start",
                problem: "'\(start)' is not a time of the years 1999 to 2100; write 2026-09-21T08:00:00Z, or now")
        }
        scenario = Scenario(start: time, route: try text.course(places))
        scenario.duration = text.duration
        scenario.seed = text.seed ?? 1
        scenario.geoidSeparation = text.geoidSeparation ?? 0
        scenario.receiver = SimulatedReceiver(text.receiver)
        scenario.obstacles = try text.obstructions()
        scenario.errors = RangeErrorModel(text.errors)
        scenario.events = try text.happenings()
        let leap = scenario.leapSeconds
        guard startsNow || leap.utc(leap.gps(time)) == time else {
            throw ScenarioError(
                key: "start", problem: "'\(start)' does not exist in UTC: that day has no such second")
        }
        let output = text.output
        nmea = output?.nmea.map(NMEARendering.init)
        if let messages = output?.ubx { ubx = try UBXRendering(messages) }
        if let rtcm3 = output?.rtcm3 {
            var rendering = RTCMRendering()
            rendering.station = rtcm3.station ?? 1
            rtcm = rendering
        }
        sbf = output?.sbf.map(SBFRendering.init)
        if nmea == nil, ubx == nil, rtcm == nil, sbf == nil { nmea = NMEARendering() }
        osnma = text.osnma.map(OSNMAWish.init)
        faults = try text.lineFaults()
        try text.checkBeginnings(in: scenario)
    }

    /// Sets the start of a scenario that starts `now`.
    public mutating func begin(at now: UTCTime) {
        if startsNow { scenario.start = now.wholeSecond }
    }

    /// The receiver's output during the simulation.
    public func output(_ simulation: ScenarioSimulation, pages: (any NavigationPageSource)? = nil) -> ReceiverOutput {
        ReceiverOutput(simulation, nmea: nmea, ubx: ubx, rtcm: rtcm, sbf: sbf, pages: pages)
    }

    /// Parses `2026-09-21T08:00:00Z`.
    private static func time(_ text: String) -> UTCTime? {
        guard text.utf8.count == 20, text.hasSuffix("Z"), let time = UTCTime(iso8601: text),
            (1999...2100).contains(time.date.components.year)
        else { return nil }
        return time
    }
}

extension ScenarioText {
    fileprivate func course(
        _ places: [(latitude: Double, longitude: Double, height: Double?)]?
    ) throws(ScenarioError) -> Route {
        let speed = (self.speed ?? 30) / 3.6
        let given = [route.map { _ in "route" }, circle.map { _ in "circle" }, field.map { _ in "field" }]
            .compactMap(\.self)
        guard given.count <= 1 else {
            throw ScenarioError(key: given[1], problem: "conflicts with '\(given[0])'; remove one of them")
        }
        if let route { return try course(of: route, places, speed) }
        guard let place else {
            throw ScenarioError(key: "place", problem: "is missing; give latitude_deg and longitude_deg, or a route")
        }
        let point = RoutePoint(
            latitude: place.latitude, longitude: place.longitude, height: place.height ?? 0, speed: speed)
        if let circle { return .circle(point, radius: circle.radius, isClockwise: circle.clockwise ?? true) }
        guard let field else { return .still(point) }
        guard field.width <= field.workingWidth * 1000 else {
            throw ScenarioError(
                key: "field.width_m",
                problem: "is \(field.width), more than 1000 passes of working_width_m; "
                    + "allowed: up to \(field.workingWidth * 1000)")
        }
        var pattern = FieldPattern(
            length: field.length, width: field.width, workingWidth: field.workingWidth, heading: field.heading ?? 0,
            turnSpeed: (field.turnSpeed ?? 5) / 3.6)
        pattern.isRepeated = field.loop ?? false
        return .field(point, pattern)
    }

    private func course(
        of route: RouteText, _ places: [(latitude: Double, longitude: Double, height: Double?)]?, _ speed: Double
    ) throws(ScenarioError) -> Route {
        let height = place?.height ?? 0
        var points = (route.waypoints ?? []).map {
            RoutePoint(
                latitude: $0.latitude, longitude: $0.longitude, height: $0.height ?? height,
                speed: $0.speed.map { $0 / 3.6 } ?? speed, stop: $0.stop ?? 0, turnRadius: $0.turnRadius ?? 0)
        }
        if let file = route.file {
            guard points.isEmpty else {
                throw ScenarioError(key: "route.file", problem: "conflicts with 'waypoints'; remove one of them")
            }
            guard let places else {
                throw ScenarioError(
                    key: "route.file",
                    problem: "cannot read \(file): only `gnss-gateway simulate` reads routes from files")
            }
            points = places.map {
                RoutePoint(latitude: $0.latitude, longitude: $0.longitude, height: $0.height ?? height, speed: speed)
            }
        }
        guard points.count >= 2 else {
            throw ScenarioError(key: "route.waypoints", problem: "has \(points.count) points; at least two are needed")
        }
        guard points.count <= 100_000 else {
            throw ScenarioError(key: "route", problem: "has \(points.count) points; the limit is 100 000")
        }
        let isClosed = route.loop ?? false
        for index in (isClosed ? 0 : 1)..<points.count {
            let before = points[(index + points.count - 1) % points.count]
            guard RouteKnot(before).isOpposite(to: RouteKnot(points[index])) else { continue }
            throw ScenarioError(
                key: route.file == nil ? "route.waypoints[\(index)]" : "route.file",
                problem: "is opposite to the previous point on the Earth, at \(points[index].latitude), "
                    + "\(points[index].longitude): no way is the shortest; add a point between them")
        }
        return .points(points, isClosed: isClosed)
    }

    fileprivate func obstructions() throws(ScenarioError) -> [Obstacle] {
        var list: [Obstacle] = []
        for (index, obstacle) in (obstacles ?? []).enumerated() {
            let (since, until) = (obstacle.since ?? 0, obstacle.until ?? .infinity)
            guard since < until else {
                throw ScenarioError(
                    key: "obstacles[\(index)].to_s", problem: "is not after from_s: the object would never be there")
            }
            list.append(
                Obstacle(
                    from: obstacle.from, to: obstacle.to, elevation: obstacle.elevation, time: since..<until))
        }
        return list
    }

    fileprivate func happenings() throws(ScenarioError) -> [ScenarioEvent] {
        var list: [ScenarioEvent] = []
        for (index, event) in (events ?? []).enumerated() {
            let key = "events[\(index)]"
            if let unused = event.unusedKey {
                throw ScenarioError(
                    key: "\(key).\(unused)", problem: "has no effect on '\(event.kind)'; remove it, or change the kind")
            }
            let attack = try event.attack(key, hasPages: osnma != nil, datesPages: output?.sbf != nil).map(
                ScenarioEvent.Kind.attack)
            let kind = if let attack { attack } else { try kind(event, key) }
            list.append(ScenarioEvent(at: event.at, duration: event.duration, kind))
        }
        return list
    }

    private func kind(_ event: Event, _ key: String) throws(ScenarioError) -> ScenarioEvent.Kind {
        switch event.kind {
        case "fix-lost": return .fixLost
        case "reset": return .reset
        case "differential": return .quality(.differential)
        case "rtk-float": return .quality(.rtkFloat)
        case "rtk-fixed": return .quality(.rtkFixed)
        case "leap-second":
            let seconds = event.seconds ?? 1
            guard abs(seconds) == 1 else {
                throw ScenarioError(
                    key: "\(key).seconds",
                    problem: "is \(seconds); allowed: 1 to insert a second, and -1 to leave one out")
            }
            return .leapSecond(isInserted: seconds > 0)
        case "week-rollover": return .weekRollover
        case "clock-step":
            guard let seconds = event.seconds else {
                throw ScenarioError(key: "\(key).seconds", problem: "is missing; give the clock's error")
            }
            return .clockStep(seconds)
        case "position-offset":
            return .positionOffset(SIMD3(event.east ?? 0, event.north ?? 0, event.up ?? 0))
        default:
            guard let satellite = event.satellite.flatMap(Self.satellite) else {
                throw ScenarioError(
                    key: "\(key).satellite", problem: "is not a satellite; write G05, E11, C23 or R07")
            }
            return .rangeError(satellite, event.metres ?? 100)
        }
    }

    private static func satellite(_ text: String) -> SatelliteID? {
        let systems: [Character: Constellation] = ["G": .gps, "E": .galileo, "C": .beidou, "R": .glonass]
        guard let system = text.first.flatMap({ systems[$0] }), let number = Int(text.dropFirst()) else { return nil }
        return SatelliteID(system, number)
    }
}

extension UTCTime {
    /// The start of the second.
    fileprivate var wholeSecond: UTCTime {
        UTCTime(nanosecondsSince1970: nanosecondsSince1970 / 1_000_000_000 * 1_000_000_000)
    }
}

extension SimulatedReceiver {
    fileprivate init(_ text: ScenarioText.Receiver?) {
        self.init()
        interval = Int64((1e9 / min(100, max(0.01, text?.rate ?? 1))).rounded())
        let systems: [String: Constellation] = [
            "gps": .gps, "galileo": .galileo, "beidou": .beidou, "glonass": .glonass,
        ]
        constellations = text?.constellations?.compactMap { systems[$0] } ?? constellations
        mask = text?.mask ?? mask
        isDualFrequency = text?.isDualFrequency ?? isDualFrequency
        isColdStart = text?.isColdStart ?? isColdStart
    }
}

extension RangeErrorModel {
    fileprivate init(_ text: ScenarioText.Errors?) {
        self.init()
        white = text?.white ?? white
        correlated = text?.correlated ?? correlated
        memory = text?.memory ?? memory
        multipath = text?.multipath ?? multipath
        outlierShare = text?.outlierShare ?? outlierShare
        outlier = text?.outlier ?? outlier
        bias = SIMD3(text?.biasEast ?? 0, text?.biasNorth ?? 0, text?.biasUp ?? 0)
    }
}

extension NMEARendering {
    fileprivate init(_ text: ScenarioText.NMEA) {
        self.init()
        let versions: [String: NMEAVersion] = ["2.1": .v21, "2.3": .v23, "4.10": .v410, "4.11": .v411]
        version = text.version.flatMap { versions[$0] } ?? version
        sentences = text.sentences ?? sentences
        decimals = text.decimals ?? decimals
        satellitesEvery = text.satellitesEvery ?? satellitesEvery
        quirks = Set(text.quirks ?? [])
    }
}

extension UBXRendering {
    fileprivate init(_ text: ScenarioText.UBX) throws(ScenarioError) {
        self.init(text.generation.flatMap(Generation.init) ?? .f9)
        guard let messages = text.messages else { return }
        for (index, message) in messages.enumerated() where intervals[message] == nil {
            throw ScenarioError(
                key: "output.ubx.messages[\(index)]",
                problem: "is \(message.rawValue), which generation \(generation.rawValue) does not send; remove it, or "
                    + "change the generation")
        }
        intervals = intervals.filter { messages.contains($0.key) }
    }
}

extension SBFRendering {
    fileprivate init(_ text: ScenarioText.SBF) {
        self.init()
        solutionEvery = text.solutionEvery ?? solutionEvery
    }
}
