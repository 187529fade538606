// SPDX-License-Identifier: Apache-2.0

internal import BluetoothPairing
internal import ControlModel
internal import DaemonRuntime
internal import DeviceDiscovery
internal import Logging
internal import ReceiverHost
internal import Storage
internal import SystemSupport
internal import Transport

/// The receivers that the operator added.
extension GatewayController {
    /// The largest number of added receivers.
    static let addedLimit = 64

    /// Restores the receivers that the operator added in an earlier run. Called before the receivers start.
    func recallAdded() async {
        do throws(StoreError) {
            setAdded(try await parts.store.addedReceivers())
        } catch {
            parts.learner.note(error)
        }
        reviveAdded()
    }

    /// Starts added receivers that are not running, and stops those whose ID or device a configured receiver now uses.
    /// Called at the start and after each reload of the configuration.
    func reviveAdded() {
        for receiver in added {
            do throws(GatewayError) {
                let plan = try receiver.plan(parts.drivers)
                let others = conditions.map(\.plan).filter { $0.origin == .configured }
                if others.contains(where: { $0.id == plan.id }) || owner(of: plan, among: others) != nil {
                    parts.fleet.remove(plan.id, origin: .added)
                } else if !conditions.contains(where: { $0.plan.id == plan.id }) {
                    parts.fleet.add(plan)
                    // The operator may have removed the receiver in the meantime.
                    if !added.contains(receiver) { parts.fleet.remove(plan.id, origin: .added) }
                }
            } catch {
                parts.logger.error("cannot start the added receiver \(receiver.id): \(error)")
            }
        }
        parts.discovery.receiversChanged()
    }

    /// Returns the id of the receiver with a Bluetooth address; adds the receiver permanently if it is unknown.
    ///
    /// - Throws: `ControlError` if no driver supports the receiver, or it cannot be stored.
    func receiver(at address: BluetoothAddress) async throws(ControlError) -> String {
        let identity = ReceiverPlan.identity(ofAddress: address.description)
        if let known = conditions.first(where: { $0.plan.identity == identity }) { return known.plan.id }
        // The kernel would choose any of several adapters, but each of them has its own pairings. Other changes need not
        // wait for bluetoothd.
        let adapter: BluetoothAddress? = await WorkerThread.value { BlueZ.pairedAdapter(of: address) } ?? nil
        return try await additions.run { () throws(ControlError) -> String in
            if let known = self.conditions.first(where: { $0.plan.identity == identity }) { return known.plan.id }
            let receiver: AddedReceiver
            let plan: ReceiverPlan
            do throws(GatewayError) {
                receiver = try AddedReceiver(
                    address, self.parts.drivers, adapter: adapter, taken: Set(self.conditions.map(\.plan.id)))
                plan = try receiver.plan(self.parts.drivers)
            } catch {
                throw ControlError(.unavailable, error.description)
            }
            try await self.keep(self.added + [receiver])
            self.parts.fleet.add(plan)
            return plan.id
        }
    }

    /// Stops and removes a receiver that the operator added.
    ///
    /// - Parameter name: Its id, identity or address.
    /// - Returns: The identity under which it is known; nil if no such receiver was added.
    func removeAdded(_ name: String) async throws(ControlError) -> String? {
        try await additions.run { () throws(ControlError) -> String? in
            let address = BluetoothAddress(name)
            let removed = self.added.first { receiver in
                let own = receiver.address
                return receiver.id == name || (own != nil && own == address)
                    || own.map { ReceiverPlan.identity(ofAddress: $0.description) } == name
            }
            guard let removed else { return nil }
            let plan = self.conditions.first { $0.plan.id == removed.id && $0.plan.origin == .added }?.plan
            try await self.keep(self.added.filter { $0 != removed })
            self.parts.fleet.remove(removed.id, origin: .added)
            self.parts.discovery.receiversChanged()
            return plan.map { self.identity($0) }
                ?? removed.address.map { ReceiverPlan.identity(ofAddress: $0.description) } ?? removed.id
        }
    }

    /// The id of another added or configured receiver that uses the plan's device; nil if the device is free.
    func owner(of plan: ReceiverPlan, among plans: [ReceiverPlan]) -> String? {
        let others = plans.filter { $0.id != plan.id && $0.origin != .found }
        if let identity = plan.identity, let other = others.first(where: { $0.identity == identity }) {
            return other.id
        }
        return plan.device.flatMap { parts.discovery.owner(of: $0, among: others) }
    }

    /// Stores the list of added receivers, and then uses it.
    func keep(_ receivers: [AddedReceiver]) async throws(ControlError) {
        do throws(StoreError) {
            try await parts.store.setAddedReceivers(receivers, at: parts.clock.now.storedMilliseconds)
            parts.learner.note(nil)
        } catch {
            throw refusal(error)
        }
        setAdded(receivers)
    }
}
