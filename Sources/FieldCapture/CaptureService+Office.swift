// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
public import ControlModel
internal import GNSSTypes
internal import MessageTexts
internal import Storage
internal import Synchronization

/// What the back office means for photos: their tasks, and which have been sent.
extension CaptureService {
    /// Connects the stage to the back office. Called once, before the daemon runs.
    ///
    /// - Parameter office: Knows the tasks, and which photos were sent. The stage keeps it, so it must not keep the stage.
    public func connect(office: any CaptureOffice) { state.withLock { $0.office = office } }

    /// The secret of back offices' digests; nil if none is configured, or its file cannot be read.
    public var legacySecret: String? {
        let path = state.withLock { $0.preferences.legacySecretFile }
        return path.isEmpty ? nil : LegacyDigest.secret(inFile: path)
    }

    /// Knows the tasks, and which photos were sent; nil without a back office.
    var office: (any CaptureOffice)? { state.withLock { $0.office } }

    // MARK: tasks

    /// Checks that a photo may be taken for a task of a person now.
    ///
    /// - Parameters:
    ///   - task: The task's identifier; nil for a photo that belongs to no task.
    ///   - person: The person's name; nil for clients that have not signed in by name.
    /// - Throws: `ControlError` if there is no back office or no such task, or the task is not editable.
    func requireEditable(_ task: String?, of person: String?) async throws(ControlError) {
        guard let task else { return }
        guard let office else {
            let message = CodedText(BackOfficeText.notConfigured)
            throw ControlError(
                .conflict, message.text, code: BackOfficeText.notConfigured.refusalCode, message: message)
        }
        // The task is that of the person who takes the photo, also if an admin sends the image.
        try await office.requireEditable(task: task, by: ControlUser(name: person, isAdmin: false))
    }

    /// The photos that a request for a list means.
    static func owners(
        _ owner: String?, _ task: CaptureTaskFilter, for user: ControlUser
    ) -> StoredCapture.Owners {
        var owners = StoredCapture.Owners(owner: owner, visitor: user.isAdmin ? nil : .some(user.name))
        switch task {
        case .any: break
        case .none: owners.task = .some(nil)
        case .task(let id):
            owners.task = .some(id)
            guard owner == nil else { break }
            // Others may have a task with the same identifier.
            (owners.owner, owners.visitor) = (user.name, .some(user.name))
        }
        return owners
    }

    // MARK: sending

    /// The summary of a stored photo, with how far it has got on its way to the back office.
    ///
    /// - Throws: `ControlError` if the row is damaged, or the store fails.
    func summary(of stored: StoredCapture) async throws(ControlError) -> CaptureSummary {
        let sending = try await office?.sending(of: [stored.id])
        return try Self.summary(of: stored, sending?[stored.id])
    }

    /// The summary of a stored photo.
    ///
    /// - Parameter sending: How far it has got on its way to the back office; nil if it was never sent.
    /// - Throws: `ControlError` if the row is damaged.
    static func summary(
        of stored: StoredCapture, _ sending: CaptureSending?
    ) throws(ControlError) -> CaptureSummary {
        var summary = try CaptureStore.summary(stored)
        if let sending {
            summary.sent = ReportCode(sending.sent)
            summary.sendProblem = sending.problem.map(ProblemReport.init)
        }
        return summary
    }
}
