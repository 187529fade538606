// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization

/// The file in the body of a request: within the limits of its size and its time, so that no client keeps the one place
/// for an import that it does not use.
struct PathUpload: Sendable {
    private let body: RequestBody
    /// What the client says that it sends; nil: it does not say.
    private let announced: Int?

    init(_ request: Request) {
        (body, announced) = (request.body, request.headers[.contentLength].flatMap { Int($0) })
    }

    /// Throws where the client announces more than is taken.
    func checkLength() throws(Problem) {
        if let announced, announced > PathImportLimit.bytes { throw Self.tooLarge("\(announced) bytes are announced") }
    }

    /// Hands the file on as it comes.
    ///
    /// - Throws: `Problem` where it is too large, too slow or not whole; what `take` throws.
    func read(into take: @escaping @Sendable ([UInt8]) async throws -> Void) async throws {
        let progress = Progress()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await read(progress, into: take) }
            group.addTask { try await progress.watch() }
            defer { group.cancelAll() }
            try await group.next()
        }
        try Task.checkCancellation()
        if let announced, progress.count != announced {
            throw Problem(.badRequest, "the file is incomplete: \(progress.count) of \(announced) bytes arrived")
        }
    }

    private func read(_ progress: Progress, into take: @Sendable ([UInt8]) async throws -> Void) async throws {
        for try await buffer in body {
            let count = progress.note(buffer.readableBytes)
            guard count <= PathImportLimit.bytes else { throw Self.tooLarge("\(count) bytes and more arrived") }
            try await take(Array(buffer.readableBytesView))
        }
        // A task that is cancelled finds no more bytes either.
        try Task.checkCancellation()
    }

    private static func tooLarge(_ found: String) -> Problem {
        Problem(
            .contentTooLarge, "a file to import may have \(PathImportLimit.bytes) bytes, but \(found); split the file")
    }

    /// How far an upload is.
    private final class Progress: Sendable {
        private struct State {
            let start = ContinuousClock.now
            var last = ContinuousClock.now
            var count = 0
        }

        /// Protects times and count, which the reader changes and the watch reads.
        private let state = Mutex(State())

        var count: Int { state.withLock { $0.count } }

        /// So many bytes came.
        ///
        /// - Returns: how many came so far.
        func note(_ count: Int) -> Int {
            state.withLock { state in
                state.last = .now
                state.count += count
                return state.count
            }
        }

        /// Throws once the time is up.
        func watch() async throws {
            while true {
                let (start, last, count) = state.withLock { ($0.start, $0.last, $0.count) }
                let (end, pause) = (start + PathImportLimit.arrival, last + PathImportLimit.pause)
                let now = ContinuousClock.now
                if now >= end {
                    throw Problem(
                        .requestTimeout,
                        "a file to import may take \(PathImportLimit.arrival) to arrive; in that time \(count) bytes came"
                    )
                }
                if now >= pause {
                    throw Problem(
                        .requestTimeout,
                        "no byte of the file came for \(PathImportLimit.pause), after the first \(count)")
                }
                try await Task.sleep(until: min(end, pause), clock: .continuous)
            }
        }
    }
}
