// SPDX-License-Identifier: Apache-2.0

public import CaptureFormat
internal import GNSSTypes
public import OSNMA
internal import Wire

/// The OSNMA messages on which a verdict rests, as Galileo transmitted them: the root keys (DSM-KROOT) and the public keys
/// with their Merkle path (DSM-PKR). They prove themselves by the trust anchors (OSNMA SIS ICD 1.1, sections 3.2.2 and 3.2.3),
/// so a reader need not trust the gateway for them.
public struct OSNMAMessages: Codable, Hashable, Sendable {
    /// A root key of a TESLA chain.
    public struct RootKey: Codable, Hashable, Sendable {
        /// The NMA header that was signed with the message, two hexadecimal digits.
        var header: String
        /// The DSM-KROOT, hexadecimal.
        var message: String
        /// The newest key of the chain that had been verified, hexadecimal, and the start of its subframe in seconds since
        /// 1999-08-22T00:00:00 GST.
        var key: String
        var keyTime: Int

        enum CodingKeys: String, CodingKey {
            case header, message, key
            case keyTime = "key_time_s"
        }
    }

    public var rootKeys: [RootKey]
    /// The DSM-PKR messages, hexadecimal.
    public var publicKeys: [String]

    enum CodingKeys: String, CodingKey {
        case rootKeys = "root_keys"
        case publicKeys = "public_keys"
    }

    /// Takes the messages from what an engine has learned; nil if there are none.
    public init?(_ state: HotStartState) {
        rootKeys = state.chains.filter { $0.revokedFrom == nil }.map { chain in
            RootKey(
                header: Hexadecimal.text([chain.header]), message: Hexadecimal.text(chain.rootKeyMessage),
                key: Hexadecimal.text(chain.key), keyTime: chain.keyTime.secondsSinceEpoch)
        }
        publicKeys = state.publicKeyMessages.map(Hexadecimal.text)
        if rootKeys.isEmpty, publicKeys.isEmpty { return nil }
    }

    /// Reads the file `osnma-messages.json`. The bytes need not be trusted.
    ///
    /// - Throws: `CaptureFileError` if they are not such a file.
    public init(parsing bytes: [UInt8]) throws(CaptureFileError) {
        do {
            self = try JSONValue(parsing: bytes).decoded()
        } catch {
            throw CaptureFileError("\(CaptureFileName.messages) is malformed")
        }
    }

    /// The content of the file `osnma-messages.json`.
    public var bytes: [UInt8] { (try? JSONValue(encoding: self).canonical) ?? [] }

    /// The messages in the form with which an engine starts, which verifies all of them.
    var hotStart: HotStartState {
        var state = HotStartState()
        for (index, root) in rootKeys.prefix(4).enumerated() {
            guard let header = Hexadecimal.bytes(of: root.header)?.first,
                let message = Hexadecimal.bytes(of: root.message), let key = Hexadecimal.bytes(of: root.key),
                let time = GST(secondsSinceEpoch: root.keyTime)
            else { continue }
            state.chains.append(
                HotStartState.Chain(
                    header: header, rootKeyMessage: message, keyTime: time, key: key, isInForce: index == 0,
                    revokedFrom: nil))
        }
        state.publicKeyMessages = publicKeys.prefix(16).compactMap { Hexadecimal.bytes(of: $0) }
        return state
    }
}
