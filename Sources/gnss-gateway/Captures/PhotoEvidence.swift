// SPDX-License-Identifier: Apache-2.0

internal import CaptureEvidence
internal import CaptureFormat
internal import Crypto
internal import GNSSTypes
internal import OSNMAValidation
internal import TimeStamps

/// What the evidence of a photo shows, for `verify --osnma`.
enum PhotoEvidence: Encodable {
    case examined(EvidenceReport)
    /// It cannot be examined, for this reason; nor can it support a verdict that was sealed as authenticated.
    case unusable(String)

    /// Examines the evidence of a photo.
    ///
    /// - Parameters:
    ///   - seal: The words for the key of the seal.
    ///   - authorities: The root certificates of trusted time stamping authorities (PEM); nil for none.
    init(_ files: any CaptureFiles, trusting start: TrustStart, seal: String, _ authorities: String?) {
        do throws(CaptureFileError) {
            let stamping = try Self.stamping(files, authorities)
            self = .examined(EvidenceReport(try CaptureExamination(files), trusting: start, seal: seal, stamping))
        } catch {
            self = .unusable(error.description)
        }
    }

    /// Checks the time stamp of a photo.
    private static func stamping(
        _ files: any CaptureFiles, _ authorities: String?
    ) throws(CaptureFileError) -> EvidenceReport.Stamping {
        guard files.names.contains(CaptureFileName.timeStamp) else { return .none }
        let response = try files.bytes(of: CaptureFileName.timeStamp)
        let hash = Array(SHA256.hash(data: try files.bytes(of: CaptureFileName.recording)))
        do throws(TimeStampError) {
            let stamp = try TimeStamp(response, of: hash, nonce: nil)
            let name = stamp.authority.isEmpty ? "an authority without a name" : stamp.authority
            guard let authorities else {
                return .unusable(
                    "the photo has a time stamp of \(Timestamp(milliseconds: stamp.time)) by \(name): "
                        + "--time-authority checks it")
            }
            try stamp.verify(trusting: authorities)
            // An authority that does not state its accuracy is taken to be right within a second.
            return .checked(.init(latest: stamp.time + (stamp.accuracy ?? 1000), authority: name))
        } catch {
            return .unusable("the time stamp is not valid: \(error)")
        }
    }

    /// True if the gateway sealed a position as authenticated and the evidence does not show it, or cannot be examined.
    var isContradicted: Bool {
        switch self {
        case .examined(let report): report.isReproduced == false
        case .unusable: true
        }
    }

    /// The result for people.
    var lines: [String] {
        switch self {
        case .unusable(let reason): ["OSNMA: \(reason)"]
        case .examined(let report):
            [
                "OSNMA: sealed as \(report.sealed.code)" + Self.word(report.isReproduced),
                "    consistent: " + Self.line(report.consistent),
                "    in time by the gateway: " + Self.line(report.inTimeByGateway),
                "    in time by a third party: " + Self.line(report.inTimeByAuthority),
            ]
        }
    }

    private static func word(_ isReproduced: Bool?) -> String {
        switch isReproduced {
        case true?: ", and the evidence gives the same verdict"
        case false?: ", but the evidence does not show it with the trusted keys"
        case nil: ""
        }
    }

    private static func line(_ level: EvidenceReport.Level) -> String {
        let satellites = level.satellites.isEmpty ? "" : "\(level.satellites.joined(separator: " ")): "
        return "\(level.holds ? "yes" : "no"): \(satellites)\(level.text)"
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .examined(let report): try report.encode(to: encoder)
        case .unusable(let reason): try ["error": reason].encode(to: encoder)
        }
    }
}
