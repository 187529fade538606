// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import DriverKit
package import GNSSTypes
internal import PluginHosting
internal import ReceiverHost
internal import Synchronization
internal import SystemSupport
package import Transport

/// Connects to a receiver by its address for a while, with the driver that the gateway would use but without the
/// gateway. Nothing is stored, and no other program sees the data.
package final class BluetoothConnectionTest: Sendable {
    private let host: ConnectionHost
    private let driver: DriverInstance
    /// Protects the outcome, which the driver's thread sets and the task reads; nil while it runs.
    private let end = Mutex<RunOutcome?>(nil)

    /// - Parameters:
    ///   - address: The receiver's address.
    ///   - adapter: The address of the adapter to use; nil for any.
    ///   - take: Called with each payload on the driver's thread.
    /// - Throws: `GatewayError` if no driver in this process can connect to it.
    package init(
        _ address: BluetoothAddress, adapter: BluetoothAddress?, take: @escaping @Sendable (Payload) -> Void
    ) throws(GatewayError) {
        let drivers = DriverRegistry()
        let plan = try AddedReceiver(address, drivers, adapter: adapter, taken: []).plan(drivers)
        guard let plugin = drivers.plugin(ofKind: plan.driver), let table = plugin.table else {
            throw GatewayError(
                .unavailable,
                "the driver '\(plan.driver)' runs in a separate process; "
                    + "'gnss-gateway receivers use \(address)', then test it there")
        }
        host = ConnectionHost(Set(plugin.description.delivers), take)
        do throws(PluginError) {
            driver = try DriverInstance(of: table, configuration: plan.configuration, host: host)
        } catch {
            throw GatewayError(.unavailable, "\(error)")
        }
    }

    /// The reason that this machine's adapter cannot be used; nil if it can, or if this is unknown.
    package static var adapterProblem: BluetoothPairingError? {
        let root = SystemRoot()
        let names = BluetoothAdapters.names(root)
        guard let first = names.first else { return BlueZ.noAdapter }
        if names.allSatisfy({ RadioSwitch.block(of: $0, root) != nil }) { return RadioSwitch.problem(of: first) }
        // Without bluetoothd, the kernel can still connect.
        guard case .success(let adapters) = BlueZ.view(), !adapters.isEmpty else { return nil }
        return adapters.contains(where: \.isPowered) ? nil : RadioSwitch.problem(of: adapters[0].name)
    }

    /// Runs the driver until a condition is met or the time limit is reached. Call it once.
    ///
    /// - Returns: The driver's reports; the caller counts the payloads itself.
    package func run(for limit: Duration, until isEnough: @Sendable () -> Bool) async -> ConnectionSteps.Evidence {
        let error = WorkerThread.detach { [driver, self] in
            let outcome = driver.run()
            end.withLock { $0 = outcome }
        }
        let last = ContinuousClock.now + limit
        // A driver that reports that it cannot decode the data has listened long enough.
        while error == nil, ContinuousClock.now < last, !Task.isCancelled, !isEnough(), end.withLock({ $0 }) == nil,
            host.reports.last?.state != .degraded
        {
            try? await Task.sleep(for: .milliseconds(100))
        }
        var evidence = ConnectionSteps.Evidence()
        evidence.end = error ?? end.withLock { $0 }.flatMap(\.words)
        evidence.reports = host.reports
        driver.stop()
        // The driver must not be freed while its thread runs. In a cancelled task, a sleep would return at once; a
        // detached task is not cancelled.
        await Task.detached { [self] in
            while error == nil, end.withLock({ $0 }) == nil { try? await Task.sleep(for: .milliseconds(20)) }
        }.value
        return evidence
    }
}

extension RunOutcome {
    fileprivate var words: String? {
        switch self {
        case .lost(let words), .failed(let words), .refused(let words): words
        case .stopped, .finished: nil
        }
    }
}

/// Collects a driver's reports during a test.
private final class ConnectionHost: DriverHost, Sendable {
    private let delivers: Set<ObservationKind>
    private let take: @Sendable (Payload) -> Void
    /// Protects the states that the driver reports on its thread.
    private let kept = Mutex<[DriverStateReport]>([])
    private let clock = GatewayClock(.system)

    init(_ delivers: Set<ObservationKind>, _ take: @escaping @Sendable (Payload) -> Void) {
        (self.delivers, self.take) = (delivers, take)
    }

    var reports: [DriverStateReport] { kept.withLock { $0 } }

    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer {
        do throws(PublishError) {
            for entry in try PublishedBatch.read(batch, recordCount: recordCount, delivers: delivers) {
                take(entry.payload)
            }
            return .accepted
        } catch {
            return error.answer
        }
    }

    func log(_ level: LogLevel, _ message: String) {}

    func report(_ state: DriverStateReport) {
        kept.withLock { reports in
            // Limits the memory for a driver that reports without end.
            if reports.count >= 256 { reports.removeFirst() }
            reports.append(state)
        }
    }

    func now() -> HostTime { clock.now }
}
