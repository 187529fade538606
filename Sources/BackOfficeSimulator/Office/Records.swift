// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// A person who may sign in.
struct OfficeUser: Sendable {
    let id: Int
    let login: String
    let password: String
    var name = ""
    var surname = ""
    /// The tokens that are valid, the newest last.
    var tokens: [String] = []
}

/// A task of a person.
struct OfficeTask: Sendable {
    /// The state of a task, in the order in which a list has them.
    enum Status: String, CaseIterable, Sendable {
        case new, open, returned
        case provided = "data provided"
        case checked = "data checked"
        case closed

        /// True if photos may be added.
        var isEditable: Bool { self == .new || self == .open || self == .returned }
        var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    let id: Int
    /// The person's identifier.
    let user: Int
    var name: String
    var text = ""
    var status = Status.new
    var returnText: String?
    var note: String?
    var created: UTCTime?
    var due: UTCTime?
    var isValid = false
    var isInvalid = false
}

/// A photo that arrived.
struct OfficePhoto: Sendable {
    let id: Int
    let user: Int
    /// The task; nil for a photo of its own.
    let task: Int?
    /// The bytes of the image; nil if there were none.
    let image: [UInt8]?
    /// The SHA-256 of the image, 64 hexadecimal digits; nil without one.
    let hash: String?
    let digest: String?
    /// True if the digest is right.
    let isOriginal: Bool
    /// The object as it arrived, without the image.
    let fields: JSONValue
}

/// A path that arrived.
struct OfficePath: Sendable {
    let id: Int
    let user: Int
    let name: String
    let start: UTCTime
    let end: UTCTime
    /// The other fields as they arrived, by their names in lists.
    let members: [String: String]
    let points: [JSONValue]
}

extension UTCTime {
    /// The instant as the back offices write it: UTC, cut to the second, without a zone.
    var officeText: String {
        let fields = CalendarTime(self)
        return "\(fields.date) \(fields.clockText)"
    }
}
