// SPDX-License-Identifier: Apache-2.0

public import ControlModel

/// The reason why a caster supplies no corrections. The text includes the remedy.
public struct CasterError: Error, Hashable, Sendable, CustomStringConvertible {
    public var cause: CorrectionsReport.Cause
    /// The problem and its remedy, for people.
    public var description: String
    /// The delay that the caster requests before the next attempt.
    public var wait: Duration?

    public init(_ cause: CorrectionsReport.Cause, _ text: String, wait: Duration? = nil) {
        (self.cause, self.description, self.wait) = (cause, text, wait)
    }
}
