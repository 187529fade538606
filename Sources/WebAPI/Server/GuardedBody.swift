// SPDX-License-Identifier: Apache-2.0

internal import Hummingbird
internal import NIOCore

/// A request's body during whose arrival the caller's rights are examined again: after each piece and at the end, so
/// that no route can use a body that was completed after its sender lost the right to send it.
struct GuardedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let body: RequestBody
    /// Throws if the caller may no longer make the request.
    let check: @Sendable () throws -> Void

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var pieces: RequestBody.AsyncIterator
        fileprivate let check: @Sendable () throws -> Void

        mutating func next() async throws -> ByteBuffer? {
            let piece = try await pieces.next()
            try check()
            return piece
        }
    }

    var asRequestBody: RequestBody { RequestBody(asyncSequence: self) }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: body.makeAsyncIterator(), check: check) }
}
