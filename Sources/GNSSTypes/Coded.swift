// SPDX-License-Identifier: Apache-2.0

/// An enumeration whose cases each have a code: the word that represents the case in reports, files and metrics.
public protocol Coded: CaseIterable, Hashable, Sendable {
    /// The word for programs, such as `rtk_fixed`.
    var code: String { get }
}

extension Coded {
    /// Creates the case with a code; nil if no case has it.
    public init?(code: some StringProtocol) {
        guard let found = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = found
    }
}

extension Coded where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    public var code: String { rawValue }
}
