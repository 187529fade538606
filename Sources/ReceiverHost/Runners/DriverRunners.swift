// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
package import DaemonRuntime
internal import DriverKit
internal import GNSSTypes
package import ObservationBus
internal import PluginHosting
internal import SystemSupport

/// Creates the runners of all receivers from the plugins found.
package struct DriverRunners: RunnerFactory {
    package let drivers: DriverRegistry
    package let hub: ObservationHub

    package init(drivers: DriverRegistry, hub: ObservationHub) { (self.drivers, self.hub) = (drivers, hub) }

    /// Asks the driver, in its process if it is isolated, whether it accepts the plan's configuration.
    ///
    /// - Throws: `GatewayError` if the driver refuses the configuration, or is not loaded. A driver that crashes is
    ///   accepted here: its supervisor handles that.
    package func check(_ plan: ReceiverPlan) throws(GatewayError) {
        if let refusal = try refusal(of: plan) { throw failure(plan, refusal) }
    }

    /// Asks the drivers of several receivers as `check(_:)` does; those that are isolated at the same time, so that
    /// drivers that do not answer delay the caller only once. Blocks.
    ///
    /// - Throws: `GatewayError` for the first receiver that cannot run.
    package func check(_ plans: [ReceiverPlan]) throws(GatewayError) {
        let isolated = plans.filter { isIsolated($0) }
        let results = WorkerThread.map(isolated, atMost: PluginCatalogue.questionsAtOnce) { plan in
            Result { () throws(GatewayError) in try self.check(plan) }
        }
        var next = results.makeIterator()
        for plan in plans {
            if isIsolated(plan) { try next.next()?.get() } else { try check(plan) }
        }
    }

    private func isIsolated(_ plan: ReceiverPlan) -> Bool {
        drivers.plugin(ofKind: plan.driver).map { table(plan, $0) == nil } ?? false
    }

    /// Asks the driver as `check` does.
    ///
    /// - Returns: The reason why the driver refuses the configuration; nil if it accepts.
    /// - Throws: `GatewayError` if the driver is not loaded.
    package func refusal(of plan: ReceiverPlan) throws(GatewayError) -> ConfigurationRefusal? {
        let plugin = try plugin(plan)
        if let table = table(plan, plugin) {
            do throws(PluginError) {
                _ = try DriverInstance(of: table, configuration: plan.configuration, host: SilentHost())
                return nil
            } catch {
                return ConfigurationRefusal(error.description)
            }
        }
        do throws(ChildQuestion.QuestionError) {
            let question = ChildQuestion(
                program: drivers.program, plugin: plugin.path, memoryMiB: plan.limits.memoryMiB)
            return try question.refusal(of: plan.configuration)
        } catch .refused(_, let words) {
            return ConfigurationRefusal(words)
        } catch {
            // A failing process is handled by the supervisor.
            return nil
        }
    }

    /// Creates the runner of a receiver: a thread for a built-in driver, otherwise a process.
    ///
    /// - Throws: `GatewayError` if the driver is not loaded, or a built-in driver refuses the configuration.
    package func makeRunner(_ plan: ReceiverPlan, _ record: ReceiverRecord) throws(GatewayError) -> any DriverRunner {
        let plugin = try plugin(plan)
        let port = ReceiverPort(record, plugin: plugin.description, hub: hub)
        if let table = table(plan, plugin) { return ThreadRunner(try instance(plan, table, port), port) }
        return ChildRunner(
            ChildRunner.Order(
                program: drivers.program, plugin: plugin, configuration: plan.configuration, limits: plan.limits),
            port)
    }

    private func plugin(_ plan: ReceiverPlan) throws(GatewayError) -> FoundPlugin {
        guard let plugin = drivers.plugin(ofKind: plan.driver) else {
            throw GatewayError(.configuration, "receiver \(plan.id): driver '\(plan.driver)' was not found")
        }
        return plugin
    }

    /// Returns the plugin's functions if its driver runs in this process; nil if it runs in a separate process,
    /// because the plan requests it or the plugin was not delivered with the gateway.
    private func table(_ plan: ReceiverPlan, _ plugin: FoundPlugin) -> PluginTable? {
        plan.isolation == .inProcess ? plugin.table : nil
    }

    private func instance(
        _ plan: ReceiverPlan, _ table: PluginTable, _ host: any DriverHost
    ) throws(GatewayError) -> DriverInstance {
        do throws(PluginError) {
            return try DriverInstance(of: table, configuration: plan.configuration, host: host)
        } catch {
            throw failure(plan, ConfigurationRefusal(error.description))
        }
    }

    private func failure(_ plan: ReceiverPlan, _ refusal: ConfigurationRefusal) -> GatewayError {
        if let key = refusal.key, let place = plan.keyPlaces[key] {
            return GatewayError(.configuration, "\(place): \(refusal.reason) (receiver \(plan.id))")
        }
        let place = plan.place.isEmpty ? "" : "\(plan.place): "
        let name = refusal.key.map { "config.\($0): " } ?? ""
        return GatewayError(.configuration, "\(place)receiver \(plan.id): \(name)\(refusal.reason)")
    }
}

/// The host of a driver that is only created in order to check its configuration.
private final class SilentHost: DriverHost {
    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer { .accepted }
    func log(_ level: LogLevel, _ message: String) {}
    func report(_ state: DriverStateReport) {}
    func now() -> HostTime { HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0) }
}
