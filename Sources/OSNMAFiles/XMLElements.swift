// SPDX-License-Identifier: Apache-2.0

/// The elements of an XML text that hold text only, in their order. Whatever is no element is passed over.
struct XMLElements {
    struct Leaf {
        let name: String
        let content: String
        /// The line that its end stands in, from 1.
        let line: Int
    }

    private(set) var leaves: [Leaf] = []
    /// The text holds at least one tag.
    private(set) var hasTags = false

    private static let limit = 4096

    init(_ bytes: some Sequence<UInt8>) {
        var name: [UInt8] = []
        var text: [UInt8] = []
        var tag: [UInt8]? = nil
        var line = 1
        for byte in bytes {
            if byte == 0x0A { line += 1 }
            if byte == 0x3C {
                tag = []
            } else if byte == 0x3E, let closed = tag {
                hasTags = true
                if closed.first == 0x2F {
                    if Array(closed.dropFirst()) == name, leaves.count < Self.limit {
                        leaves.append(
                            Leaf(
                                name: String(decoding: name, as: UTF8.self),
                                content: String(decoding: text, as: UTF8.self), line: line))
                    }
                    name = []
                } else {
                    name = Array(closed.prefix { $0 > 0x20 })
                }
                text = []
                tag = nil
            } else if tag != nil {
                if (tag?.count ?? 0) < Self.limit { tag?.append(byte) }
            } else if text.count < Self.limit, byte > 0x20 || !text.isEmpty {
                text.append(byte)
            }
        }
    }
}
