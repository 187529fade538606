// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import Dispatch
internal import DriverKit
internal import GNSSTypes
internal import PluginHosting
internal import Synchronization

/// What a driver in a process of its own is offered: the pipe to the gateway. It answers as the gateway would in process.
final class PipedHost: DriverHost, Sendable {
    private let link: ChildLink
    private let delivers: Set<ObservationKind>
    private let isFlowControlled: Bool
    private let clock = GatewayClock(.system)
    /// Protects the answer that waits, at most one; `turn` says that there may be one.
    private let answers = Mutex<[PublishAnswer]>([])
    private let turn = DispatchSemaphore(value: 0)
    private let isClosed = Atomic(false)

    init(_ plugin: PluginDescription, _ link: ChildLink) {
        self.link = link
        delivers = Set(plugin.delivers)
        isFlowControlled = plugin.isFlowControlled
    }

    /// The driver is to end: no call waits for answers any more.
    func close() {
        isClosed.store(true, ordering: .releasing)
        turn.signal()
    }

    /// The gateway has answered.
    func take(_ answer: PublishAnswer) {
        // There is one question at a time; more answers than questions are forgotten.
        answers.withLock { if $0.isEmpty { $0.append(answer) } }
        turn.signal()
    }

    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer {
        link.send(ChildReport.batchFrame(batch, recordCount: UInt32(clamping: recordCount)))
        // The gateway refuses a bad batch for itself, counts and tells it. Here the driver learns the same.
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
