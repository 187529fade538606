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
        rtcm: RTCMRendering? = nil, pages: (any NavigationPageSource)? = nil
    ) {
        (self.nmea, self.ubx, self.rtcm, self.pages) = (nmea, ubx, rtcm, pages)
        satellites = Dictionary(uniqueKeysWithValues: simulation.satellites.map { ($0.id, $0) })
        leap = simulation.leap
    }

    /// What it sends for an epoch: sentences, messages, and the navigation messages that have ended since the epoch
    /// before.
    public mutating func bytes(_ epoch: ScenarioEpoch) -> [UInt8] {
        var bytes = nmea?.bytes(epoch) ?? []
        if let ubx { bytes += ubx.bytes(epoch) }
        if let rtcm { bytes += rtcm.bytes(epoch) }
        let subframes = subframes(epoch)
        if let every = ubx?.intervals[.subframes], every > 0 {
            for payload in subframes { bytes += UBXWriter.frame(.rxmSFRBX, payload: payload) }
        }
        return bytes
    }

    /// The payloads of UBX-RXM-SFRBX that are due.
    private mutating func subframes(_ epoch: ScenarioEpoch) -> [[UInt8]] {
        let now = epoch.time.wholeSeconds
        let from = max(sentUpTo ?? now - 1, now - 60)
        sentUpTo = now
        if late?.delay != epoch.skyDelay { late = (epoch.skyDelay, late == nil ? .min : now) }
        guard now > from else { return [] }
        var payloads: [[UInt8]] = []
        for second in from + 1...now {
            let heard = epoch.satellites.filter { $0.cn0 != nil && $0.lockTime + 0.5 >= 0 }
            let sent = second - epoch.skyDelay
            if sent % 6 == 0, second - 6 >= late?.since ?? .min {
                for entry in heard where entry.id.constellation == .gps {
                    guard let satellite = satellites[entry.id],
                        let subframe = GPSSubframe(satellite, start: sent - 6, leap)
                    else { continue }
                    payloads.append(Self.payload(entry.id, signal: 0, subframe.words))
                }
            }
            // A page begins with an odd second and lasts two.
            guard second % 2 == 1, second - 2 >= late?.since ?? .min, let time = GST(GPSTime(wholeSeconds: second - 2))
            else { continue }
            for entry in heard where entry.id.constellation == .galileo {
                guard let satellite = satellites[entry.id], let page = pages?.page(of: satellite, at: time),
                    page.count == 30
                else { continue }
                payloads.append(Self.payload(entry.id, signal: 1, Self.words(page)))
            }
        }
        return payloads
    }

    /// Each part fills four words, the last eight bits of the fourth being empty.
    private static func words(_ page: [UInt8]) -> [UInt32] {
        [page.prefix(15), page.suffix(15)].flatMap { part -> [UInt32] in
            let filled = Array(part) + [0]
            return (0..<4).map { word in filled[4 * word..<4 * word + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        }
    }

    private static func payload(_ id: SatelliteID, signal: Int, _ words: [UInt32]) -> [UInt8] {
        var writer = PayloadWriter()
        for value in [Int(id.constellation.rawValue), Int(id.number), signal, 0, words.count, 0, 2, 0] {
            writer.u1(value)
        }
        for word in words { writer.u4(Int(word)) }
        return writer.bytes
    }
}
