// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What came of a receiver while it was watched.
public struct TrialReport: Codable, Sendable {
    public var receiver: String
    /// How long it was watched, in seconds.
    public var seconds: Double
    /// How many observations came of each kind, by its name.
    public var kinds: [String: Int] = [:]
    /// Epochs with a position.
    public var positions = 0
    /// Galileo I/NAV pages: what OSNMA is made of.
    public var pages = 0
    /// Raw frames by what they begin with: `GNGGA`.
    public var frames: [String: Int] = [:]
    /// The last epoch; nil if none came.
    public var fix: FixReport?
    /// Batches of its driver that were refused meanwhile.
    public var refusedBatches = 0
    /// Its state at the end.
    public var state = ReportCode(ReceiverState.starting)
    public var reason = ""
    /// How far the way to it was gone, where it is reached over Bluetooth.
    public var steps: [ConnectionStepResult]?

    enum CodingKeys: String, CodingKey {
        case receiver, seconds, kinds, positions, frames, fix, state, reason, verdict, steps
        case pages = "inav_pages"
        case refusedBatches = "refused_batches"
    }

    /// What the receiver is good for.
    public enum Verdict: String, Coded {
        /// It is not there, or does not say a byte.
        case notConnected = "not_connected"
        /// Something is there and nothing of it is understood.
        case incompatible = "connected_incompatible"
        /// It is understood and has no position.
        case noPosition = "connected_no_position"
        /// Positions come, and no Galileo I/NAV pages.
        case compatibleWithoutOSNMA = "compatible_without_osnma"
        /// Positions come, and Galileo I/NAV pages.
        case compatible
    }

    /// What the receiver is good for; set at the end.
    public var verdict = ReportCode(Verdict.notConnected)

    /// A receiver of which nothing was seen yet.
    public init(receiver: String) { (self.receiver, seconds) = (receiver, 0) }

    /// How many observations of a kind came.
    public func count(of kind: ObservationKind) -> Int { kinds[kind.description] ?? 0 }

    /// What it comes to by what was seen.
    public var judgement: Verdict {
        if positions > 0 { return pages > 0 ? .compatible : .compatibleWithoutOSNMA }
        if !frames.isEmpty || count(of: .fix) > 0 { return .noPosition }
        return hasBytes ? .incompatible : .notConnected
    }

    /// Whether the driver said of a device without a frame that it sends something.
    private var hasBytes: Bool {
        DriverStateReport(state == .degraded ? .degraded : .connecting, reason: reason).tellsOfBytes
    }

    /// Whether positions come, and nothing that is wrong.
    public var isGood: Bool { positions > 0 && refusedBatches == 0 }
}

extension TrialReport {
    /// Takes something that its driver published.
    public mutating func note(_ payload: Payload) {
        kinds[payload.kind.description, default: 0] += 1
        switch payload {
        case .fix(let fix):
            if fix.position != nil { positions += 1 }
            self.fix = FixReport(fix, satellitesInView: self.fix?.satellitesInView)
        case .satellites(let sky): fix?.satellitesInView = sky.satellites.count
        case .sentence(let sentence):
            let name = sentence.shortName
            if frames.count < 256 || frames[name] != nil { frames[name, default: 0] += 1 }
        case .navigationPage(let page): if page.message == .inav { pages += 1 }
        default: break
        }
    }
}

extension Sentence {
    /// What a frame begins with, as far as that names it: `GNGGA`, `UBX 01 07`.
    fileprivate var shortName: String {
        switch format {
        case .nmea:
            let name = bytes.dropFirst().prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "*") }.prefix(8)
            return String(decoding: name.filter { (33...126).contains($0) }, as: UTF8.self)
        case .ubx where bytes.count > 3:
            return "UBX "
                + [bytes[2], bytes[3]].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        case .ubx: return "UBX"
        case .rtcm3: return "RTCM3"
        case .sbf: return "SBF"
        default: return "other"
        }
    }
}
