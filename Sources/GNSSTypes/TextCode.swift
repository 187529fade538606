// SPDX-License-Identifier: Apache-2.0

/// The codes of one topic's sentences, with the English sentences. Codes are part of the control interface: a published
/// code keeps its meaning and its parameters.
public protocol TextCode: RawRepresentable<String>, CaseIterable, Sendable {
    /// The sentence in English, with `{name}` for each parameter.
    var english: String { get }
}
