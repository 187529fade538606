// SPDX-License-Identifier: Apache-2.0

public import ControlModel

/// The requests about the back office and its tasks.
///
/// Each person of the gateway signs in there for themselves; clients without a name share one sign-in. Tasks belong to the
/// one who signed in; to others they do not exist. Nothing is shared with admins, because a task is sent in a person's name.
public protocol BackOfficeControl: Sendable {
    /// The number of times that something of the back office has changed since the daemon started, for pages that show it.
    var backOfficeChanges: UInt64 { get async }

    /// The state of the link.
    func backOffice(for user: ControlUser) async -> BackOfficeReport

    /// Signs in. Who has signed in stays so until they sign out, also when the daemon restarts.
    ///
    /// - Throws: `ControlError`: no server, signed in already, a wrong name or password, no connection, or an answer that is
    ///   not that of a back office.
    func signIn(_ request: BackOfficeSignIn, by user: ControlUser) async throws(ControlError) -> BackOfficeReport

    /// Signs out, without a connection too. Tasks, notes and what was not sent stay, and appear again at the next sign-in of
    /// the same person at the same server.
    ///
    /// - Throws: `ControlError` if the user has not signed in, or the store fails.
    func signOut(by user: ControlUser) async throws(ControlError) -> BackOfficeReport

    /// Begins to fetch the tasks; if that runs already, nothing else happens.
    ///
    /// - Throws: `ControlError` if the user has not signed in.
    func sync(by user: ControlUser) async throws(ControlError) -> BackOfficeReport

    /// Ends a synchronisation early; without one, nothing happens.
    func cancelSync(by user: ControlUser) async throws(ControlError) -> BackOfficeReport

    /// The tasks of a person, as of the last synchronisation.
    ///
    /// - Throws: `ControlError` if the user has not signed in, or the store fails; the same for all methods below.
    func tasks(_ query: TaskQuery, for user: ControlUser) async throws(ControlError) -> TasksReport

    /// A task.
    ///
    /// - Throws: `ControlError` if no task has this ID, like all methods below that name one.
    func task(_ id: String, for user: ControlUser) async throws(ControlError) -> TaskReport

    /// Notes that a person has opened a task: a new one becomes an open one here at once, and at the back office when it can
    /// be reached. In other states nothing happens.
    func openTask(_ id: String, by user: ControlUser) async throws(ControlError) -> TaskReport

    /// Changes the note.
    ///
    /// - Throws: `ControlError` if the task is not editable.
    func setNote(_ note: String, ofTask id: String, by user: ControlUser) async throws(ControlError) -> TaskReport

    /// Sends a task with all its photos that were not sent. It is stored as being sent before this returns, and is sent when the
    /// back office can be reached.
    ///
    /// - Throws: `ControlError` if the task is not editable, has no photos, or has photos whose verdict is pending and the
    ///   request does not permit these.
    func sendTask(_ id: String, _ request: SendRequest, by user: ControlUser) async throws(ControlError) -> TaskReport

    /// Gives up sending a task; photos that arrived stay there. The task's state is fetched again.
    ///
    /// - Throws: `ControlError` if it is not being sent.
    func stopSendingTask(_ id: String, by user: ControlUser) async throws(ControlError) -> TaskReport

    /// Sends photos that belong to no task.
    ///
    /// - Parameter id: A photo; nil for all of the person that were not sent.
    /// - Throws: `ControlError` if the photo does not exist, is another user's, or belongs to a task, or for pending verdicts as
    ///   `sendTask`.
    func sendCaptures(
        _ id: String?, _ request: SendRequest, by user: ControlUser
    ) async throws(ControlError) -> SendReport

    /// Sends recorded paths.
    ///
    /// - Parameter id: A path; nil for all of the person that were not sent.
    /// - Throws: `ControlError` if the path does not exist, is being recorded, or has no points.
    func sendPaths(_ id: Int64?, by user: ControlUser) async throws(ControlError) -> SendReport
}
