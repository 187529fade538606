// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension OSNMAScenario {
    /// The simulated service for an observation period: it starts ten minutes before the period and ends ten minutes
    /// after it. Every sixth satellite transmits no OSNMA.
    ///
    /// - Parameters:
    ///   - numbers: SVIDs of all satellites.
    ///   - begin: The start of the observation.
    ///   - duration: Its length in seconds.
    ///   - seed: The seed of all keys.
    /// - Returns: The scenario, which is checked when it is played.
    public static func around(_ begin: GST, duration: Int, satellites numbers: [Int], seed: UInt64) -> OSNMAScenario {
        let first = begin.advanced(by: -begin.tow % 30 - 600) ?? begin
        let (length, isTooLong) = duration.addingReportingOverflow(1230)
        var scenario = OSNMAScenario(
            start: first, duration: isTooLong ? Int.max : length,
            satellites: numbers.enumerated().filter { $0.offset % 6 != 5 }.map(\.element))
        scenario.silentSatellites = numbers.enumerated().filter { $0.offset % 6 == 5 }.map(\.element)
        scenario.seed = seed
        return scenario
    }
}

/// An event with the second at which it starts: `KIND[=NUMBER]@SECOND[+SECONDS][:E03,E08]`, as on a command line.
private struct Happening {
    var kind: String
    var number: Int?
    var second: Int
    var length: Int?
    var satellites: [Int]?

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let halves = parts[0].split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, halves.count == 2 else { return nil }
        let name = halves[0].split(separator: "=", omittingEmptySubsequences: false)
        let times = halves[1].split(separator: "+", omittingEmptySubsequences: false).map { Self.number($0) }
        guard name.count <= 2, times.count <= 2, !times.contains(nil), let second = times[0] else { return nil }
        kind = String(name[0])
        self.second = second
        length = times.count > 1 ? times[1] : nil
        if name.count > 1 {
            guard let number = Self.number(name[1]) else { return nil }
            self.number = number
        }
        guard parts.count > 1 else { return }
        let names = parts[1].split(separator: ",", omittingEmptySubsequences: false)
        let satellites = names.compactMap { $0.first == "E" ? Self.number($0.dropFirst()) : nil }
        guard satellites.count == names.count, satellites.allSatisfy({ (1...36).contains($0) }) else { return nil }
        self.satellites = satellites
    }

    /// Parses a number of at most 604,800, the seconds of a week.
    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number <= 604_800
        else { return nil }
        return number
    }
}

extension OSNMATransition {
    /// Parses a transition from a command line: `KIND@SECOND[+SECONDS]`. KIND is the raw value of a kind, SECOND the
    /// second of the scenario at which the transition starts, and SECONDS the time from its start to the change, and
    /// again from the change to its end.
    ///
    /// Times are rounded up to the next subframe; the time of a change of chains is rounded up to the next whole hour.
    /// Without `+SECONDS`, every change is at the next whole hour, and the transition ends an hour later.
    ///
    /// - Parameters:
    ///   - text: For example `npk@600+300`.
    ///   - start: The start of the scenario.
    public init?(_ text: String, from start: GST) {
        guard let happening = Happening(text), happening.number == nil, happening.satellites == nil,
            let kind = Kind(rawValue: happening.kind),
            let begin = Self.moved(start, by: happening.second, to: 30)
        else { return nil }
        let unit = kind.changesChain ? 3600 : 30
        let length = max(30, happening.length ?? 3600)
        guard
            let change = Self.moved(
                begin, by: happening.length == nil ? 30 : length, to: happening.length == nil ? 3600 : unit),
            let end = Self.moved(change, by: length, to: 30)
        else { return nil }
        self.init(kind, begin: begin, change: change, end: end)
    }

    /// Adds a number of seconds to an instant and rounds it up to a multiple of `unit` seconds.
    private static func moved(_ time: GST, by seconds: Int, to unit: Int) -> GST? {
        GST(secondsSinceEpoch: (time.secondsSinceEpoch + seconds + unit - 1) / unit * unit)
    }
}

extension OSNMAAttack {
    /// Parses an attack from a command line: `KIND[=NUMBER]@SECOND[+SECONDS][:E03,E08]`. KIND is the name of a kind,
    /// NUMBER the age or delay in seconds that some kinds need, SECOND the second of the scenario at which the attack
    /// starts, and SECONDS its duration; the affected satellites follow the colon.
    ///
    /// - Parameters:
    ///   - text: For example `replay=120@300+60:E03,E08`.
    ///   - start: The start of the scenario.
    public init?(_ text: String, from start: GST) {
        guard let happening = Happening(text), let kind = Kind(name: happening.kind, seconds: happening.number ?? 60),
            let begin = start.advanced(by: happening.second)
        else { return nil }
        self.init(
            kind, on: happening.satellites, from: begin, until: happening.length.flatMap { begin.advanced(by: $0) })
    }
}
