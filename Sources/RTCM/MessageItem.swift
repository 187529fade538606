// SPDX-License-Identifier: Apache-2.0

/// A part of a message, in the order of its bits. An integer literal denotes the data field with that number.
struct MessageItem: Sendable, ExpressibleByIntegerLiteral {
    enum Form: Sendable {
        case field, named, reserved, characters, text, group, chosen, opaque
    }

    let form: Form
    /// The number of the data field or of the mask field; the width for items without a field.
    var number = 0
    /// The number of the data field that contains the count.
    var count = 0
    /// The key of an item that has no number in the standard.
    var name: StaticString = ""
    /// The items that are repeated or selected.
    var items: [MessageItem] = []

    private init(_ form: Form) { self.form = form }

    init(integerLiteral number: Int) { self = .field(number) }

    private func with(
        number: Int = 0, count: Int = 0, name: StaticString = "", items: [MessageItem] = []
    ) -> MessageItem {
        var item = self
        (item.number, item.count, item.name, item.items) = (number, count, name, items)
        return item
    }

    /// The data field with this number.
    static func field(_ number: Int) -> MessageItem { MessageItem(.field).with(number: number) }

    /// An unsigned integer that has no number in the standard, with its name and width in bits.
    static func named(_ name: StaticString, _ width: Int) -> MessageItem {
        MessageItem(.named).with(number: width, name: name)
    }

    /// Reserved bits.
    static func reserved(_ width: Int) -> MessageItem { MessageItem(.reserved).with(number: width) }

    /// A count of 8-bit characters, followed by the characters.
    static func characters(count: Int, _ number: Int) -> MessageItem {
        MessageItem(.characters).with(number: number, count: count)
    }

    /// A count of bytes, followed by a UTF-8 text of that length.
    static func text(count: Int, _ number: Int) -> MessageItem {
        MessageItem(.text).with(number: number, count: count)
    }

    /// Items that are repeated as often as an earlier count specifies. The name is not from the standard.
    static func group(_ name: StaticString, count: Int, _ items: [MessageItem]) -> MessageItem {
        MessageItem(.group).with(count: count, name: name, items: items)
    }

    /// A bit mask, followed by a field for each set bit, from the highest.
    static func chosen(by number: Int, _ items: [MessageItem]) -> MessageItem {
        MessageItem(.chosen).with(number: number, items: items)
    }

    /// All bytes of the payload in hexadecimal.
    static let opaque = MessageItem(.opaque)
}
