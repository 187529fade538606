// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
internal import Crypto
internal import Logging
internal import Synchronization
internal import TimeStamps

/// The time stamp (RFC 3161) over the evidence of a photo's moment. It is asked for at that moment, because it is worth
/// something only if it was given before Galileo's keys were public.
final class EvidenceStamp: Sendable {
    /// The longest time for the answer in seconds; the keys of slow MAC are broadcast 330 s after their tags.
    private static let patience = 120

    /// The answer; nil until it arrives.
    let answer = Mutex<[UInt8]?>(nil)

    /// Asks for a time stamp; nil without an address.
    init?(of evidence: [UInt8], at address: String, logger: Logger) {
        if address.isEmpty { return nil }
        let hash = Array(SHA256.hash(data: evidence))
        Task { [weak self] in
            do {
                let request = try TimeStampRequest(of: hash)
                let bytes = try await TimeStampTransfer.perform(request, at: address, timeout: Self.patience)
                _ = try TimeStamp(bytes, of: hash, nonce: request.nonce)
                self?.answer.withLock { $0 = bytes }
            } catch {
                logger.warning("photos: a photo has no time stamp: \(address): \(error)")
            }
        }
    }

    /// The answer; nil if it has not arrived.
    var bytes: [UInt8]? { answer.withLock { $0 } }
}
