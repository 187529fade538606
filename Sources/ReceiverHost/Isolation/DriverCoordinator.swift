// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import DriverKit
internal import PluginHosting
internal import Synchronization
internal import SystemSupport

/// Executes the gateway's commands in a driver's process: one driver, created once and run once.
final class DriverCoordinator: Sendable {
    private let plugin: PluginTable
    private let host: PipedHost
    private let link: ChildLink
    /// Guards the driver and whether it runs. Held only for copying: the driver is called without it.
    private let state = Mutex(State())

    private struct State {
        var driver: DriverInstance?
        var isRunning = false
    }

    init(_ plugin: PluginTable, _ description: PluginDescription, _ link: ChildLink) {
        (self.plugin, self.link) = (plugin, link)
        host = PipedHost(description, link)
    }

    /// True while a thread executes the plugin's code.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    func take(_ command: HostCommand) {
        switch command {
        case .create(let configuration): create(configuration)
        case .run: run()
        case .stop:
            host.close()
            state.withLock { $0.driver }?.stop()
        case .answer(let answer): host.take(answer)
        case .probe(let device, let deadline): probe(device, deadline)
        case .write(let bytes): write(bytes)
        }
    }

    private func write(_ bytes: [UInt8]) {
        let (driver, isRunning) = state.withLock { ($0.driver, $0.isRunning) }
        guard let driver, isRunning else { return link.send(.gaveUp(1)) }
        do throws(PluginError) {
            let count = try driver.write(bytes)
            if count > 0 { link.send(.gaveUp(UInt32(clamping: count))) }
        } catch {
            link.send(.log(.warning, "corrections: \(error)"))
            link.send(.gaveUp(1))
        }
    }

    private func create(_ configuration: String) {
        do throws(PluginError) {
            let driver = try DriverInstance(of: plugin, configuration: configuration, host: host)
            state.withLock { $0.driver = driver }
            link.send(.created)
        } catch {
            link.send(.createFailed(error.description))
        }
    }

    private func run() {
        guard let driver = state.withLock({ $0.driver }) else { return }
        inThread("no thread for the driver") {
            driver.run()
        } tell: { [link] outcome in
            link.send(.ended(outcome))
        } orFail: { [link] words in
            link.send(.ended(.lost(words)))
        }
    }

    private func probe(_ device: String, _ deadline: Int64) {
        inThread("no thread for the probe") { [plugin] () -> ChildReport in
            do throws(PluginError) {
                let finding = try plugin.probe(device: device, deadlineNanoseconds: deadline)
                return .finding(certainty: UInt8(min(max(0, finding.certainty), 100)), finding.text)
            } catch {
                return .finding(certainty: nil, error.description)
            }
        } tell: { [link] report in
            link.send(report)
        } orFail: { [link] words in
            link.send(.finding(certainty: nil, words))
        }
    }

    /// Does the plugin's work in a different thread, while this one continues to receive commands.
    private func inThread<Result>(
        _ error: String, _ work: @escaping @Sendable () -> Result, tell: @escaping @Sendable (Result) -> Void,
        orFail fail: (String) -> Void
    ) {
        state.withLock { $0.isRunning = true }
        let reason = WorkerThread.detach {
            let result = work()
            // This comes first: after `tell`, the gateway may close the pipe.
            self.state.withLock { $0.isRunning = false }
            tell(result)
        }
        if let reason {
            state.withLock { $0.isRunning = false }
            fail("\(error): \(reason)")
        }
    }
}
