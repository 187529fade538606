// SPDX-License-Identifier: Apache-2.0

internal import BackOffice
internal import BackOfficeModel
internal import ControlModel
internal import Foundation
internal import GNSSTypes
internal import Storage

/// Who has signed in at which server, as it is stored.
struct OfficeAccount: Codable, Hashable, Sendable {
    var server: String
    /// The place of the endpoints, which was found when the person signed in.
    var path: String
    var id: String
    var login: String
    var name: String
    var surname: String

    /// What identifies the person and the server together.
    var key: String { "\(server)#\(id)" }

    var person: BackOfficeReport.Person { .init(id: id, login: login, name: name, surname: surname) }
}

/// A task as it is stored.
struct OfficeTask: Codable, Hashable, Sendable {
    var status: String
    var name: String
    var text: String
    var returnText: String
    /// The note as the server has it.
    var note: String
    /// In milliseconds since 1970.
    var created: Int64?
    var due: Int64?
    var photos: Int
    var isValid: Bool
    var isInvalid: Bool
    /// The note as the person changed it; nil if they did not.
    var ownNote: String?
    /// True if the person has opened the task and the server does not know it.
    var isOpened = false
    /// True if the server no longer lists the task.
    var isGone = false
    /// When it was put into the queue, in milliseconds since 1970; nil if it is not being sent.
    var queued: Int64?
    /// The state at the server before it was asked to take the task over, once it may have been asked; nil before.
    var askedFrom: String?
    /// Why it could not be sent.
    var problem: CodedText?

    init(_ task: BackOfficeTask) {
        (status, name, text, returnText) = (task.status, task.name, task.text, task.returnText)
        (note, photos, isValid, isInvalid) = (task.note, task.photos, task.isValid, task.isInvalid)
        (created, due) = (task.created?.milliseconds, task.due?.milliseconds)
    }

    /// The state for people; a new task that was opened here is an open one.
    var state: ReportCode<TaskReport.State> {
        if isGone { return ReportCode(.closed) }
        switch BackOfficeTask.Status(rawValue: status) {
        case .new: return ReportCode(isOpened ? .open : .new)
        case .open: return ReportCode(.open)
        case .returned: return ReportCode(.returned)
        case .dataProvided: return ReportCode(.provided)
        case .dataChecked: return ReportCode(isValid ? .accepted : isInvalid ? .declined : .checked)
        case .closed: return ReportCode(.closed)
        case nil: return ReportCode(code: status)
        }
    }

    /// True if photos may be added and deleted and the note may be changed.
    var isEditable: Bool { queued == nil && state.value?.isEditable ?? false }

    var shownNote: String { ownNote ?? note }

    /// Takes over what the server says now.
    mutating func merge(_ task: BackOfficeTask) {
        var new = OfficeTask(task)
        new.ownNote = ownNote
        // The server has not heard of it, or ignored it.
        new.isOpened = isOpened && task.status == BackOfficeTask.Status.new.rawValue
        (new.queued, new.askedFrom, new.problem) = (queued, askedFrom, problem)
        // A note that can no longer be sent is the server's.
        if new.state.value?.isEditable != true, queued == nil { (new.ownNote, new.problem) = (nil, nil) }
        self = new
    }
}

/// How far a photo has got, as it is stored.
struct OfficePhoto: Codable, Hashable, Sendable {
    var queued: Int64?
    /// The task with which it is sent; nil for a photo that is sent alone.
    var task: String?
    var isSent = false
    /// The identifier at the server; nil if it did not say.
    var serverID: String?
    var problem: CodedText?

    var sent: PathReport.SentState { isSent ? .sent : queued == nil ? .unsent : .sending }
}

/// How far a recorded path has got, as it is stored. Its state is in the table of paths, too.
struct OfficePath: Codable, Hashable, Sendable {
    var queued: Int64?
    /// True if a request with it may have reached the server.
    var isTried = false
    var serverID: String?
}

extension BackOfficeItem {
    /// Reads the content; nil if it is not of this form.
    func read<Content: Decodable>(_ type: Content.Type = Content.self) -> Content? {
        try? JSONDecoder().decode(type, from: Data(content.utf8))
    }

    /// - Throws: The encoder's error.
    init(_ key: Key, encoding content: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(key, String(decoding: try encoder.encode(content), as: UTF8.self))
    }
}

extension UTCTime {
    fileprivate var milliseconds: Int64 { nanosecondsSince1970 / 1_000_000 }
}
