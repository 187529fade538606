// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GNSSTypes

/// The reason why a call did not succeed although the server answered.
public enum BackOfficeRefusal: Error, Hashable, Sendable {
    /// It is not the answer of a back office; with the reason, for people.
    case notAnAnswer(String)
    /// The server refused, with its own words.
    case refused(String)
}

/// The answers of both kinds of servers: that of EGNSS4CAP writes all values as texts, that of PIC2BIM some as numbers, and the
/// names of some members differ. Nothing in the bytes is trusted.
public enum BackOfficeAnswer {
    /// The greatest number of tasks or paths that are read.
    public static let most = 10_000
    /// The greatest number of bytes of a text; what is longer is cut.
    public static let longestText = 64 << 10
    /// The greatest number of bytes of an identifier.
    static let longestID = 200

    /// Reads the answer to `signIn`.
    ///
    /// - Parameter login: The name with which the person signed in.
    public static func signIn(
        _ bytes: [UInt8], login: String
    ) throws(BackOfficeRefusal) -> (person: BackOfficePerson, token: String?) {
        let answer: SignInAnswer = try read(bytes)
        guard let user = answer.user, let id = user.id?.identifier else {
            throw .notAnAnswer("it names no user")
        }
        let person = BackOfficePerson(
            id: id, login: login, name: user.name?.line ?? "", surname: user.surname?.line ?? "")
        let token = [answer.token, user.token].lazy.compactMap { $0?.text }.first { !$0.isEmpty }
        if let token, !isToken(token) { throw .notAnAnswer("its token is not one") }
        return (person, token)
    }

    /// Reads the answer to `tasks`. A task without an identifier is left out.
    public static func tasks(_ bytes: [UInt8]) throws(BackOfficeRefusal) -> [BackOfficeTask] {
        let answer: TasksAnswer = try read(bytes)
        guard let tasks = answer.tasks else { throw .notAnAnswer("it has no tasks") }
        guard tasks.count <= most else { throw .notAnAnswer("it has more than \(most) tasks") }
        var seen: Set<String> = []
        return tasks.compactMap { task in
            // Of two tasks with the same identifier, the first counts.
            guard let id = task.id?.identifier, seen.insert(id).inserted else { return nil }
            return BackOfficeTask(
                id: id, status: task.status?.line ?? "", name: task.name?.line ?? "", text: task.text?.lines ?? "",
                returnText: task.reason, note: task.note?.lines ?? "", created: task.created?.time,
                due: task.due?.time, photos: task.photoCount, isValid: task.isValid?.flag ?? false,
                isInvalid: task.isInvalid?.flag ?? false)
        }
    }

    /// Reads the answer to `status`.
    public static func done(_ bytes: [UInt8]) throws(BackOfficeRefusal) {
        let _: PlainAnswer = try read(bytes)
    }

    /// Reads the answer to `photo`.
    ///
    /// - Returns: The identifier of the photo; nil if the server had it already.
    public static func photo(_ bytes: [UInt8]) throws(BackOfficeRefusal) -> String? {
        do {
            let answer: PhotoAnswer = try read(bytes)
            return answer.id?.identifier
        } catch .refused(let words) where words.lowercased().contains("already exists") {
            return nil
        }
    }

    /// Reads the answer to `recordedPath`.
    ///
    /// - Returns: The identifier of the path; nil if the answer has none.
    public static func recordedPath(_ bytes: [UInt8]) throws(BackOfficeRefusal) -> String? {
        let answer: PathAnswer = try read(bytes)
        return answer.id?.identifier
    }

    /// Reads the answer to `recordedPaths`.
    public static func recordedPaths(_ bytes: [UInt8]) throws(BackOfficeRefusal) -> [BackOfficeTrackEntry] {
        let answer: PathsAnswer = try read(bytes)
        guard let paths = answer.paths else { throw .notAnAnswer("it has no paths") }
        return paths.prefix(most).compactMap { path in
            guard let id = path.id?.identifier else { return nil }
            return BackOfficeTrackEntry(
                id: id, name: path.name?.text ?? "", start: path.start?.time, end: path.end?.time,
                points: path.points?.count ?? 0)
        }
    }

    private static func read<Answer: StatedAnswer>(_ bytes: [UInt8]) throws(BackOfficeRefusal) -> Answer {
        guard bytes.contains(where: { $0 > 0x20 }) else { throw .notAnAnswer("it is empty") }
        let answer: Answer
        do {
            answer = try JSONDecoder().decode(Answer.self, from: Data(bytes))
        } catch {
            throw .notAnAnswer("it is not JSON of the expected form")
        }
        switch answer.head.status?.text {
        case "ok": return answer
        case "error":
            let words = [answer.head.problem, answer.head.message].lazy.compactMap { $0?.line }.first { !$0.isEmpty }
            throw .refused(words.map { String($0.prefix(500)) } ?? "it gave no reason")
        default: throw .notAnAnswer("it has no status")
        }
    }

    /// True for a text that may stand in a header after `Bearer` (RFC 6750, section 2.1; Sanctum's tokens contain a bar).
    private static func isToken(_ text: String) -> Bool {
        text.utf8.count <= 4096 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}

// MARK: the forms

/// A text, a number or a truth value: the servers write the same members differently.
private struct Loose: Decodable {
    var text: String?

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.singleValueContainer() else { return }
        if let value = try? container.decode(String.self) {
            text = value
        } else if let value = try? container.decode(Int64.self) {
            text = "\(value)"
        } else if let value = try? container.decode(Bool.self) {
            text = value ? "1" : "0"
        } else if let value = try? container.decode(Double.self) {
            text = "\(value)"
        }
    }

    /// An identifier: not empty, not too long, without control characters.
    var identifier: String? {
        guard let text, !text.isEmpty, text.utf8.count <= BackOfficeAnswer.longestID,
            text.unicodeScalars.allSatisfy({ !$0.properties.isControl })
        else { return nil }
        return text
    }

    /// The text on one line.
    var line: String? { lines?.split(whereSeparator: \.isNewline).joined(separator: " ") }

    /// The text with its line breaks, without other control characters, and not too long.
    var lines: String? {
        guard let text else { return nil }
        var (result, bytes) = ("", 0)
        for character in text {
            if character.isNewline {
                result += "\n"
                bytes += 1
                continue
            }
            if character.unicodeScalars.contains(where: \.properties.isControl) { continue }
            bytes += character.utf8.count
            guard bytes <= BackOfficeAnswer.longestText - 3 else { return result + "…" }
            result.append(character)
        }
        return result
    }

    /// The instant; a text without an offset is UTC. Nil also for the year 0, with which MySQL means that there is none.
    var time: UTCTime? {
        guard let text, !text.hasPrefix("0000") else { return nil }
        return UTCTime(iso8601: text, .any)
    }

    var flag: Bool { text == "1" || text == "true" }

    var count: Int? { text.flatMap { Int($0) }.map { min(max($0, 0), 1_000_000) } }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .surrogate }
}

/// A list of which only the number of elements counts.
private struct Counted: Decodable {
    var count: Int

    private struct Element: Decodable { init(from decoder: any Decoder) throws {} }

    init(from decoder: any Decoder) throws {
        count = 0
        guard var container = try? decoder.unkeyedContainer() else { return }
        while !container.isAtEnd {
            _ = try container.decode(Element.self)
            count += 1
        }
    }
}

private struct Head: Decodable {
    var status: Loose?
    var problem: Loose?
    var message: Loose?

    enum CodingKeys: String, CodingKey {
        case status
        case problem = "error_msg"
        case message = "error_message"
    }
}

private protocol StatedAnswer: Decodable {
    var head: Head { get }
}

private struct PlainAnswer: StatedAnswer {
    var head: Head

    init(from decoder: any Decoder) throws { head = try Head(from: decoder) }
}

private struct SignInAnswer: StatedAnswer {
    struct User: Decodable {
        var id: Loose?
        var name: Loose?
        var surname: Loose?
        var token: Loose?
    }

    var head: Head
    var user: User?
    var token: Loose?

    enum CodingKeys: String, CodingKey { case user, token }

    init(from decoder: any Decoder) throws {
        head = try Head(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        user = try? container.decodeIfPresent(User.self, forKey: .user)
        token = try container.decodeIfPresent(Loose.self, forKey: .token)
    }
}

private struct TasksAnswer: StatedAnswer {
    struct Entry: Decodable {
        var id: Loose?
        var status: Loose?
        var name: Loose?
        var text: Loose?
        var returned: Loose?
        var reopened: Loose?
        var note: Loose?
        var created: Loose?
        var due: Loose?
        var number: Loose?
        var ids: Counted?
        var isValid: Loose?
        var isInvalid: Loose?

        enum CodingKeys: String, CodingKey {
            case id, status, name, text, note
            case returned = "text_returned"
            case reopened = "reopen_reason"
            case created = "date_created"
            case due = "task_due_date"
            case number = "number_of_photos"
            case ids = "photos_ids"
            case isValid = "flag_valid"
            case isInvalid = "flag_invalid"
        }

        var reason: String {
            [returned, reopened].lazy.compactMap { $0?.lines }.first { !$0.isEmpty } ?? ""
        }

        var photoCount: Int { number?.count ?? min(ids?.count ?? 0, 1_000_000) }
    }

    var head: Head
    var tasks: [Entry]?

    enum CodingKeys: String, CodingKey { case tasks }

    init(from decoder: any Decoder) throws {
        head = try Head(from: decoder)
        tasks = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent([Entry].self, forKey: .tasks)
    }
}

private struct PhotoAnswer: StatedAnswer {
    var head: Head
    var id: Loose?

    enum CodingKeys: String, CodingKey { case id = "photo_id" }

    init(from decoder: any Decoder) throws {
        head = try Head(from: decoder)
        id = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Loose.self, forKey: .id)
    }
}

private struct PathAnswer: StatedAnswer {
    var head: Head
    var id: Loose?

    enum CodingKeys: String, CodingKey { case id = "path_id" }

    init(from decoder: any Decoder) throws {
        head = try Head(from: decoder)
        id = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Loose.self, forKey: .id)
    }
}

private struct PathsAnswer: StatedAnswer {
    struct Entry: Decodable {
        var id: Loose?
        var name: Loose?
        var start: Loose?
        var end: Loose?
        var points: Counted?
    }

    var head: Head
    var paths: [Entry]?

    enum CodingKeys: String, CodingKey { case paths }

    init(from decoder: any Decoder) throws {
        head = try Head(from: decoder)
        paths = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent([Entry].self, forKey: .paths)
    }
}
