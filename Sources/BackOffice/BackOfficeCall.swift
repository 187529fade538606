// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GNSSTypes

/// A request to a back office of the family of EGNSS4CAP. Each is a POST of a form; the answer is JSON.
public enum BackOfficeCall: Sendable {
    case signIn(login: String, password: String)
    /// The tasks of a person.
    case tasks(person: String)
    /// The change of a task. The server ignores one that it does not allow, without saying so.
    case status(task: String, BackOfficeTask.Status, note: String)
    /// A photo, for a task or for none.
    case photo(BackOfficePhoto, task: String?, person: String)
    case recordedPath(BackOfficeTrack, person: String)
    /// The paths of a person.
    case recordedPaths(person: String)

    /// The name of the endpoint.
    public var name: String {
        switch self {
        case .signIn: "login"
        case .tasks: "tasks"
        case .status: "status"
        case .photo: "photo"
        case .recordedPath: "path"
        case .recordedPaths: "get_paths"
        }
    }

    /// The body, `application/x-www-form-urlencoded`.
    public var body: [UInt8] {
        switch self {
        case .signIn(let login, let password): Self.form(("login", login), ("pswd", password))
        case .tasks(let person), .recordedPaths(let person): Self.form(("user_id", person))
        case .status(let task, let status, let note):
            Self.form(("task_id", task), ("status", status.rawValue), ("note", note))
        case .photo(let photo, let task, let person):
            Self.form(("user_id", person), ("task_id", task), ("photo", photo.json))
        case .recordedPath(let track, let person): Self.form([("user_id", person)] + track.fields)
        }
    }

    static func form(_ fields: (String, String?)...) -> [UInt8] { form(fields) }

    /// Writes fields; those without a value are left out.
    static func form(_ fields: [(String, String?)]) -> [UInt8] {
        var bytes: [UInt8] = []
        for case (let name, let value?) in fields {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            bytes += name.utf8
            bytes.append(UInt8(ascii: "="))
            append(value, to: &bytes)
        }
        return bytes
    }

    /// Appends a text with each byte encoded that is not unreserved (RFC 3986, section 2.3).
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        bytes.reserveCapacity(bytes.count + text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }
}

/// A JSON value of an upload; objects keep the order of their members.
enum UploadValue: Encodable {
    case text(String)
    case number(Double)
    case integer(Int)
    case list([[String: UploadValue]])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .integer(let number): try container.encode(number)
        case .list(let values): try container.encode(values)
        }
    }

    /// The text of an object or a list; values that JSON cannot express are left out before.
    static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
