// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import FoundationEssentials
internal import Glibc
public import LocalSocket
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// The client of the control interface for the command line. Each request uses its own connection.
public struct ControlClient: Sendable {
    /// The end of a stream.
    public enum StreamEnd: Hashable, Sendable {
        /// The daemon ended the stream because it is stopping.
        case ended
        /// The caller ended the stream.
        case left
    }

    /// The path of the daemon's socket.
    public let socketPath: String

    /// Creates a client for the daemon that listens at a path.
    public init(socketPath: String = ControlSocket.clientPath()) { self.socketPath = socketPath }

    /// Streams the daemon's observations as a recording, chunk by chunk; a chunk may end anywhere. While `take` runs,
    /// the client reads nothing, and the daemon buffers observations up to its limit.
    ///
    /// - Parameters:
    ///   - request: The observations to stream.
    ///   - take: Called with each chunk, which is never empty; returns false to end the stream.
    /// - Throws: `ControlClientError`, an error of `take`, or `CancellationError` if the task is cancelled.
    public func streamObservations(
        _ request: ObservationRequest = ObservationRequest(), to take: @Sendable ([UInt8]) async throws -> Bool
    ) async throws -> StreamEnd {
        let connection = try await connect()
        do {
            return try await connection.executeThenClose { answer, requests in
                try await requests.write(contentsOf: self.parts(ControlRoute.observations + request.query))
                var parts = answer.makeAsyncIterator()
                try await self.readHead(&parts)
                while let part = try await parts.next() {
                    switch part {
                    case .body(let chunk):
                        if chunk.readableBytes > 0, try await !take(Array(chunk.readableBytesView)) { return .left }
                    case .end: return .ended
                    case .head: break
                    }
                }
                throw ControlClientError.cut(path: self.socketPath)
            }
        } catch {
            throw Task.isCancelled ? CancellationError() : explained(error)
        }
    }

    typealias Connection = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>
    typealias Parts = NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator

    func connect() async throws -> Connection {
        do {
            try checkSocket()
            return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(unixDomainSocketPath: socketPath) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        return try Connection(wrappingChannelSynchronously: channel)
                    }
                }
        } catch let error as IOError {
            switch error.errnoCode {
            case ENOENT, ECONNREFUSED, ENOTDIR: throw ControlClientError.notRunning(path: socketPath)
            case EACCES, EPERM: throw ControlClientError.noPermission(path: socketPath)
            default: throw explained(error)
            }
        }
    }

    private func checkSocket() throws(ControlClientError) {
        if socketPath.utf8.count > ControlSocket.pathLimit { throw .badSocket(.pathTooLong(path: socketPath)) }
        do {
            try SocketFolder(of: socketPath).check()
        } catch {
            throw .badSocket(error)
        }
    }

    func parts(_ uri: String, _ method: HTTPMethod = .GET, body: [UInt8] = []) -> [HTTPClientRequestPart] {
        var headers: HTTPHeaders = ["Host": "localhost", "Connection": "close"]
        if !body.isEmpty {
            headers.add(name: "Content-Type", value: "application/json")
            headers.add(name: "Content-Length", value: "\(body.count)")
        }
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: headers)
        let content = body.isEmpty ? [] : [HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body)))]
        return [.head(head)] + content + [.end(nil)]
    }

    /// Reads an answer up to its body.
    ///
    /// - Throws: `ControlClientError` if the answer is an error.
    func readHead(_ parts: inout Parts) async throws {
        guard case .head(let head) = try await parts.next() else { throw ControlClientError.cut(path: socketPath) }
        if (200..<300).contains(head.status.code) { return }
        var text: [UInt8] = []
        while text.count < 4096, case .body(let chunk) = try await parts.next() { text += chunk.readableBytesView }
        while let last = text.last, [UInt8(ascii: "\n"), UInt8(ascii: " ")].contains(last) { text.removeLast() }
        let problem = try? JSONDecoder().decode(Problem.self, from: Data(text))
        throw ControlClientError.refused(
            status: head.status.code, text: problem?.detail ?? String(decoding: text.prefix(4096), as: UTF8.self))
    }

    func explained(_ error: any Error) -> any Error {
        switch error {
        case is HTTPParserError: ControlClientError.cut(path: socketPath)
        case let error as IOError where [ECONNRESET, EPIPE].contains(error.errnoCode):
            ControlClientError.cut(path: socketPath)
        case is IOError, is ChannelError, is NIOConnectionError:
            ControlClientError.failed(path: socketPath, reason: "\(error)")
        default: error
        }
    }
}
