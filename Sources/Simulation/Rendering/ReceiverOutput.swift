// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

/// The complete output of a simulated receiver in its formats.
public struct ReceiverOutput: Sendable {
    /// The NMEA output; nil for none.
    public var nmea: NMEARendering?
    /// The UBX output; nil for none.
    public var ubx: UBXRendering?
    /// The RTCM 3 output; nil for none.
    public var rtcm: RTCMRendering?
    /// The SBF output; nil for none.
    public var sbf: SBFRendering?
    /// The source of Galileo pages; nil if none are received.
    public var pages: (any NavigationPageSource)?

    private let satellites: [SatelliteID: SimulatedSatellite]
    private let leap: LeapSeconds
    /// The end of the period for which navigation messages have been sent, in whole seconds of GPS time.
    private var sentUpTo: Int?
    /// The delay of all signals in seconds and the time of its last change; messages in transit at that time are not
    /// received.
    private var late: (delay: Int, since: Int)?

    /// Creates the output of a scenario at its start.
    ///
    /// - Parameters:
    ///   - simulation: The scenario's simulation.
    ///   - pages: The source of Galileo pages.
    public init(
        _ simulation: ScenarioSimulation, nmea: NMEARendering? = nil, ubx: UBXRendering? = nil,
        rtcm: RTCMRendering? = nil, sbf: SBFRendering? = nil, pages: (any NavigationPageSource)? = nil
    ) {
        (self.nmea, self.ubx, self.rtcm, self.sbf, self.pages) = (nmea, ubx, rtcm, sbf, pages)
        satellites = Dictionary(uniqueKeysWithValues: simulation.satellites.map { ($0.id, $0) })
        leap = simulation.leap
    }

    /// The output for an epoch: sentences, messages, and the navigation messages completed since the previous epoch.
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

    /// The navigation messages completed since the last call.
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

    /// The part of a satellite's message completed at the end of a second; nil if none exists.
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
        // A page starts at an odd second and lasts two. The page source takes the delay into account itself.
        case .galileo where second % 2 == 1 && isWhole(2):
            guard let time = GST(GPSTime(wholeSeconds: second - 2)), let page = pages?.page(of: satellite, at: time),
                page.count == 30
            else { return nil }
            return .page(page, end: GPSTime(wholeSeconds: second + (pages?.datingError(of: satellite, at: time) ?? 0)))
        default: return nil
        }
    }
}

/// A received navigation message.
struct ReceivedMessage {
    enum Content {
        /// LNAV on L1 C/A, or D1 on B1I: ten words of 30 bits, each including its parity.
        case subframe([UInt32])
        /// A GLONASS string on L1: three words with its 85 bits and one with the numbers of superframe and frame; and
        /// the frequency channel.
        case string([UInt32], channel: Int)
        /// I/NAV on E1-B: an even and an odd part of 15 bytes each; and the time of its end.
        case page([UInt8], end: GPSTime)
    }

    let satellite: SatelliteID
    let content: Content
}

extension UBXRendering {
    /// UBX-RXM-SFRBX of a navigation message, if the message is enabled.
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

    /// Each part fills four words, of which the last has eight unused bits. Up to F9 a meaningless ninth word
    /// follows, which is not zero; RTKLIB 2.4.3 mistakes pages without it for E5b pages and drops them.
    private func words(_ page: [UInt8]) -> [UInt32] {
        let words = [page.prefix(15), page.suffix(15)].flatMap { part -> [UInt32] in
            let filled = Array(part) + [0]
            return (0..<4).map { word in filled[4 * word..<4 * word + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        }
        return generation == .x20 ? words : words + [words.reduce(1, ^)]
    }
}
