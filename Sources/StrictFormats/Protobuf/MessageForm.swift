// SPDX-License-Identifier: Apache-2.0

/// The type of a message's field.
package indirect enum FieldKind: Sendable {
    case string, bytes, bool, int32, int64, uint32, uint64, sint64, double
    /// An enumeration with its defined numbers and names.
    case enumeration([Int64: String])
    case message(MessageForm)

    /// The wire type of the field.
    var wireType: WireType {
        switch self {
        case .string, .bytes, .message: .lengthDelimited
        case .double: .fixed64
        default: .varint
        }
    }
}

/// The definition of a message's field.
package struct FieldForm: Sendable {
    package var number: UInt32
    package var name: String
    package var kind: FieldKind
    package var isRepeated: Bool

    package init(_ number: UInt32, _ name: String, _ kind: FieldKind, repeated isRepeated: Bool = false) {
        (self.number, self.name, self.kind, self.isRepeated) = (number, name, kind, isRepeated)
    }
}

/// The definition of a message: its full name and its fields.
package struct MessageForm: Sendable {
    package var name: String
    var fields: [FieldForm]

    package init(_ name: String, _ fields: [FieldForm]) {
        (self.name, self.fields) = (name, fields)
    }

    package func field(_ number: UInt32) -> FieldForm? { fields.first { $0.number == number } }
}
