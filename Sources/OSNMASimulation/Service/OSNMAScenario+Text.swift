// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension OSNMAScenario {
    /// The service of the simulated Galileo while a receiver is watched: it runs since ten minutes before, and goes on for
    /// ten minutes after. All satellites but each sixth send OSNMA.
    ///
    /// - Parameters:
    ///   - numbers: SVIDs of all satellites.
    ///   - begin: when the receiver is first watched.
    ///   - duration: for so many seconds.
    ///   - seed: what keys are drawn from.
    /// - Returns: the scenario; its check is made by who plays it.
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

/// What happens from a second on: `KIND[=NUMBER]@SECOND[+SECONDS][:E03,E08]`, as on a command line.
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

    /// At most a week.
    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number <= 604_800
        else { return nil }
        return number
    }
}

extension OSNMATransition {
    /// A transition as a command line has it: `KIND@SECOND[+SECONDS]`, one of the kinds' raw values, from a second of the
    /// scenario on, with so many seconds to the change and from there to the end.
    ///
    /// Times are moved on to the next subframe, that of a change of chains to the next whole hour.
    ///
    /// - Parameters:
    ///   - text: for example `npk@600+300`.
    ///   - start: what seconds count from.
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

    /// An instant later, and on to the next multiple of a unit.
    private static func moved(_ time: GST, by seconds: Int, to unit: Int) -> GST? {
        GST(secondsSinceEpoch: (time.secondsSinceEpoch + seconds + unit - 1) / unit * unit)
    }
}

extension OSNMAAttack {
    /// An attack as a command line has it: `KIND[=NUMBER]@SECOND[+SECONDS][:E03,E08]`, one of the kinds' names, with the
    /// number of seconds that some of them take, from a second of the scenario on, for so many seconds, on some
    /// satellites.
    ///
    /// - Parameters:
    ///   - text: for example `replay=120@300+60:E03,E08`.
    ///   - start: what seconds count from.
    public init?(_ text: String, from start: GST) {
        guard let happening = Happening(text), let kind = Kind(name: happening.kind, seconds: happening.number ?? 60),
            let begin = start.advanced(by: happening.second)
        else { return nil }
        self.init(
            kind, on: happening.satellites, from: begin, until: happening.length.flatMap { begin.advanced(by: $0) })
    }
}
