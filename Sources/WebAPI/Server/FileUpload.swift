// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization

/// The uploaded file in a request's body, with limits on size and time, so that no client blocks others without sending
/// data.
struct FileUpload: Sendable {
    /// The limits of a kind of file.
    struct Limits: Sendable {
        /// The kind of file, as the beginning of a sentence: "a file to import".
        let kind: String
        /// The largest size of a file in bytes.
        let bytes: Int
        /// The remedy for a file that is too large.
        let remedy: String
        /// The longest time for the arrival of a file.
        let arrival: Duration
        /// The longest pause during the arrival of a file.
        let pause: Duration
    }

    /// The announced size in bytes; nil if none is announced.
    let announced: Int?
    private let body: RequestBody
    private let limits: Limits

    init(_ request: Request, _ limits: Limits) {
        (body, announced) = (request.body, request.headers[.contentLength].flatMap { Int($0) })
        self.limits = limits
    }

    /// Throws a `Problem` if the announced size exceeds the limit.
    func checkLength() throws(Problem) {
        if let announced, announced > limits.bytes { throw tooLarge("\(announced) bytes are announced") }
    }

    /// Passes the file on as it arrives.
    ///
    /// - Throws: `Problem` if the file is too large, too slow or incomplete; errors of `take`.
    func read(into take: @escaping @Sendable ([UInt8]) async throws -> Void) async throws {
        let progress = Progress(limits)
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
            guard count <= limits.bytes else { throw tooLarge("\(count) bytes or more arrived") }
            try await take(Array(buffer.readableBytesView))
        }
        // A cancelled task receives no more bytes either.
        try Task.checkCancellation()
    }

    private func tooLarge(_ found: String) -> Problem {
        Problem(
            .contentTooLarge, "\(limits.kind) may have at most \(limits.bytes) bytes, but \(found); \(limits.remedy)")
    }

    /// The progress of an upload.
    private final class Progress: Sendable {
        private struct State {
            let start = ContinuousClock.now
            var last = ContinuousClock.now
            var count = 0
        }

        /// Protects times and count, which the reader changes and `watch` reads.
        private let state = Mutex(State())
        private let limits: Limits

        init(_ limits: Limits) { self.limits = limits }

        var count: Int { state.withLock { $0.count } }

        /// Adds received bytes.
        ///
        /// - Returns: The number of bytes received so far.
        func note(_ count: Int) -> Int {
            state.withLock { state in
                state.last = .now
                state.count += count
                return state.count
            }
        }

        /// Waits, and throws a `Problem` when a time limit is reached.
        func watch() async throws {
            while true {
                let (start, last, count) = state.withLock { ($0.start, $0.last, $0.count) }
                let (end, pause) = (start + limits.arrival, last + limits.pause)
                let now = ContinuousClock.now
                if now >= end {
                    throw Problem(
                        .requestTimeout,
                        "\(limits.kind) may take \(limits.arrival) to arrive; only \(count) bytes arrived in that time")
                }
                if now >= pause {
                    throw Problem(
                        .requestTimeout,
                        "no data arrived for \(limits.pause), after \(count) bytes of the file")
                }
                try await Task.sleep(until: min(end, pause), clock: .continuous)
            }
        }
    }
}
