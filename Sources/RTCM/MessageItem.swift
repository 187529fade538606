// SPDX-License-Identifier: Apache-2.0

/// What a message is made of, in the order of its bits.
indirect enum MessageItem: Sendable, ExpressibleByIntegerLiteral {
    /// The data field with that number.
    case field(Int)
    /// A number that has no number in the standard: its name and width.
    case named(String, Int)
    /// So many reserved bits.
    case reserved(Int)
    /// A count of characters of 8 bits, and these.
    case characters(count: Int, Int)
    /// A count of bytes, and a text in UTF-8 of so many.
    case text(count: Int, Int)
    /// So often as an earlier count says; the name is ours.
    case group(String, count: Int, [MessageItem])
    /// A set of bits, and a field for each of them that is 1, from the highest.
    case chosen(by: Int, [Int])
    /// What follows is shown as bytes of the whole payload.
    case opaque

    init(integerLiteral number: Int) { self = .field(number) }
}
