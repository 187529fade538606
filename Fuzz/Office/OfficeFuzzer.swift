// SPDX-License-Identifier: Apache-2.0

import BackOffice
import GNSSTypes

// Input: what a server answers that is configured as a back office; an address, or a text that a person has entered.
//
// Requirements: a refusal has a short reason on one line; the texts of an answer are bounded and do not change how others are
// shown; an identifier can be sent back; an accepted address is normalised, and no password leaves the machine without
// encryption; what is written as a form is what the server reads.

func run(_ input: FuzzInput) {
    var input = input
    switch input.choice(of: 8) {
    case 0: address(String(decoding: input.bytes, as: UTF8.self))
    case 1: form(String(decoding: input.bytes, as: UTF8.self))
    default: answers(input.bytes)
    }
}

// MARK: Answers

private func answers(_ bytes: [UInt8]) {
    read {
        let (person, token) = try BackOfficeAnswer.signIn(bytes, login: "anna")
        check(id: person.id)
        check(lines: [person.login, person.name, person.surname])
        require(token?.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } != false, "a token that ends a header")
        require(token?.isEmpty != true, "an empty token")
    }
    read {
        let tasks = try BackOfficeAnswer.tasks(bytes)
        require(tasks.count <= BackOfficeAnswer.most, "too many tasks")
        require(Set(tasks.map(\.id)).count == tasks.count, "a task that is listed twice")
        for task in tasks {
            check(id: task.id)
            check(lines: [task.status, task.name])
            check(texts: [task.text, task.returnText, task.note])
            require((0...1_000_000).contains(task.photos), "\(task.photos) photos")
            require(task.photoIDs.count <= BackOfficeAnswer.mostIDs, "too many photos")
            for id in task.photoIDs { check(id: id) }
            for time in [task.created, task.due].compactMap({ $0 }) { check(time) }
        }
    }
    read {
        let paths = try BackOfficeAnswer.recordedPaths(bytes)
        require(paths.count <= BackOfficeAnswer.most, "too many paths")
        for path in paths {
            check(id: path.id)
            require(path.points >= 0 && path.points <= bytes.count, "\(path.points) points")
            for time in [path.start, path.end].compactMap({ $0 }) { check(time) }
        }
    }
    read { for id in try BackOfficeAnswer.photoIDs(bytes) { check(id: id) } }
    read { if let id = try BackOfficeAnswer.photo(bytes) { check(id: id) } }
    read { if let id = try BackOfficeAnswer.recordedPath(bytes) { check(id: id) } }
    read { if let digest = try BackOfficeAnswer.digest(bytes) { check(id: digest) } }
    read { try BackOfficeAnswer.done(bytes) }
}

/// Reads an answer, and checks the reason if it is refused.
private func read(_ answer: () throws -> Void) {
    do {
        try answer()
    } catch BackOfficeRefusal.refused(let words) {
        require(!words.isEmpty && words.count <= 500, "words that are missing or too long")
        check(lines: [words])
    } catch BackOfficeRefusal.notAnAnswer(let detail) {
        require(!detail.isEmpty && detail.count <= 600, "a reason that is missing or too long")
        check(lines: [detail])
    } catch {
        require(false, "another error: \(error)")
    }
}

private func check(id: String) {
    require(!id.isEmpty && id.utf8.count <= 200, "an identifier that is empty or too long")
    check(lines: [id])
}

private func check(lines: [String]) {
    check(texts: lines)
    require(lines.allSatisfy { !$0.utf8.contains(0x0A) }, "a text that is not one line")
}

private func check(texts: [String]) {
    for text in texts {
        require(text.utf8.count <= BackOfficeAnswer.longestText, "a text of \(text.utf8.count) bytes")
        let isShown = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x0A: true
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
            default: true
            }
        }
        require(isShown, "a text that changes how others are shown")
    }
}

private func check(_ time: UTCTime) {
    require((1677...2262).contains(time.date.components.year), "a time in \(time.iso8601)")
}

// MARK: Addresses and forms

private func address(_ text: String) {
    if let server = BackOfficeServer(text) {
        require(BackOfficeServer.problem(text) == nil, "an address that has a problem")
        require(BackOfficeServer(server.address) == server, "\(server.address) is normalised differently")
        require(isSafe(server.address), "\(server.address) is not encrypted")
        require(server.address.hasSuffix("/") && !server.address.contains("?"), "\(server.address) cannot be continued")
        for path in BackOfficePath.known {
            let whole = server.address(.tasks(person: "1"), at: path)
            require(whole.hasPrefix(server.address) && whole.contains("comm_tasks"), "\(whole) is not below the server")
        }
    } else {
        let problem = BackOfficeServer.problem(text)
        require(problem?.isEmpty == false && problem?.contains("\n") == false, "no reason for a refused address")
    }
    if let path = BackOfficePath(text) { require(!path.text.contains("//"), "a place on another server") }
}

private func isSafe(_ address: String) -> Bool {
    guard !address.hasPrefix("https://") else { return true }
    let local = ["http://localhost/", "http://localhost:", "http://[::1]/", "http://[::1]:"]
    guard address.hasPrefix("http://127.") else { return local.contains { address.hasPrefix($0) } }
    return address.utf8.dropFirst(7).prefix { $0 != 0x2F }.allSatisfy { $0 == 0x2E || (0x30...0x3A).contains($0) }
}

private func form(_ text: String) {
    let fields = decoded(BackOfficeCall.signIn(login: text, password: String(text.reversed())).body)
    require(fields?["login"] == Array(text.utf8), "the name has changed")
    require(fields?["pswd"] == Array(String(text.reversed()).utf8), "the password has changed")
    require(fields?.count == 2, "a field that was not written")
    var photo = BackOfficePhoto(
        image: Array(text.utf8), created: text, digest: text, latitude: 1, longitude: 2, note: text)
    (photo.sentences, photo.maker) = (text, text)
    let parts = decoded(BackOfficeCall.photo(photo, task: text, person: text).body)
    require(parts?.count == 3 && parts?["task_id"] == Array(text.utf8), "the task has changed")
    require(JSONText.isValid(parts?["photo"] ?? []), "a photo that is no JSON")
}

/// The fields of a form; nil if it contains a byte that has to be encoded.
private func decoded(_ form: [UInt8]) -> [String: [UInt8]]? {
    var fields: [String: [UInt8]] = [:]
    for field in form.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
        let sides = field.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        var (value, rest) = ([UInt8](), sides[1])
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let number = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
                value.append(number)
                rest = rest.dropFirst(2)
            } else {
                let character = Unicode.Scalar(byte)
                guard character.properties.isAlphabetic || "0123456789-._~".unicodeScalars.contains(character),
                    byte < 0x80
                else { return nil }
                value.append(byte)
            }
        }
        fields[String(decoding: sides[0], as: UTF8.self)] = value
    }
    return fields
}
