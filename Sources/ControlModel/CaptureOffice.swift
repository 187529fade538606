// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts

/// What the back office means for photos: which tasks take them, and which have been sent.
public protocol CaptureOffice: Sendable {
    /// Checks that a photo may be taken for a task.
    ///
    /// - Throws: `ControlError` if the user has no such task, or it is not editable.
    func requireEditable(task: String, by user: ControlUser) async throws(ControlError)

    /// How far photos have got, by their IDs; those that were never sent are left out.
    ///
    /// - Throws: `ControlError` if the store fails.
    func sending(of captures: [String]) async throws(ControlError) -> [String: CaptureSending]

    /// Checks that a photo may be deleted, and that its note may be changed.
    ///
    /// - Throws: `ControlError` if it was sent or is being sent, or its task is not editable.
    func requireChangeable(_ capture: CaptureSummary) async throws(ControlError)
}

/// How far a photo has got on its way to the back office.
public struct CaptureSending: Hashable, Sendable {
    public var sent: PathReport.SentState
    /// Why it could not be sent at the last attempt; nil if it could.
    public var problem: CodedText?

    public init(sent: PathReport.SentState, problem: CodedText? = nil) { (self.sent, self.problem) = (sent, problem) }
}

/// Why something failed, for people and for programs.
public struct ProblemReport: Codable, Hashable, Sendable {
    /// The problem in English.
    public var text: String
    /// The same as a code with parameters.
    public var message: CodedText

    public init(_ message: CodedText) { (self.message, text) = (message, message.text) }
}
