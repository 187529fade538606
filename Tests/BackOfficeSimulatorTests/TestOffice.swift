// SPDX-License-Identifier: Apache-2.0

import Foundation
import StrictFormats
import Testing

@testable import BackOfficeSimulator

/// A back office without a network, and a client that posts forms to it.
final class TestOffice {
    static let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    static let created = "2026-01-20T10:11:12.000Z"
    /// Of the image, the time, the user 10 and the secret `example-secret`, by another program.
    static let digest = "f0cfe86aac7ebf1bf1832c03d3640a3067dbdb0148ad21d095e9c644fd6ef74d"

    var office: Office
    var token: String?

    init(_ dialect: BackOfficeDialect = .egnss4cap, tasks: String? = nil) throws {
        var configuration = BackOfficeSimulatorConfiguration(
            dialect: dialect,
            users: [.init(login: "farmer", password: "secret"), .init(login: "other", password: "a+b&c=d")],
            secret: "example-secret")
        configuration.tasks = tasks.map { Array($0.utf8) }
        office = try Office(configuration)
        if dialect == .pic2bim { token = post("login", ["login": "farmer", "pswd": "secret"]).json["token"]?.text }
    }

    typealias Answer = (status: Int, json: JSONValue)

    /// A text with everything percent-encoded that may be.
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(.init(charactersIn: " "..."~")))
            ?? ""
    }

    func post(_ call: String, _ fields: [String: String]) -> Answer {
        post(call, body: fields.map { "\($0.key)=\(Self.encoded($0.value))" }.joined(separator: "&"))
    }

    func post(_ call: String, body: String) -> Answer {
        let path = office.dialect.path.replacingOccurrences(of: "*", with: call)
        let answer = send("POST", path, body: body)
        return (answer.status, (try? JSONReader.read(answer.body)) ?? .null)
    }

    func send(_ method: String, _ path: String, headers: [String: String] = [:], body: String = "") -> OfficeAnswer {
        var fields = [
            "Host": "127.0.0.1", "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded",
        ].merging(headers) { $1 }
        if let token { fields["Authorization"] = "Bearer \(token)" }
        return request(.office, method, path, fields, body)
    }

    func admin(_ method: String, _ path: String, _ body: String = "") -> Answer {
        let answer = request(.admin, method, "simulator/" + path, [:], body)
        return (answer.status, (try? JSONReader.read(answer.body)) ?? .null)
    }

    private func request(
        _ door: DoorKind, _ method: String, _ path: String, _ fields: [String: String], _ body: String
    ) -> OfficeAnswer {
        let head = RequestHead(
            door: door, method: method, path: path, headers: fields.map { ($0.key, $0.value) })
        let begun = office.begin(head)
        return office.answer(OfficeRequest(head: head, body: Array(body.utf8), size: body.utf8.count), begun)
    }

    /// Posts the photo of the golden digest, with changes.
    func postPhoto(_ changes: [String: JSONValue] = [:], task: String? = nil) -> Answer {
        var fields = ["user_id": "10", "photo": Self.photo(changes)]
        fields["task_id"] = task
        return post("photo", fields)
    }

    static func photo(_ changes: [String: JSONValue] = [:]) -> String {
        let photo: [String: JSONValue] = [
            "lat": 50.0875, "lng": -14.4213, "created": .string(created), "digest": .string(digest), "note": "a & b",
            "photo": .string(Data(image).base64EncodedString()),
        ]
        return JSONValue.object(photo.merging(changes) { $1 }).description
    }

    /// What a careful client would not have done.
    var violations: [String] {
        office.violations.entries.compactMap { $0["text"]?.text }
    }

    /// What the dialect of EGNSS4CAP writes, or the other one.
    func either(_ text: JSONValue, _ other: JSONValue) -> JSONValue { office.dialect == .egnss4cap ? text : other }

    /// An identifier, as the dialect writes it.
    func id(_ number: Int) -> JSONValue { either(.string("\(number)"), JSONValue(number)) }
}

extension JSONValue {
    /// The members with these names, as far as they are there.
    func only(_ names: String...) -> JSONValue {
        .object((members ?? [:]).filter { names.contains($0.key) })
    }
}
