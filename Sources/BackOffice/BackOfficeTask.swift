// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A task as the back office describes it.
public struct BackOfficeTask: Hashable, Sendable {
    /// The states that the servers know.
    public enum Status: String, Sendable, CaseIterable {
        case new, open, returned
        case dataProvided = "data provided"
        case dataChecked = "data checked"
        case closed
    }

    public var id: String
    /// One of `Status`, or another text of a newer server.
    public var status: String
    public var name: String
    /// What is to be done.
    public var text: String
    /// Why it was returned or declined; empty if it was not.
    public var returnText: String
    /// The person's note, as the server has it.
    public var note: String
    public var created: UTCTime?
    public var due: UTCTime?
    /// The number of photos that the server has.
    public var photos: Int
    /// True if the photos were accepted or declined.
    public var isValid: Bool
    public var isInvalid: Bool

    public init(
        id: String, status: String, name: String, text: String, returnText: String, note: String, created: UTCTime?,
        due: UTCTime?, photos: Int, isValid: Bool, isInvalid: Bool
    ) {
        (self.id, self.status, self.name, self.text, self.returnText) = (id, status, name, text, returnText)
        (self.note, self.created, self.due, self.photos) = (note, created, due, photos)
        (self.isValid, self.isInvalid) = (isValid, isInvalid)
    }
}

/// A person as the back office knows them.
public struct BackOfficePerson: Hashable, Sendable {
    public var id: String
    public var login: String
    public var name: String
    public var surname: String

    public init(id: String, login: String, name: String, surname: String) {
        (self.id, self.login, self.name, self.surname) = (id, login, name, surname)
    }
}
