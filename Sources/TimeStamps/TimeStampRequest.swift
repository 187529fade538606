// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// A request for a time stamp (RFC 3161, 2.4.1). It contains only the hash, so the authority does not learn the data.
public struct TimeStampRequest: Sendable, Hashable {
    /// The request in DER, about 70 bytes. It asks for the signer's certificate, without which the response cannot be
    /// verified later.
    public let bytes: [UInt8]
    /// The random number, never 0, that the response must repeat.
    public let nonce: UInt64

    /// Makes a request with a new random nonce.
    ///
    /// - Parameter hash: The SHA-256 hash of the data, 32 bytes.
    /// - Throws: `TimeStampError.hashLength` if the hash does not have 32 bytes, or `failed` if memory ran out.
    public init(of hash: [UInt8]) throws(TimeStampError) {
        try self.init(of: hash, nonce: .random(in: 1 ... .max))
    }

    init(of hash: [UInt8], nonce: UInt64) throws(TimeStampError) {
        guard hash.count == GNSS_TIME_STAMP_HASH else { throw .hashLength(hash.count) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 128) { room, count in
            count = gnss_time_stamp_request(hash, nonce, room.baseAddress, room.count)
        }
        guard !bytes.isEmpty else { throw .failed }
        (self.bytes, self.nonce) = (bytes, nonce)
    }
}
