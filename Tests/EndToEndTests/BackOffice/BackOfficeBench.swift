// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The simulator of a back office as a program of its own, and a gateway with a simulated receiver beside it.
final class BackOfficeBench {
    enum Dialect: String, CaseIterable, Sendable { case egnss4cap, pic2bim }

    /// The beginning of both passwords, which stays the same in any encoding.
    static let mark = "Xq7s3cr"
    static let password = mark + "+t&w%rd=\u{E4}"
    static let otherPassword = mark + " other"

    /// How the gateway is configured.
    struct Manner {
        /// The address of the back office; nil for that of the simulator.
        var server: String?
        /// Further keys of `back_office`, after a comma.
        var keys = ""
        /// True for a receiver whose pages are authentic, and photos at any position.
        var isAuthentic = false
        /// Further options of the simulator.
        var options: [String] = []
    }

    let dialect: Dialect
    let folder: TemporaryFolder
    /// The address of the simulated back office.
    let server: String
    /// The address of another host.
    let elsewhere: String
    private(set) var console: ConsoleBench
    /// What daemons said that have ended.
    private(set) var said = ""
    private let simulator: RunningProgram
    private let admin: UInt16
    private let manner: Manner

    init(_ dialect: Dialect, _ manner: Manner = Manner()) throws {
        (self.dialect, self.manner, folder) = (dialect, manner, try TemporaryFolder())
        simulator = try RunningProgram(
            try Program.gateway,
            [
                "back-office-simulator", "--dialect", dialect.rawValue, "--user", "farmer:\(Self.password)",
                "--user", "other:\(Self.otherPassword)",
            ] + manner.options)
        try simulator.wait(for: "\"ready\"")
        let ready = try object(simulator.output)
        server = try #require(ready["server"] as? String)
        elsewhere = try #require(ready["elsewhere"] as? String)
        let address = try #require((ready["admin"] as? String).flatMap { URL(string: $0) })
        admin = UInt16(try #require(address.port))
        let secret = try #require(ready["secret"] as? String)
        try Data("\(secret)\n".utf8).write(to: URL(filePath: folder.path + "/secret"))
        console = try Self.start(manner, manner.server ?? server, folder)
    }

    private static func start(_ manner: Manner, _ server: String, _ folder: TemporaryFolder) throws -> ConsoleBench {
        let sections = """
            captures: { enabled: true, countdown_s: 0, osnma: any, legacy_secret_file: \(folder.path)/secret }
            back_office: { server: "\(server)", sync_interval_s: 0\(manner.keys) }
            """
        let state = ["STATE_DIRECTORY": folder.path + "/state"]
        guard manner.isAuthentic else { return try ConsoleBench(more: sections, environment: state) }
        // The gateway's state is in a folder of its own here.
        return try ConsoleBench(authenticIn: folder, more: sections)
    }

    /// Ends the gateway suddenly and starts it again.
    func killAndRestart() throws {
        console.daemon.signal(SIGKILL)
        said += console.daemon.waitForEnd().messages
        console = try Self.start(manner, manner.server ?? server, folder)
    }

    // MARK: the gateway

    /// A request to the control interface.
    @discardableResult
    func ask(_ method: String, _ path: String, _ body: String = "") throws -> PlainHTTP.Answer {
        try console.ask(method, path, body: body)
    }

    /// A command of the gateway.
    func run(_ arguments: String..., input: String? = nil) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, arguments, input: input,
            environment: [
                "GNSS_GATEWAY_SOCKET": console.daemon.socket, "STATE_DIRECTORY": folder.path + "/state",
            ]
        ).waitForEnd()
    }

    /// The text of an object.
    static func json(_ members: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    /// The request to sign in.
    static func signIn(_ login: String = "farmer", _ password: String = BackOfficeBench.password) throws -> String {
        try json(["login": login, "password": password])
    }

    func signIn(_ login: String = "farmer", _ password: String = BackOfficeBench.password) throws {
        let answer = try ask("POST", "/v1/back-office/session", try Self.signIn(login, password))
        try #require(answer.status == 200 && answer.json["state"] as? String == "signed_in", "\(answer.text)")
    }

    /// The state of the link.
    func link() throws -> [String: Any] { try ask("GET", "/v1/back-office").json }

    /// Fetches the tasks, and returns the report of that.
    @discardableResult
    func synchronise() throws -> [String: Any] {
        func report() throws -> [String: Any] { try link()["sync"] as? [String: Any] ?? [:] }
        func isOver() throws -> Bool { try report()["state"] as? String != "running" }
        try wait("the end of an earlier synchronisation", for: isOver)
        let begun = try ask("POST", "/v1/back-office/sync")
        try #require(begun.status == 202, "\(begun.text)")
        try wait("the end of the synchronisation", for: isOver)
        return try report()
    }

    /// A task as the gateway shows it; empty if there is no such task.
    func task(_ id: Int) throws -> [String: Any] {
        let answer = try ask("GET", "/v1/tasks/\(id)")
        return answer.status == 200 ? answer.json : [:]
    }

    /// The summary of a photo.
    func photo(_ id: String) throws -> [String: Any] {
        try ask("GET", "/v1/captures/\(id)").json["summary"] as? [String: Any] ?? [:]
    }

    func takePhoto(task: Int? = nil, note: String? = nil, image: [UInt8]? = nil) throws -> String {
        try TestPhoto.take(
            socket: console.daemon.socket, task: task.map { "\($0)" }, note: note, image: image)
    }

    /// Sends a photo, and waits until it has arrived.
    func sendPhoto(_ id: String) throws {
        let answer = try ask("POST", "/v1/captures/\(id)/send")
        try #require(answer.status == 202 && answer.json["queued"] as? Int == 1, "\(answer.text)")
        try wait("the photo to be sent") { try photo(id)["sent"] as? String == "sent" }
    }

    /// Imports a path of two points.
    ///
    /// - Returns: Its number.
    func addPath(_ name: String, headers: [String: String]? = nil) throws -> Int {
        let escaped = name.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        let points = [("52.475", "2026-05-04T12:30:05.250Z"), ("52.476", "2026-05-04T12:31:00.750Z")].map {
            "<trkpt lat=\"\($0)\" lon=\"5.56\"><ele>39.5</ele><time>\($1)</time></trkpt>"
        }
        let file = """
            <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>\(escaped)</name>\
            <trkseg>\(points.joined())</trkseg></trk></gpx>
            """
        let route = "/v1/paths/import?format=gpx"
        let answer =
            try headers.map { try console.ask("POST", route, headers: $0, body: file) } ?? ask("POST", route, file)
        let paths = try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [[String: Any]]
        return try #require(paths?.first?["id"] as? Int, "\(answer.text)")
    }

    /// The path as the gateway shows it.
    func path(_ id: Int) throws -> [String: Any] { try ask("GET", "/v1/paths/\(id)").json }

    /// The path of a JPEG file of noise, which is large for its number of pixels.
    func noise() throws -> String {
        let (width, height, path) = (400, 300, folder.path + "/noise")
        let source = try #require(FileHandle(forReadingAtPath: "/dev/urandom"))
        let pixels = try source.read(upToCount: width * height * 3) ?? Data()
        try (Data("P6\n\(width) \(height)\n255\n".utf8) + pixels).write(to: URL(filePath: path + ".ppm"))
        let made = try Program.run(
            "/usr/bin/env", ["cjpeg", "-quality", "90", "-outfile", path + ".jpg", path + ".ppm"])
        try #require(made.status == 0, "\(made.messages)")
        return path + ".jpg"
    }

    // MARK: the simulator

    /// A request to the simulator's interface for tests.
    @discardableResult
    func office(_ method: String, _ path: String, _ members: [String: Any]? = nil) throws -> [String: Any] {
        let body = try members.map { try Self.json($0) } ?? ""
        let answer = try PlainHTTP.request(method, "/simulator/\(path)", body: body, port: admin)
        try #require((200..<300).contains(answer.status), "\(method) \(path): \(answer.text)")
        return answer.json
    }

    private func list(_ path: String, _ name: String) throws -> [[String: Any]] {
        try office("GET", path)[name] as? [[String: Any]] ?? []
    }

    /// What the back office has.
    func officePhotos() throws -> [[String: Any]] { try list("state", "photos") }
    func officePaths() throws -> [[String: Any]] { try list("state", "paths") }
    func officeTask(_ id: Int) throws -> [String: Any] {
        try #require(try list("state", "tasks").first { $0["id"] as? Int == id })
    }

    /// A new task; its identifier.
    @discardableResult
    func addTask(_ members: [String: Any] = [:]) throws -> Int {
        try #require(try office("POST", "tasks", members)["id"] as? Int)
    }

    /// The valid tokens of all people.
    func tokens() throws -> [String] { try list("state", "users").flatMap { $0["tokens"] as? [String] ?? [] } }

    /// The requests that arrived.
    func requests(to door: String = "office") throws -> [[String: Any]] {
        try list("requests", "requests").filter { $0["to"] as? String == door }
    }

    /// The number of complete requests of a call.
    func count(_ call: String) throws -> Int {
        try requests().count { $0["call"] as? String == call && $0["bytes"] is Int }
    }

    /// Adds a fault that applies once; a count in `members` replaces that.
    func arm(_ kind: String, _ call: String, _ members: [String: Any] = [:]) throws {
        let fault: [String: Any] = ["kind": kind, "call": call, "next": 1]
        try office("POST", "faults", fault.merging(members) { $1 })
    }

    /// Nothing that arrived breaks a rule.
    func expectCareful() throws {
        let violations = try list("violations", "violations").compactMap { $0["text"] as? String }
        #expect(violations == [])
    }

    // MARK: waiting

    func wait(_ what: String, within seconds: Double = 60, for condition: () throws -> Bool) throws {
        let isThere = try until(seconds, condition)
        guard !isThere else { return }
        let report = (try? ask("GET", "/v1/back-office").text) ?? ""
        let last = (try? requests().suffix(5).map { "\($0)" }.joined(separator: "\n")) ?? ""
        try #require(isThere, "\(what): \(report)\n\(last)\n\(console.daemon.messages.suffix(3000))")
    }
}
