// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SwiftProtobuf

extension Google_Protobuf_Any {
    /// Content under its full name with the usual prefix, or under no name.
    init(name: String?, content: [UInt8]) {
        self.init()
        typeURL = name.map { "types.agrirouter.com/" + $0 } ?? ""
        value = Data(content)
    }
}

extension SwiftProtobuf.Message {
    /// The message's bytes. None of the messages here has a required field: there is always an encoding.
    var encoded: [UInt8] { (try? serializedBytes()) ?? [] }

    /// What bytes state, or nil.
    static func read(_ bytes: some Sequence<UInt8>) -> Self? { try? Self(serializedBytes: Array(bytes)) }

    /// What the content of a partner's message states, with zero bytes behind it or without.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - list: the number of the field that repeats; two bytes each may be a great many.
    static func readContent(_ bytes: [UInt8], list: Int) throws(ContentError) -> Self {
        guard bytes.count <= ContentError.limit else { throw .tooLarge(bytes.count) }
        let scan = FieldScan(bytes)
        let entries = scan.count(of: list)
        guard entries <= ContentError.entryLimit else { throw .tooMany(entries) }
        guard let message = read(bytes) ?? read(scan.message) else { throw .undecodable(protoMessageName) }
        return message
    }
}
