// SPDX-License-Identifier: Apache-2.0

/// The value of a field.
public enum FieldValue: Hashable, Sendable {
    /// An integer.
    case integer(Int64)
    /// An integer beyond the range of `integer`.
    case unsigned(UInt64)
    /// A scaled number, or an IEEE 754 number.
    case real(Double)
    /// Characters.
    case text(String)
    /// Bytes that are neither number nor characters.
    case bytes([UInt8])
    /// The items of a repeated field or group.
    case list([FieldValue])
    /// An item of a repeated group.
    case record(FieldRecord)
}

/// Named values in order.
public struct FieldRecord: Hashable, Sendable {
    /// The members, in the order of the message.
    public var members: [Member]

    /// A name and a value.
    public struct Member: Hashable, Sendable {
        /// The name in the manufacturer's document: `iTOW`.
        public var name: String
        public var value: FieldValue

        public init(_ name: String, _ value: FieldValue) { (self.name, self.value) = (name, value) }
    }

    public init(_ members: [Member] = []) { self.members = members }

    /// The first value with a name. Setting nil removes it.
    public subscript(name: String) -> FieldValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name, value))
            case (nil, nil): break
            }
        }
    }
}

extension FieldRecord: ExpressibleByDictionaryLiteral {
    /// Creates a record with members in the given order.
    public init(dictionaryLiteral members: (String, FieldValue)...) {
        self.init(members.map { Member($0.0, $0.1) })
    }
}

extension FieldValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral
{
    public init(integerLiteral value: Int64) { self = .integer(value) }

    public init(floatLiteral value: Double) { self = .real(value) }

    public init(stringLiteral value: String) { self = .text(value) }

    public init(arrayLiteral values: FieldValue...) { self = .list(values) }
}
