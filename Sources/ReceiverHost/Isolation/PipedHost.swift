// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import Dispatch
internal import DriverKit
internal import GNSSTypes
internal import PluginHosting
internal import Synchronization

/// The host of a driver in a separate process: the pipe to the gateway. It answers as the gateway would in the same
/// process.
final class PipedHost: DriverHost, Sendable {
    private let link: ChildLink
    private let delivers: Set<ObservationKind>
    private let isFlowControlled: Bool
    private let clock = GatewayClock(.system)
    /// Guards the pending answer, of which there is at most one; `turn` signals that there may be one.
    private let answers = Mutex<[PublishAnswer]>([])
    private let turn = DispatchSemaphore(value: 0)
    private let isClosed = Atomic(false)

    init(_ plugin: PluginDescription, _ link: ChildLink) {
        self.link = link
        delivers = Set(plugin.delivers)
        isFlowControlled = plugin.isFlowControlled
    }

    /// Ends waiting for answers, because the driver must end.
    func close() {
        isClosed.store(true, ordering: .releasing)
        turn.signal()
    }

    /// Receives an answer of the gateway.
    func take(_ answer: PublishAnswer) {
        // There is one question at a time; surplus answers are ignored.
        answers.withLock { if $0.isEmpty { $0.append(answer) } }
        turn.signal()
    }

    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer {
        link.send(ChildReport.batchFrame(batch, recordCount: UInt32(clamping: recordCount)))
        // The gateway itself also refuses an invalid batch, counts and reports it. Here, the driver gets the same
        // answer.
        do throws(PublishError) {
            _ = try PublishedBatch.read(batch, recordCount: recordCount, delivers: delivers)
        } catch {
            if isFlowControlled { _ = answer() }
            return error.answer
        }
        return isFlowControlled ? answer() : .accepted
    }

    func log(_ level: LogLevel, _ message: String) { link.send(.log(level, message)) }

    func report(_ state: DriverStateReport) { link.send(.state(state)) }

    func now() -> HostTime { clock.now }

    private func answer() -> PublishAnswer {
        while !isClosed.load(ordering: .acquiring) {
            turn.wait()
            if let answer = answers.withLock({ $0.popLast() }) { return answer }
        }
        return .accepted
    }
}
