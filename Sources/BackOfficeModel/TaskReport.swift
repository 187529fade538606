// SPDX-License-Identifier: Apache-2.0

public import ControlModel
public import GNSSTypes

/// A task of the back office: photos of a place are to be taken.
public struct TaskReport: Codable, Hashable, Sendable {
    /// The state of a task.
    public enum State: String, Coded, CaseIterable {
        /// No user has opened it yet.
        case new
        case open
        /// The back office wants more, for the reason in `reason`.
        case returned
        /// Photos and note were sent.
        case provided
        /// The back office checked the photos, and accepted or declined them or said neither.
        case accepted
        case declined
        case checked
        case closed

        /// True if photos may be added and deleted and the note may be changed.
        public var isEditable: Bool { self == .new || self == .open || self == .returned }
    }

    /// The identifier at the back office.
    public var id: String
    public var name: String
    /// The state; an unknown one is shown as the back office calls it.
    public var state: ReportCode<State>
    /// True if photos may be added and deleted and the note may be changed now.
    public var isEditable: Bool
    /// When the back office made the task; nil if it does not say.
    public var created: Timestamp?
    /// When the photos are due; nil if they are not.
    public var due: Timestamp?
    /// True if that time has passed and the task is editable.
    public var isOverdue: Bool
    /// What is to be done; may have several lines.
    public var instructions: String
    /// Why the back office returned or declined the task; nil in all other states.
    public var reason: String?
    /// The person's note.
    public var note: String
    /// The number of photos on this gateway, and how many of them are not sent.
    public var photos: Int
    public var unsent: Int
    /// The number of photos that the back office has.
    public var serverPhotos: Int
    /// The state of sending the task.
    public var sent: ReportCode<PathReport.SentState>
    /// Why it could not be sent at the last attempt; nil if it could.
    public var sendProblem: ProblemReport?

    public init(id: String, name: String, state: ReportCode<State>, instructions: String, note: String) {
        (self.id, self.name, self.state, self.instructions, self.note) = (id, name, state, instructions, note)
        isEditable = state.value?.isEditable ?? false
        (isOverdue, photos, unsent, serverPhotos, sent) = (false, 0, 0, 0, ReportCode(.unsent))
    }

    enum CodingKeys: String, CodingKey {
        case id, name, state, created, due, instructions, reason, note, photos, unsent, sent
        case isEditable = "editable"
        case isOverdue = "overdue"
        case serverPhotos = "server_photos"
        case sendProblem = "send_problem"
    }
}

/// A list of tasks: `GET /v1/tasks`.
public struct TasksReport: Codable, Hashable, Sendable {
    public var tasks: [TaskReport]
    /// The number of all tasks of the person, with those that the query left out.
    public var total: Int

    public init(tasks: [TaskReport], total: Int) { (self.tasks, self.total) = (tasks, total) }
}

/// Which tasks are listed, and in which order.
public struct TaskQuery: Hashable, Sendable {
    /// What a list is sorted by.
    public enum Order: String, Sendable, CaseIterable {
        case created, due, name, state
    }

    /// A part of the name, in upper or lower case; nil for all.
    public var name: String?
    /// Only tasks in these states; nil for all.
    public var states: Set<TaskReport.State>?
    /// By default the newest come first.
    public var order = Order.created
    public var isDescending = true
    /// True to put tasks that are overdue at the end.
    public var putsOverdueLast = false

    public init() {}
}

/// The request to change a task: `PATCH /v1/tasks/ID`.
public struct TaskNote: Codable, Hashable, Sendable {
    /// The note, at most `limit` characters.
    public var note: String

    /// The greatest number of characters of a note.
    public static let limit = 2000

    public init(note: String) { self.note = note }
}
