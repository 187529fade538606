// SPDX-License-Identifier: Apache-2.0

/// The reason why fields could not be encoded as a message.
public enum UBXEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no table for the message.
    case unknownMessage(MessageID)
    /// No form of the message has all of the given fields.
    case noForm(MessageID, fields: [String])
    /// A value has the wrong kind for its field, or is out of the field's range.
    case badValue(field: String)

    public var description: String {
        switch self {
        case .unknownMessage(let id): "there is no table for \(id.name)"
        case .noForm(let id, let fields): "no form of \(id.name) has all of: \(fields.joined(separator: ", "))"
        case .badValue(let field): "the value of \(field) does not fit into the field"
        }
    }
}
