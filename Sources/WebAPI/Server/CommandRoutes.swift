// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import FoundationEssentials
internal import Hummingbird
internal import NIOCore
internal import Settings

/// The routes that select, start, stop, restart and forget receivers, and the one that reloads the configuration.
struct CommandRoutes: Sendable {
    /// The maximum size of a request's body in bytes.
    static let bodyLimit = 16 << 10
    /// The longest time for the arrival of a request's body.
    static let bodyArrival = Duration.seconds(30)

    let control: any GatewayControl

    func add(to router: Router<ControlContext>) {
        router.put("/v1/receivers/active") { request, _ in
            let choice: ReceiverChoice = try await Self.body(request, form: #"{"id":"ID OF A RECEIVER"}"#)
            return try JSONAnswer.response(await control.use(receiver: choice.id))
        }
        router.delete("/v1/receivers/active") { _, _ in
            try JSONAnswer.response(await control.useAutomatically())
        }
        router.delete("/v1/receivers/:id") { _, context in
            try await control.forget(identity: try PathText.parameter("id", context))
            return Response(status: .noContent)
        }
        for command in ReceiverCommand.allCases {
            router.post("/v1/receivers/:id/\(command.rawValue)") { _, context in
                let id = try PathText.parameter("id", context)
                return try JSONAnswer.response(await control.perform(command, on: id))
            }
        }
        router.post("/v1/reload") { _, _ in
            try await control.reload()
            return Response(status: .noContent)
        }
    }

    /// Decodes the JSON body of a request.
    ///
    /// - Parameters:
    ///   - form: An example of the body, for error messages.
    ///   - isOptional: True if a missing body counts as an empty object.
    ///   - limit: The longest time for the arrival of the body.
    static func body<Value: Decodable>(
        _ request: Request, form: String, isOptional: Bool = false, within limit: Duration = bodyArrival
    ) async throws -> Value {
        let buffer: ByteBuffer
        do {
            buffer = try await collect(request.body, within: limit)
        } catch is NIOTooManyBytesError {
            throw Problem(.contentTooLarge, "the body is larger than \(bodyLimit) bytes")
        }
        let isEmpty = isOptional && buffer.readableBytes == 0
        do {
            return try JSONDecoder().decode(
                Value.self, from: isEmpty ? Data("{}".utf8) : Data(buffer.readableBytesView))
        } catch let error as SettingError {
            throw ControlError(.invalid, error.description)
        } catch {
            throw ControlError(.invalid, "the body does not have the form \(form)")
        }
    }

    private static func collect(_ body: RequestBody, within limit: Duration) async throws -> ByteBuffer {
        try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
            group.addTask {
                let buffer = try await body.collect(upTo: bodyLimit)
                // A cancelled task receives no more bytes.
                try Task.checkCancellation()
                return buffer
            }
            group.addTask {
                // The limit of the whole body, beside the one between two pieces.
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let buffer = try await group.next() ?? nil else {
                throw Problem(.requestTimeout, "the body may take \(limit) to arrive")
            }
            return buffer
        }
    }
}
