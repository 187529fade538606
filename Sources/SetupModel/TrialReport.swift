// SPDX-License-Identifier: Apache-2.0

public import ControlModel
public import GNSSTypes

/// The result of testing a receiver.
public struct TrialReport: Codable, Sendable {
    public var receiver: String
    /// The duration of the test in seconds.
    public var seconds: Double
    /// The number of observations by name of their kind.
    public var kinds: [String: Int] = [:]
    /// Number of epochs with a position.
    public var positions = 0
    /// Number of Galileo I/NAV pages, which OSNMA needs.
    public var pages = 0
    /// The number of raw frames by their type: `GNGGA`.
    public var frames: [String: Int] = [:]
    /// The last epoch; nil if there was none.
    public var fix: FixReport?
    /// The number of batches from its driver that the gateway refused during the test.
    public var refusedBatches = 0
    /// The state at the end of the test.
    public var state = ReportCode(ReceiverState.starting)
    public var reason = ""
    /// The reason as a code with parameters; nil if none exists.
    public var message: CodedText?
    /// The connection steps of a receiver reached over Bluetooth.
    public var steps: [ConnectionStepResult]?

    enum CodingKeys: String, CodingKey {
        case receiver, seconds, kinds, positions, frames, fix, state, reason, message, verdict, steps
        case pages = "inav_pages"
        case refusedBatches = "refused_batches"
    }

    /// The usability of the receiver.
    public enum Verdict: String, Coded {
        /// The receiver is missing or sends nothing.
        case notConnected = "not_connected"
        /// A device sends data, but the gateway cannot decode them.
        case incompatible = "connected_incompatible"
        /// The gateway decodes the receiver's data, but the receiver has no position.
        case noPosition = "connected_no_position"
        /// The receiver delivers positions but no Galileo I/NAV pages.
        case compatibleWithoutOSNMA = "compatible_without_osnma"
        /// The receiver delivers positions and Galileo I/NAV pages.
        case compatible
    }

    /// The usability of the receiver; set at the end of the test.
    public var verdict = ReportCode(Verdict.notConnected)

    /// Creates an empty report.
    public init(receiver: String) { (self.receiver, seconds) = (receiver, 0) }

    /// The number of observations of a kind.
    public func count(of kind: ObservationKind) -> Int { kinds[kind.description] ?? 0 }

    /// The verdict that follows from the observations.
    public var judgement: Verdict {
        if positions > 0 { return pages > 0 ? .compatible : .compatibleWithoutOSNMA }
        if !frames.isEmpty || count(of: .fix) > 0 { return .noPosition }
        return hasBytes ? .incompatible : .notConnected
    }

    /// True if the driver reported that a device without valid frames sends bytes.
    private var hasBytes: Bool {
        DriverStateReport(state == .degraded ? .degraded : .connecting, reason: reason).tellsOfBytes
    }

    /// True if there are positions and no refused batches.
    public var isGood: Bool { positions > 0 && refusedBatches == 0 }
}

extension TrialReport {
    /// Adds a payload that the driver published.
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
    /// The type of a frame as far as it is recognised: `GNGGA`, `UBX 01 07`.
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
