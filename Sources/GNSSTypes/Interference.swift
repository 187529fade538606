// SPDX-License-Identifier: Apache-2.0

/// The receiver's own finding about jamming: strong signals of others that hide those of satellites.
public enum JammingState: UInt8, Coded, Comparable {
    /// Nothing noticeable.
    case ok = 1
    /// There is interference, but the position is good.
    case warning = 2
    /// There is interference, and no reliable position.
    case critical = 3

    /// The word for programs.
    public var code: String {
        switch self {
        case .ok: "ok"
        case .warning: "warning"
        case .critical: "critical"
        }
    }

    /// True if `one` is less serious.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// The receiver's own finding about spoofing: signals that imitate those of satellites.
public enum SpoofingState: UInt8, Coded, Comparable {
    /// Nothing noticeable. It is no proof: OSNMA is one.
    case ok = 1
    /// One sign of it.
    case indicated = 2
    /// Several signs of it.
    case multiple = 3

    /// The word for programs.
    public var code: String {
        switch self {
        case .ok: "ok"
        case .indicated: "indicated"
        case .multiple: "multiple"
        }
    }

    /// True if `one` is less serious.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
