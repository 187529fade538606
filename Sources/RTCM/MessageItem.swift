// SPDX-License-Identifier: Apache-2.0

/// What a message is made of, in the order of its bits. An integer literal is the data field with that number.
struct MessageItem: Sendable, ExpressibleByIntegerLiteral {
    enum Form: Sendable {
        case field, named, reserved, characters, text, group, chosen, opaque
    }

    let form: Form
    /// Of the data field, or of the one with the mask; the width of what has no field.
    var number = 0
    /// The data field with the count.
    var count = 0
    /// The key of what has no number in the standard.
    var name: StaticString = ""
    /// What repeats, or is chosen.
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

    /// The data field with that number.
    static func field(_ number: Int) -> MessageItem { MessageItem(.field).with(number: number) }

    /// A number that has no number in the standard: its name and width.
    static func named(_ name: StaticString, _ width: Int) -> MessageItem {
        MessageItem(.named).with(number: width, name: name)
    }

    /// So many reserved bits.
    static func reserved(_ width: Int) -> MessageItem { MessageItem(.reserved).with(number: width) }

    /// A count of characters of 8 bits, and these.
    static func characters(count: Int, _ number: Int) -> MessageItem {
        MessageItem(.characters).with(number: number, count: count)
    }

    /// A count of bytes, and a text in UTF-8 of so many.
    static func text(count: Int, _ number: Int) -> MessageItem {
        MessageItem(.text).with(number: number, count: count)
    }

    /// So often as an earlier count says; the name is ours.
    static func group(_ name: StaticString, count: Int, _ items: [MessageItem]) -> MessageItem {
        MessageItem(.group).with(count: count, name: name, items: items)
    }

    /// A set of bits, and a field for each of them that is 1, from the highest.
    static func chosen(by number: Int, _ items: [MessageItem]) -> MessageItem {
        MessageItem(.chosen).with(number: number, items: items)
    }

    /// All bytes of the payload, hexadecimal.
    static let opaque = MessageItem(.opaque)
}
