// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1
public import SetupModel
internal import SystemSupport

extension ControlClient {
    /// The largest answer in bytes that is accepted.
    static let answerLimit = 16 << 20

    /// Returns an overview of the daemon.
    ///
    /// - Throws: `ControlClientError`, like all methods of this extension.
    public func status() async throws -> GatewayReport { try await get("/v1/status") }

    /// Returns all receivers of the daemon with their states: `GET /v1/receivers`.
    ///
    /// - Throws: `ControlClientError`.
    public func receivers() async throws -> [ReceiverReport] { try await get("/v1/receivers") }

    /// Returns the abilities of a receiver and the data that it delivers.
    public func capabilities(of receiver: String) async throws -> CapabilitiesReport {
        try await get("/v1/receivers/\(PercentEncoding.encoded(receiver))/capabilities")
    }

    /// Returns the status indicators that the console shows: `GET /v1/status/indicators`.
    ///
    /// - Throws: `ControlClientError`.
    public func indicators() async throws -> IndicatorsReport { try await get("/v1/status/indicators") }

    /// Returns the devices that are plugged in.
    public func devices() async throws -> [DeviceReport] { try await get("/v1/devices") }

    /// Returns the state of Galileo's authentication.
    ///
    /// - Parameter receiver: A single receiver; nil for all.
    public func osnma(of receiver: String? = nil) async throws -> OSNMAReport {
        try await get(Self.osnmaPath(of: receiver))
    }

    /// The path of the authentication state in the control interface.
    public static func osnmaPath(of receiver: String? = nil) -> String {
        "/v1/osnma" + (receiver.map { "?receiver=\(PercentEncoding.encoded($0))" } ?? "")
    }

    /// Selects the active receiver.
    public func use(receiver: String) async throws -> ActiveReceiverReport {
        let body = [UInt8](try JSONEncoder().encode(ReceiverChoice(id: receiver)))
        return try decoded(await send(.PUT, "/v1/receivers/active", body: body))
    }

    /// Reverts the selection, so that the gateway selects the active receiver.
    public func useAutomatically() async throws -> ActiveReceiverReport {
        try decoded(await send(.DELETE, "/v1/receivers/active"))
    }

    /// Deletes the facts stored about a device, given its identity or its receiver's ID.
    public func forget(_ identity: String) async throws {
        _ = try await send(.DELETE, "/v1/receivers/\(PercentEncoding.encoded(identity))")
    }

    /// Starts, stops or restarts a receiver.
    public func perform(_ command: ReceiverCommand, on receiver: String) async throws -> ReceiverReport {
        try decoded(await send(.POST, "/v1/receivers/\(PercentEncoding.encoded(receiver))/\(command.rawValue)"))
    }

    /// Observes the data of a receiver and returns a verdict at the end of the observation.
    ///
    /// - Parameters:
    ///   - receiver: The receiver's ID, its device's node or identity, or its Bluetooth address.
    ///   - seconds: The duration, 1...3600; nil for as long as necessary.
    public func test(_ receiver: String, for seconds: Double?) async throws -> TrialReport {
        let query = seconds.map { "?seconds=\($0)" } ?? ""
        return try decoded(await send(.POST, "/v1/receivers/\(PercentEncoding.encoded(receiver))/test\(query)"))
    }

    /// Returns the known public keys and Merkle roots with their trust.
    public func trustList() async throws -> [TrustReport] { try await get(ControlRoute.trust) }

    /// Adds keys and roots to the trusted ones.
    public func trust(_ requests: [TrustRequest]) async throws -> [TrustReport] {
        let body = [UInt8](try JSONEncoder().encode(TrustAddition(anchors: requests)))
        return try decoded(await send(.POST, ControlRoute.trust, body: body))
    }

    /// Stops trusting a key or root.
    public func distrust(_ fingerprint: String) async throws -> TrustReport {
        try decoded(await send(.DELETE, "\(ControlRoute.trust)/\(PercentEncoding.encoded(fingerprint))"))
    }

    /// Creates a code with which one browser can sign in.
    ///
    /// - Parameter request: The role or the person for whom the code is; by default, the role admin.
    public func inviteBrowser(_ request: InvitationRequest = InvitationRequest()) async throws -> InvitationReport {
        let body = [UInt8](try JSONEncoder().encode(request))
        return try decoded(await send(.POST, ControlRoute.invitation, body: body))
    }

    /// Returns the people who may sign in: `GET /v1/users`.
    ///
    /// - Throws: `ControlClientError`.
    public func people() async throws -> PeopleReport { try await get(ControlRoute.users) }

    /// Adds a person or changes a person's role or password: `PUT /v1/users/NAME`.
    ///
    /// - Throws: `ControlClientError`.
    public func setPerson(_ name: String, _ change: PersonChange) async throws -> PersonReport {
        let body = [UInt8](try JSONEncoder().encode(change))
        return try decoded(await send(.PUT, "\(ControlRoute.users)/\(PercentEncoding.encoded(name))", body: body))
    }

    /// Removes a person: `DELETE /v1/users/NAME`.
    ///
    /// - Throws: `ControlClientError`.
    public func removePerson(_ name: String) async throws {
        _ = try await send(.DELETE, "\(ControlRoute.users)/\(PercentEncoding.encoded(name))")
    }

    /// Returns the HTTPS server's certificate: `GET /v1/certificate`.
    ///
    /// - Throws: `ControlClientError`.
    public func certificate() async throws -> CertificateReport { try await get(ControlRoute.certificate) }

    /// Returns the browsers that are signed in: `GET /v1/sessions`.
    ///
    /// - Throws: `ControlClientError`.
    public func browsers() async throws -> BrowsersReport { try await get(ControlRoute.sessions) }

    /// Signs a browser out: `DELETE /v1/sessions/ID`.
    ///
    /// - Throws: `ControlClientError`.
    public func signOut(_ id: String) async throws {
        _ = try await send(.DELETE, "\(ControlRoute.sessions)/\(PercentEncoding.encoded(id))")
    }

    /// Makes the daemon reload its configuration.
    public func reload() async throws { _ = try await send(.POST, "/v1/reload") }

    /// Returns the unchanged answer to a GET request for a path, for `--json`.
    public func text(_ path: String) async throws -> String {
        String(decoding: try await send(.GET, path), as: UTF8.self)
    }

    func get<Value: Decodable>(_ path: String) async throws -> Value {
        try decoded(await send(.GET, path))
    }

    func decoded<Value: Decodable>(_ bytes: [UInt8]) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch {
            throw ControlClientError.failed(
                path: socketPath, reason: "cannot decode its answer; it may be another version (\(error))")
        }
    }

    /// Sends one request and returns the body of the answer.
    func send(_ method: HTTPMethod, _ uri: String, body: [UInt8] = []) async throws -> [UInt8] {
        let connection = try await connect()
        do {
            return try await connection.executeThenClose { answer, requests in
                try await requests.write(contentsOf: self.parts(uri, method, body: body))
                var parts = answer.makeAsyncIterator()
                try await self.readHead(&parts)
                return try await self.readBody(&parts)
            }
        } catch {
            throw Task.isCancelled ? CancellationError() : explained(error)
        }
    }

    /// Passes on the answer to a GET request, piece by piece.
    ///
    /// - Throws: `ControlClientError`, or an error of `take`.
    func download(_ uri: String, to take: @Sendable ([UInt8]) async throws -> Void) async throws {
        let connection = try await connect()
        do {
            try await connection.executeThenClose { answer, requests in
                try await requests.write(contentsOf: self.parts(uri))
                var parts = answer.makeAsyncIterator()
                try await self.readHead(&parts)
                while let part = try await parts.next() {
                    switch part {
                    case .body(let chunk): try await take(Array(chunk.readableBytesView))
                    case .end: return
                    case .head: break
                    }
                }
                throw ControlClientError.cut(path: self.socketPath)
            }
        } catch {
            throw Task.isCancelled ? CancellationError() : explained(error)
        }
    }

    private func readBody(_ parts: inout Parts) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let part = try await parts.next() {
            switch part {
            case .body(let chunk):
                bytes += chunk.readableBytesView
                guard bytes.count <= Self.answerLimit else {
                    throw ControlClientError.failed(path: socketPath, reason: "its answer is too large")
                }
            case .end: return bytes
            case .head: break
            }
        }
        throw ControlClientError.cut(path: socketPath)
    }
}
