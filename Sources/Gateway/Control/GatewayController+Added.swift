// SPDX-License-Identifier: Apache-2.0

internal import BluetoothPairing
internal import ControlModel
internal import DaemonRuntime
internal import Logging
internal import ReceiverHost
internal import Storage
internal import Transport

extension GatewayController {
    /// Adds the receivers again that the operator added in an earlier run. Called before the receivers start.
    func recallAdded() async {
        do throws(StoreError) {
            for receiver in try await parts.store.addedReceivers() {
                do throws(GatewayError) {
                    guard !isRunning(receiver) else { continue }
                    parts.fleet.add(try receiver.plan(parts.drivers))
                } catch {
                    parts.logger.error("receiver \(receiver.id), which the operator added: \(error)")
                }
            }
        } catch {
            parts.learner.note(error)
        }
    }

    /// Returns the id of the receiver with a Bluetooth address; adds the receiver permanently if none exists.
    ///
    /// - Throws: `ControlError` if no driver supports the receiver, or it cannot be stored.
    func receiver(at address: BluetoothAddress) async throws(ControlError) -> String {
        let identity = ReceiverPlan.identity(ofAddress: address.description)
        if let known = conditions.first(where: { $0.plan.identity == identity }) { return known.plan.id }
        let added: AddedReceiver
        let plan: ReceiverPlan
        do throws(GatewayError) {
            added = try AddedReceiver(address, parts.drivers, taken: Set(conditions.map(\.plan.id)))
            plan = try added.plan(parts.drivers)
        } catch {
            throw ControlError(.unavailable, error.description)
        }
        try await keepAdded { $0.filter { $0.address != added.address } + [added] }
        parts.fleet.add(plan)
        return added.id
    }

    /// Stops and removes a receiver that the operator added.
    ///
    /// - Parameter name: Its id, identity or address.
    /// - Returns: Its identity; nil if no such receiver was added.
    func removeAdded(_ name: String) async throws(ControlError) -> String? {
        let address = BluetoothAddress(name)?.description
        var removed: AddedReceiver?
        try await keepAdded { receivers in
            removed = receivers.first { receiver in
                [receiver.id, ReceiverPlan.identity(ofAddress: receiver.address)].contains(name)
                    || receiver.address == address
            }
            return receivers.filter { $0 != removed }
        }
        guard let removed else { return nil }
        parts.fleet.remove(removed.id)
        forgetStop(of: removed.id)
        return ReceiverPlan.identity(ofAddress: removed.address)
    }

    private func isRunning(_ receiver: AddedReceiver) -> Bool {
        let identity = ReceiverPlan.identity(ofAddress: receiver.address)
        return conditions.contains { $0.plan.identity == identity || $0.plan.id == receiver.id }
    }

    private func keepAdded(_ change: ([AddedReceiver]) -> [AddedReceiver]) async throws(ControlError) {
        do throws(StoreError) {
            let before = try await parts.store.addedReceivers()
            let after = change(before)
            guard after != before else { return }
            try await parts.store.setAddedReceivers(after, at: parts.clock.now.storedMilliseconds)
            parts.learner.note(nil)
        } catch {
            throw refusal(error)
        }
    }
}
