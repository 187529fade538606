// SPDX-License-Identifier: Apache-2.0

/// The codes of the sentences of one topic, with their English words. Codes are part of the control interface: one that was
/// published keeps its meaning and its parameters.
public protocol TextCode: RawRepresentable<String>, CaseIterable, Sendable {
    /// The sentence in English, with `{name}` for each parameter.
    var english: String { get }
}
