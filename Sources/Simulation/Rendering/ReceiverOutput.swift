// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

/// All that a simulated receiver sends, in its formats.
public struct ReceiverOutput: Sendable {
    /// How it speaks NMEA; nil: not.
    public var nmea: NMEARendering?
    /// How it speaks UBX; nil: not.
    public var ubx: UBXRendering?
    /// How it speaks RTCM 3; nil: not.
    public var rtcm: RTCMRendering?
    /// How it speaks SBF; nil: not.
    public var sbf: SBFRendering?
    /// Who makes the pages of Galileo; nil: none are received.
    public var pages: (any NavigationPageSource)?

    private let satellites: [SatelliteID: SimulatedSatellite]
    private let leap: LeapSeconds
    /// Up to this instant navigation messages have been sent, in whole seconds of GPS time.
    private var sentUpTo: Int?
    /// By so many seconds all signals are late, and since when they are: nothing is received of what was under way then.
    private var late: (delay: Int, since: Int)?

    /// An output of a scenario that says nothing yet.
    ///
    /// - Parameters:
    ///   - simulation: of which scenario.
    ///   - pages: who makes the pages of Galileo.
    public init(
        _ simulation: ScenarioSimulation, nmea: NMEARendering? = nil, ubx: UBXRendering? = nil,
        rtcm: RTCMRendering? = nil, sbf: SBFRendering? = nil, pages: (any NavigationPageSource)? = nil
    ) {
        (self.nmea, self.ubx, self.rtcm, self.sbf, self.pages) = (nmea, ubx, rtcm, sbf, pages)
        satellites = Dictionary(uniqueKeysWithValues: simulation.satellites.map { ($0.id, $0) })
        leap = simulation.leap
    }

    /// What it sends for an epoch: sentences, messages, and the navigation messages that have ended since the epoch
    /// before.
    public mutating func bytes(_ epoch: ScenarioEpoch) -> [UInt8] {
        var bytes = nmea?.bytes(epoch) ?? []
        if let ubx { bytes += ubx.bytes(epoch) }
        if let rtcm { bytes += rtcm.bytes(epoch) }
        if let sbf { bytes += sbf.bytes(epoch) }
        for message in navigation(epoch) {
            if let ubx { bytes += ubx.bytes(message) }
            if let sbf { bytes += sbf.bytes(message) }
        }
        return bytes
    }

    /// The navigation messages that are due.
    private mutating func navigation(_ epoch: ScenarioEpoch) -> [ReceivedMessage] {
        let now = epoch.time.wholeSeconds
        let from = max(sentUpTo ?? now - 1, now - 60)
        sentUpTo = now
        if late?.delay != epoch.skyDelay { late = (epoch.skyDelay, late == nil ? .min : now) }
        guard now > from else { return [] }
        let heard = epoch.satellites.filter { $0.cn0 != nil && $0.lockTime + 0.5 >= 0 }
        var messages: [ReceivedMessage] = []
        for second in from + 1...now {
            for entry in heard {
                guard let satellite = satellites[entry.id],
                    let content = content(of: satellite, endedAt: second, delay: epoch.skyDelay)
                else { continue }
                messages.append(ReceivedMessage(satellite: entry.id, content: content))
            }
        }
        return messages
    }

    /// What of a satellite's message has come in whole at the end of a second; nil: nothing.
    private mutating func content(
        of satellite: SimulatedSatellite, endedAt second: Int, delay: Int
    ) -> ReceivedMessage.Content? {
        func isWhole(_ length: Int) -> Bool { second - length >= late?.since ?? .min }
        let sent = second - delay
        switch satellite.id.constellation {
        case .gps where sent % 6 == 0 && isWhole(6):
            return GPSSubframe(satellite, start: sent - 6, leap).map { .subframe($0.words) }
        case .beidou where isWhole(6):
            return BeiDouSubframe(satellite, start: sent - 6, leap).map { .subframe($0.words) }
        case .glonass where isWhole(2):
            guard let string = GLONASSString(satellite, start: sent - 2, leap) else { return nil }
            return .string(string.words, channel: satellite.frequencyChannel ?? 0)
        // A page begins with an odd second and lasts two. Who makes pages knows of the delay.
        case .galileo where second % 2 == 1 && isWhole(2):
            guard let time = GST(GPSTime(wholeSeconds: second - 2)), let page = pages?.page(of: satellite, at: time),
                page.count == 30
            else { return nil }
            return .page(page, end: GPSTime(wholeSeconds: second + (pages?.datingError(of: satellite, at: time) ?? 0)))
        default: return nil
        }
    }
}

/// A navigation message that has been received.
struct ReceivedMessage {
    enum Content {
        /// LNAV on L1 C/A, or D1 on B1I: ten words of 30 bits, each with its parity.
        case subframe([UInt32])
        /// A string of GLONASS on L1: three words with its 85 bits, one with the numbers of superframe and frame; and
        /// the frequency channel.
        case string([UInt32], channel: Int)
        /// I/NAV on E1-B: an even part and an odd part of 15 bytes each; and when it ended.
        case page([UInt8], end: GPSTime)
    }

    let satellite: SatelliteID
    let content: Content
}

extension UBXRendering {
    /// UBX-RXM-SFRBX of a navigation message, where it is sent.
    func bytes(_ message: ReceivedMessage) -> [UInt8] {
        guard let every = intervals[.subframes], every > 0 else { return [] }
        let (signal, frequency, words) =
            switch message.content {
            case .subframe(let words): (0, 0, words)
            case .string(let words, let channel): (0, channel + 7, words)
            case .page(let page, _): (1, 0, words(page))
            }
        var writer = PayloadWriter()
        for value in [
            Int(message.satellite.constellation.rawValue), Int(message.satellite.number),
            generation == .m8 ? 0 : signal,
            frequency, words.count, 0, generation == .m8 ? 1 : 2, 0,
        ] { writer.u1(value) }
        for word in words { writer.u4(Int(word)) }
        return UBXWriter.frame(.rxmSFRBX, payload: writer.bytes)
    }

    /// Each part fills four words, the last eight bits of the fourth being empty. Up to F9 a ninth follows, which is not
    /// zero and means nothing; RTKLIB 2.4.3 takes pages without it for those of E5b and leaves them out.
    private func words(_ page: [UInt8]) -> [UInt32] {
        let words = [page.prefix(15), page.suffix(15)].flatMap { part -> [UInt32] in
            let filled = Array(part) + [0]
            return (0..<4).map { word in filled[4 * word..<4 * word + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        }
        return generation == .x20 ? words : words + [words.reduce(1, ^)]
    }
}
