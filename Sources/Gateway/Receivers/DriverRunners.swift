// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import ObservationBus

/// Makes the runners of all receivers from the plugins that were found.
struct DriverRunners: RunnerFactory {
    let drivers: DriverRegistry
    let hub: ObservationHub

    func check(_ plan: ReceiverPlan) throws(GatewayFailure) {
        _ = try instance(plan, plugin(plan), SilentHost())
    }

    func makeRunner(_ plan: ReceiverPlan, _ record: ReceiverRecord) throws(GatewayFailure) -> any DriverRunner {
        let plugin = try plugin(plan)
        let port = ReceiverPort(record, plugin: plugin.description, hub: hub)
        return ThreadRunner(try instance(plan, plugin, port), port)
    }

    private func plugin(_ plan: ReceiverPlan) throws(GatewayFailure) -> LoadedPlugin {
        guard let plugin = drivers.plugin(ofKind: plan.driver) else {
            throw GatewayFailure(.configuration, "receiver \(plan.id): no driver '\(plan.driver)' was found")
        }
        return plugin
    }

    private func instance(
        _ plan: ReceiverPlan, _ plugin: LoadedPlugin, _ host: any DriverHost
    ) throws(GatewayFailure) -> DriverInstance {
        do throws(PluginError) {
            return try DriverInstance(of: plugin.table, configuration: plan.configuration, host: host)
        } catch {
            let place = plan.place.isEmpty ? "" : "\(plan.place): "
            throw GatewayFailure(.configuration, "\(place)receiver \(plan.id): \(error)")
        }
    }
}

/// The host of a driver that is made only to see whether it can be.
private final class SilentHost: DriverHost {
    func publish(_ batch: UnsafeRawBufferPointer, recordCount: Int) -> PublishAnswer { .accepted }
    func log(_ level: LogLevel, _ message: String) {}
    func report(_ state: DriverStateReport) {}
    func now() -> HostTime { HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0) }
}
