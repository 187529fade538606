// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SwiftProtobuf

extension Google_Protobuf_Any {
    /// Wraps content with a type URL made from agrirouter's usual prefix and `name`, or an empty type URL if `name` is
    /// nil.
    init(name: String?, content: [UInt8]) {
        self.init()
        typeURL = name.map { "types.agrirouter.com/" + $0 } ?? ""
        value = Data(content)
    }
}

extension SwiftProtobuf.Message {
    /// The encoded message. Messages in this module have no required fields, so encoding cannot fail.
    var encoded: [UInt8] { (try? serializedBytes()) ?? [] }

    /// Decodes a message, or returns nil if the bytes are invalid.
    static func read(_ bytes: some Sequence<UInt8>) -> Self? { try? Self(serializedBytes: Array(bytes)) }

    /// Decodes the content of a partner's message, with or without trailing zero bytes.
    ///
    ///   - Parameter list: the number of the repeated field. Its entries are counted before decoding, because two bytes
    ///     on the wire can become a large value in memory.
    static func readContent(_ bytes: [UInt8], list: Int) throws(ContentError) -> Self {
        guard bytes.count <= ContentError.limit else { throw .tooLarge(bytes.count) }
        let scan = FieldScan(bytes)
        let entries = scan.count(of: list)
        guard entries <= ContentError.entryLimit else { throw .tooMany(entries) }
        guard let message = read(bytes) ?? read(scan.message) else { throw .undecodable(protoMessageName) }
        return message
    }
}
