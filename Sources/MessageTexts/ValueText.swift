// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The problem with a value that a user entered. The accompanying English `text` has more details.
public enum ValueText: String, TextCode {
    /// Only these values are allowed.
    case allowed = "value.allowed"
    /// The value is needed.
    case missing = "value.missing"
    /// There is no such key.
    case unknown = "value.unknown"
    /// Anything else, in English.
    case other = "value.other"

    public var english: String {
        switch self {
        case .allowed: "allowed here: {allowed}"
        case .missing: "a value is needed here"
        case .unknown: "there is no such setting"
        case .other: "{problem}"
        }
    }
}
