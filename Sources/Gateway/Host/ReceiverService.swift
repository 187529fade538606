// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import ServiceLifecycle

/// Runs the drivers of all configured receivers, each on its thread, until the daemon is to end.
struct ReceiverService: Service {
    let threads: [ReceiverThread]
    /// An element each time a thread has ended.
    let ends: AsyncStream<Void>
    /// What a replay publishes before the servers listen would be seen by nobody.
    let servers: ServerGate
    let logger: Logger

    /// How long drivers have to end. The contract says 2 s; the daemon's own end takes what is left of them.
    static let stopLimit = Duration.milliseconds(1500)

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            await servers.wait()
            if Task.isCancelled { return }
            for thread in threads { thread.start() }
            try await watch()
        }
        for thread in threads { thread.stop() }
        await waitForEnd()
    }

    /// Returns when cancelled; throws once every driver has failed for good.
    private func watch() async throws {
        for await _ in ends {
            let failures = threads.compactMap(\.failure)
            if failures.count == threads.count {
                throw GatewayFailure(.unavailable, "no receiver can run:\n" + failures.joined(separator: "\n"))
            }
        }
    }

    private func waitForEnd() async {
        let deadline = ContinuousClock.now.advanced(by: Self.stopLimit)
        while ContinuousClock.now < deadline, threads.contains(where: \.isRunning) {
            // In the shutdown the task may be cancelled: then the sleep returns at once, and this polls.
            try? await Task.sleep(for: .milliseconds(5))
        }
        for thread in threads where thread.isRunning {
            logger.warning("the driver of \(thread.id) did not end in time and is left behind")
        }
    }
}
