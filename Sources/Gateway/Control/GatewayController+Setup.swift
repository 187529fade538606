// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import ControlModel
internal import DaemonRuntime
internal import DeviceDiscovery
internal import DriverKit
internal import GNSSTypes
internal import MessageTexts
internal import PluginHosting
internal import ReceiverHost
internal import Settings
internal import SystemSupport

/// Lets the operator add and change receivers.
extension GatewayController: ReceiverSetup {
    private typealias Member = ConfigurationValue.Member

    /// IDs that are reserved, because a receiver's URL would otherwise match another route.
    private static let reserved = ["active", "searches", "pairings", "provisionings"]

    var drivers: String {
        let plugins = parts.drivers.catalogue.plugins.filter { plugin in
            parts.drivers.plugin(ofKind: plugin.description.kind)?.path == plugin.path
        }
        return JSONWriter.text(.list(plugins.compactMap(description)))
    }

    private func description(of plugin: FoundPlugin) -> ConfigurationValue? {
        let about = plugin.description
        guard let schema = parts.drivers.schemas[about.kind]?.schema else { return nil }
        let isolation = plugin.isAlwaysIsolated ? Isolation.process : .inProcess
        return .section([
            Member(key: "driver", value: .text(about.kind)), Member(key: "version", value: .text(about.version)),
            Member(key: "summary", value: .text(about.summary)),
            Member(key: "isolation", value: .text(isolation.rawValue)),
            Member(key: "delivers", value: .list(about.delivers.map { .text($0.description) })),
            Member(key: "abilities", value: .list(about.abilities.map { .text($0) })),
            Member(key: "schema", value: schema.jsonSchema),
        ])
    }

    func addReceiver(_ entry: ReceiverEntry) async throws(ControlError) -> ReceiverReport {
        try await additions.run { () throws(ControlError) -> ReceiverReport in
            guard self.added.count < Self.addedLimit else {
                throw ControlError(
                    .conflict, "there are \(Self.addedLimit) added receivers already: remove one before you add another"
                )
            }
            var value = entry.value
            if value["id"] == nil {
                value = value.merged(with: .section([Member(key: "id", value: .text(self.freeID(for: value)))]))
            }
            let receiver = AddedReceiver(entry: value)
            let plan = try await self.plan(of: receiver)
            if self.conditions.contains(where: { $0.plan.id == plan.id })
                || self.added.contains(where: { $0.id == plan.id })
            {
                throw ControlError(.conflict, "there is already a receiver \"\(plan.id)\"", code: .taken)
            }
            try await self.keep(self.added + [receiver])
            self.parts.fleet.add(plan)
            self.parts.discovery.receiversChanged()
            return self.report(try self.condition(plan.id))
        }
    }

    func entry(ofReceiver id: String) async throws(ControlError) -> ReceiverEntry {
        ReceiverEntry(try addedReceiver(id).entry)
    }

    func changeReceiver(_ id: String, _ patch: ReceiverEntry) async throws(ControlError) -> ReceiverReport {
        try await additions.run { () throws(ControlError) -> ReceiverReport in
            let old = try self.addedReceiver(id)
            if let other = patch.value["id"], other != .text(id) {
                throw ControlError.badValues([
                    ValueError(
                        key: "id", text: "a receiver's id cannot be changed; add the receiver again with another id",
                        message: CodedText(ValueText.allowed, ["allowed": .words(id)]))
                ])
            }
            let new = AddedReceiver(entry: old.entry.merged(with: patch.value))
            let plan = try await self.plan(of: new)
            try await self.keep(self.added.map { $0.id == id ? new : $0 })
            // A receiver that a command stopped stays stopped; it uses the new settings when it is started.
            if !self.parts.fleet.changeStopped(plan) { self.parts.fleet.add(plan) }
            self.parts.discovery.receiversChanged()
            return self.report(try self.condition(id))
        }
    }

    /// - Throws: `ControlError` if no such receiver was added.
    private func addedReceiver(_ id: String) throws(ControlError) -> AddedReceiver {
        let condition = try condition(id)
        if condition.plan.origin == .added, let receiver = added.first(where: { $0.id == id }) { return receiver }
        let text =
            condition.plan.origin == .found
            ? "\(id) was found automatically; to configure it, add a receiver with the same device"
            : "\(id) comes from the configuration file and can be changed only there"
        throw ControlError(.conflict, text, code: .notAdded)
    }

    /// The plan of a receiver, checked by the configuration's rules and by its driver.
    ///
    /// - Throws: `ControlError` that lists all invalid values, or names the receiver that already uses the device.
    private func plan(of receiver: AddedReceiver) async throws(ControlError) -> ReceiverPlan {
        do throws(ConfigurationErrors) {
            _ = try receiver.checked(parts.drivers)
        } catch {
            throw ControlError.badValues(error.errors.map(ValueError.init))
        }
        if Self.reserved.contains(receiver.id) {
            throw ControlError.badValues([
                ValueError(
                    key: "id", text: "\"\(receiver.id)\" is reserved; choose another id",
                    message: CodedText(
                        ValueText.other, ["problem": .words("\"\(receiver.id)\" is reserved; choose another id")]))
            ])
        }
        let plan: ReceiverPlan
        do throws(GatewayError) {
            plan = try receiver.plan(parts.drivers)
        } catch {
            throw ControlError(.unavailable, error.description)
        }
        if let refusal = try await driversRefusal(of: plan) { throw ControlError.badValues([ValueError(refusal)]) }
        if let other = owner(of: plan, among: conditions.map(\.plan)) {
            throw ControlError(
                .conflict, "the receiver \"\(other)\" already has this device: change that receiver, or remove it",
                code: .taken)
        }
        return plan
    }

    /// Asks the driver whether it accepts the plan, on a separate thread because the answer may take a while.
    private func driversRefusal(of plan: ReceiverPlan) async throws(ControlError) -> ConfigurationRefusal? {
        let answer = await WorkerThread.value { [runners = parts.runners] in
            Result { () throws(GatewayError) in try runners.refusal(of: plan) }
        }
        guard let answer else { throw ControlError(.unavailable, "cannot start a thread for the driver") }
        do throws(GatewayError) {
            return try answer.get()
        } catch {
            throw ControlError(.unavailable, error.description)
        }
    }

    /// An unused ID, derived from the Bluetooth address or the driver's name.
    private func freeID(for entry: ConfigurationValue) -> String {
        let taken = Set(conditions.map(\.plan.id) + added.map(\.id))
        if let address = AddedReceiver(entry: entry).address {
            return AddedReceiver.name(of: address, taken: taken)
        }
        let driver = entry["driver"]?.text ?? ""
        let name = parts.drivers.schemas[driver] == nil ? "receiver" : String(driver.prefix(50))
        var id = name
        var number = 2
        while taken.contains(id) { (id, number) = ("\(name)-\(number)", number + 1) }
        return id
    }
}

extension ValueError {
    fileprivate init(_ refusal: ConfigurationRefusal) {
        self.init(
            key: refusal.key.map { "config.\($0)" } ?? "config", text: refusal.reason,
            message: CodedText(ReceiverText.driver, ["words": .words(refusal.reason)]))
    }
}
