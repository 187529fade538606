// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A task as a back office describes it.
public struct BackOfficeTask: Hashable, Sendable, Codable {
    /// The states that the known servers use.
    public enum Status: String, Sendable, CaseIterable {
        case new, open, returned
        case dataProvided = "data provided"
        case dataChecked = "data checked"
        case closed
    }

    /// The identifier, 1...200 bytes.
    public var id: String
    /// One of `Status`, or another text of an unknown server.
    public var status: String
    public var name: String
    /// The instructions; may have several lines.
    public var text: String
    /// Why it was returned or declined; empty if it was not.
    public var returnText: String
    /// The person's note, as the server has it.
    public var note: String
    /// When it was made; nil if the answer does not say.
    public var created: UTCTime?
    /// When the photos are due; nil if they are not.
    public var due: UTCTime?
    /// The number of photos that the server has.
    public var photos: Int
    /// Their identifiers, at most `BackOfficeAnswer.mostIDs` of them; fewer if the answer does not list them.
    public var photoIDs: [String]
    /// True if the photos were accepted.
    public var isValid: Bool
    /// True if the photos were declined.
    public var isInvalid: Bool

    public init(
        id: String, status: String, name: String, text: String, returnText: String, note: String, created: UTCTime?,
        due: UTCTime?, photos: Int, photoIDs: [String] = [], isValid: Bool, isInvalid: Bool
    ) {
        (self.id, self.status, self.name, self.text, self.returnText) = (id, status, name, text, returnText)
        (self.note, self.created, self.due, self.photos) = (note, created, due, photos)
        (self.photoIDs, self.isValid, self.isInvalid) = (photoIDs, isValid, isInvalid)
    }
}

/// A person as a back office knows them.
public struct BackOfficePerson: Hashable, Sendable {
    /// The identifier, 1...200 bytes.
    public var id: String
    /// The name with which the person signs in.
    public var login: String
    /// The first and the family name; empty if the server has none.
    public var name: String
    public var surname: String

    public init(id: String, login: String, name: String, surname: String) {
        (self.id, self.login, self.name, self.surname) = (id, login, name, surname)
    }
}
