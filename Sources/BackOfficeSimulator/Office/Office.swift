// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats
internal import SystemSupport

/// The state and the rules of a back office. It processes one request at a time.
struct Office: Sendable {
    let dialect: BackOfficeDialect
    let secret: String
    /// The parts of a path before and behind the name of a call.
    private let path: (before: String, behind: String)
    /// The address of the other host to which redirections lead.
    var elsewhere = ""

    var users: [OfficeUser]
    var tasks: [OfficeTask] = []
    var photos: [OfficePhoto] = []
    var paths: [OfficePath] = []
    var faults = FaultList()
    private(set) var requests = NewestEntries<LoggedRequest>()
    private(set) var violations = NewestEntries<JSONValue>()
    /// The number of the request that is being answered.
    private var current = 0
    /// The number of bytes that photos and paths take.
    private var stored = 0

    /// The number of bytes of photos and paths above which no more are stored.
    private static let room = 512 << 20
    static let firstID = (user: 10, task: 101, photo: 1001, path: 501)

    /// Creates a back office.
    ///
    /// - Throws: `BackOfficeSimulatorError` if an option cannot be used.
    init(_ configuration: BackOfficeSimulatorConfiguration) throws(BackOfficeSimulatorError) {
        (dialect, secret) = (configuration.dialect, configuration.secret)
        let parts = (configuration.path ?? configuration.dialect.path)
            .split(separator: "*", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            throw BackOfficeSimulatorError(description: "the path must contain exactly one *", exitStatus: .usage)
        }
        path = (String(parts[0].drop { $0 == "/" }), parts[1])
        users = configuration.users.enumerated().map { index, user in
            OfficeUser(id: Self.firstID.user + index, login: user.login, password: user.password)
        }
        for index in users.indices { (users[index].name, users[index].surname) = (users[index].login, "Tester") }
        try addFaults(configuration.faults)
        if let tasks = configuration.tasks { try addTasks(tasks) }
    }

    private mutating func addFaults(_ texts: [String]) throws(BackOfficeSimulatorError) {
        for text in texts {
            do throws(AdminError) { _ = faults.add(try Fault(try Self.json(Array(text.utf8)))) } catch {
                throw BackOfficeSimulatorError(description: "--fault \(text): \(error)", exitStatus: .usage)
            }
        }
    }

    private mutating func addTasks(_ text: [UInt8]) throws(BackOfficeSimulatorError) {
        do throws(AdminError) {
            guard let items = try Self.json(text).items else { throw AdminError("it must be an array") }
            for item in items { _ = try addTask(item) }
        } catch {
            throw BackOfficeSimulatorError(description: "the file of tasks: \(error)", exitStatus: .badData)
        }
    }

    /// Reads a JSON text.
    ///
    /// - Throws: `AdminError` with the first mistake.
    static func json(_ bytes: [UInt8]) throws(AdminError) -> JSONValue {
        do throws(JSONError) { return try JSONReader.read(bytes) } catch { throw AdminError("\(error)") }
    }

    /// The system's time.
    var now: UTCTime { UTCTime(nanosecondsSince1970: SystemClock.wall) }

    // MARK: requests

    /// The call that a path names; nil for none.
    func call(at path: String) -> OfficeCall? {
        guard path.hasPrefix(self.path.before), path.hasSuffix(self.path.behind) else { return nil }
        let name = path.dropFirst(self.path.before.count).dropLast(self.path.behind.count)
        guard self.path.before.count + name.count + self.path.behind.count == path.count else { return nil }
        return OfficeCall(rawValue: String(name))
    }

    /// Records a request whose head has arrived, and selects the fault that applies to it.
    mutating func begin(_ head: RequestHead) -> OfficeHost.Begun {
        let call = head.door == .office ? call(at: head.path) : nil
        let fault = call.flatMap { faults.strike($0) }
        let number = requests.next
        if head.door != .admin {
            requests.add(LoggedRequest(number: number, head: head, call: call, fault: fault))
        }
        return OfficeHost.Begun(fault: fault, entry: number)
    }

    /// Answers a request of any listener.
    mutating func answer(_ request: OfficeRequest, _ begun: OfficeHost.Begun) -> OfficeAnswer {
        switch request.head.door {
        case .admin: return admin(request)
        case .elsewhere:
            requests.change(begun.entry) { ($0.status, $0.size) = (200, request.size) }
            return OfficeAnswer(200, html: "Another host")
        case .office: break
        }
        current = begun.entry
        var answer = OfficeAnswer(200, [])
        if begun.fault?.isProcessed != false { answer = serve(request) }
        if let fault = begun.fault { answer = fault.changed(answer, elsewhere: elsewhere) }
        let status: Int? = answer.ending == .never || answer.ending == .cut(0) ? nil : answer.status
        requests.change(begun.entry) { ($0.status, $0.size) = (status, request.size) }
        return answer
    }

    private mutating func serve(_ request: OfficeRequest) -> OfficeAnswer {
        guard let call = call(at: request.head.path) else { return unknownPath(request.head) }
        guard request.head.method == "POST" else {
            violate("a call needs POST, not \(request.head.method)")
            return dialect == .pic2bim
                ? OfficeAnswer(405, html: "Method Not Allowed") : self.answer(to: call, Form([]), request.head)
        }
        if !request.head.acceptsJSON { violate("the header Accept does not name application/json") }
        if request.head.header("content-type")?.hasPrefix("application/x-www-form-urlencoded") != true {
            violate("the header Content-Type is not application/x-www-form-urlencoded")
        }
        if request.size > ConnectionHandler.bodyLimit {
            violate("the body has more than \(ConnectionHandler.bodyLimit) bytes")
            // PHP gives the program an empty form in this case.
            if dialect == .pic2bim { return OfficeAnswer(413, html: "Content Too Large") }
        }
        guard stored + request.body.count <= Self.room else { return OfficeAnswer(507, html: "Insufficient Storage") }
        let form = Form(request.body)
        for fault in form.faults { violate("form: \(fault)") }
        requests.change(current) { $0.fields = form.names }
        return answer(to: call, form, request.head)
    }

    private func unknownPath(_ head: RequestHead) -> OfficeAnswer {
        guard dialect == .pic2bim else { return OfficeAnswer(404, html: "Not Found") }
        if head.path == "login", head.method == "GET" { return OfficeAnswer(200, html: "Login") }
        return head.acceptsJSON
            ? OfficeAnswer(404, json: ["message": "The route could not be found."])
            : OfficeAnswer(404, html: "Not Found")
    }

    private mutating func answer(to call: OfficeCall, _ form: Form, _ head: RequestHead) -> OfficeAnswer {
        var caller = Int(form["user_id"] ?? "").flatMap { id in users.first { $0.id == id } }
        if dialect == .pic2bim, call != .login {
            let owner = users.first { user in head.token.map { user.tokens.contains($0) } ?? false }
            guard let owner else { return unauthenticated(head) }
            if form["user_id"] != nil, caller?.id != owner.id { violate("user_id is not the owner of the token") }
            caller = owner
        }
        switch call {
        case .login: return login(form)
        case .tasks: return listTasks(caller)
        case .status: return changeStatus(form, caller)
        case .photo: return addPhoto(form, caller)
        case .update: return update(form, caller)
        case .unassigned: return listUnassigned(caller)
        case .getPhoto: return showPhoto(form, caller)
        case .taskPhotos: return listPhotos(form, caller)
        case .path: return addPath(form, caller)
        case .getPaths: return listPaths(caller)
        case .shapes: return reply(["shapes": []])
        }
    }

    private func unauthenticated(_ head: RequestHead) -> OfficeAnswer {
        if head.acceptsJSON { return OfficeAnswer(401, json: ["message": "Unauthenticated."]) }
        var answer = OfficeAnswer(302, html: "Redirecting to the login page")
        answer.headers.append(("Location", "/login"))
        return answer
    }

    // MARK: answers

    /// Records what a careful client does not do.
    mutating func violate(_ text: String) {
        violations.add(["request": JSONValue(current), "text": .string(text)])
    }

    /// Counts the bytes of something that is stored.
    mutating func store(_ bytes: Int) { stored += bytes }

    /// The answer to a call that had an effect, or was ignored.
    func reply(_ members: [String: JSONValue] = [:]) -> OfficeAnswer {
        OfficeAnswer(200, json: .object(members.merging(["status": "ok", "error_msg": .null]) { own, _ in own }))
    }

    /// The answer to a call that is refused.
    func refuse(_ reason: String) -> OfficeAnswer {
        OfficeAnswer(200, json: ["status": "error", "error_msg": .string(reason)])
    }

    /// An identifier, as the dialect writes it.
    func identifier(_ number: Int) -> JSONValue {
        switch dialect {
        case .egnss4cap: .string("\(number)")
        case .pic2bim: JSONValue(number)
        }
    }
}
