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

    /// What bytes state, with zero bytes behind them or without.
    static func readPadded(_ bytes: [UInt8]) -> Self? { read(bytes) ?? read(Padding.strip(bytes)) }
}
