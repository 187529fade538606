// SPDX-License-Identifier: Apache-2.0

/// A value of a field.
public enum FieldValue: Hashable, Sendable {
    /// A whole number.
    case integer(Int64)
    /// A whole number above what `integer` holds.
    case unsigned(UInt64)
    /// A number with its scale applied, or of IEEE 754.
    case real(Double)
    /// Characters.
    case text(String)
    /// Bytes that are neither number nor characters.
    case bytes([UInt8])
    /// What is repeated.
    case list([FieldValue])
    /// An item of a repeated group.
    case record(FieldRecord)
}

/// Named values in their order.
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

    /// The first value of that name. Setting nil takes it away.
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
    /// Those members, in that order.
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
