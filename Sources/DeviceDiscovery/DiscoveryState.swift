// SPDX-License-Identifier: Apache-2.0

/// The state machine of discovery: the facts known about each device, and the next actions. It has no clock, thread or
/// descriptor.
package struct DiscoveryState {
    /// An action for the owner.
    package enum Action: Hashable, Sendable {
        /// Probe the device and report the result with `finished`.
        case probe(SerialDevice)
        /// Run a receiver that was found on a device.
        case run(FoundReceiver)
        /// Remove a found receiver, for example because its device now belongs to a configured receiver.
        case forget(id: String)
        /// Retry receivers that wait for one of these names.
        case announce([String])
        /// Log a message.
        case say(String)
    }

    /// The state of a device.
    package enum Phase: Hashable, Sendable {
        /// The device is not probed, for the given reason.
        case leftAlone(String)
        /// The configured receiver with this ID uses the device.
        case configured(id: String)
        /// The device is being probed.
        case asking
        /// Nothing was found. The device is probed again at this time, in nanoseconds of the monotonic clock.
        case unknown(nextTry: Int64)
        /// The device is the receiver with this ID.
        case receiver(id: String)
    }

    /// A device and its state.
    package struct Entry: Sendable {
        package var device: SerialDevice
        package var phase: Phase
        var isPresent = true
        /// The number of the last absence of its device; absences are numbered in the order in which they began.
        var absence: UInt64 = 0
        package var tries = 0
        /// The number of times that the driver of the found receiver did not fit.
        var misfits = 0
        package var finding: DeviceProbeResult?
    }

    /// True if discovery searches for receivers.
    package var isSearching: Bool
    package var policy: ProbePolicy
    private(set) var entries: [DeviceIdentity: Entry] = [:]
    private var absences: UInt64 = 0

    /// The number of found receivers without a device to keep. Devices with ever new serial numbers would otherwise
    /// fill the memory.
    static let absentLimit = 64

    package init(isSearching: Bool, policy: ProbePolicy) { (self.isSearching, self.policy) = (isSearching, policy) }

    /// Updates the state with the current devices.
    ///
    /// - Parameters:
    ///   - devices: All current devices.
    ///   - owners: The IDs of configured receivers by the names (identity or path) of their devices.
    ///   - taken: All IDs in use.
    ///   - found: The IDs of the found receivers that run, are to run, or were stopped by a command.
    package mutating func update(
        _ devices: [SerialDevice], owners: [String: String], taken: Set<String>, found: Set<String>
    ) -> [Action] {
        let present = Set(devices.map(\.identity))
        for identity in entries.keys where !present.contains(identity) { leave(identity) }
        var actions = forgotten()
        for device in devices {
            // Two receivers that get IDs in one step must not get the same one.
            let ids = taken.union(actions.compactMap(\.receiverID))
            actions += update(device, owners, ids, found)
        }
        return actions + excess()
    }

    /// Notes that a found receiver cannot run; its device is probed again after a pause.
    package mutating func couldNotRun(_ receiver: FoundReceiver, now: Int64) {
        guard let entry = entries[receiver.device.identity], entry.phase == .receiver(id: receiver.id) else { return }
        let next = now + Self.pause(afterTries: entry.tries)
        entries[receiver.device.identity]?.phase = .unknown(nextTry: next)
    }

    /// Notes that the driver of a found receiver does not understand the protocol that the receiver uses now. Its
    /// device is probed again when the driver has released it; a receiver to which this happens repeatedly is probed
    /// after growing pauses.
    package mutating func doesNotFit(id: String, now: Int64) -> [Action] {
        guard let (identity, entry) = entries.first(where: { $0.value.phase == .receiver(id: id) }), entry.isPresent
        else { return [] }
        let pause = entry.misfits > 0 ? Self.pause(afterTries: entry.misfits) : Self.release
        entries[identity]?.misfits += 1
        entries[identity]?.phase = .unknown(nextTry: now + pause)
        return [
            .say("\(id): its driver does not understand what it sends now; its device is probed again"),
            .forget(id: id),
        ]
    }

    /// The time in nanoseconds for a driver to release its device.
    private static let release: Int64 = 3_000_000_000

    /// Processes the result of probing a device.
    package mutating func finished(
        _ device: SerialDevice, _ finding: DeviceProbeResult, taken: Set<String>, now: Int64
    ) -> [Action] {
        guard var entry = entries[device.identity], entry.phase == .asking else { return [] }
        entry.finding = finding
        entry.tries += 1
        guard entry.device.appearance == device.appearance, entry.isPresent else {
            // The device was unplugged in the meantime, and another one may have taken its place.
            entries[device.identity] = entry.isPresent ? entry : nil
            return entry.isPresent ? [.probe(entry.device)] : []
        }
        guard let driver = finding.driver else {
            entry.phase = .unknown(nextTry: now + Self.pause(afterTries: entry.tries))
            entries[device.identity] = entry
            return [.say("\(device.node) (\(device.name)): \(finding.text)")]
        }
        let id = ReceiverNaming.id(for: device, taken: taken)
        entry.phase = .receiver(id: id)
        entries[device.identity] = entry
        return [
            .say("found receiver \(id): \(device.node) (\(device.name)), \(finding.text): \(driver)"),
            .run(FoundReceiver(id: id, driver: driver, device: device)),
        ]
    }

    /// Returns actions for devices whose pause has ended.
    package mutating func due(now: Int64) -> [Action] {
        let due = entries.filter { entry in
            guard case .unknown(let next) = entry.value.phase else { return false }
            return entry.value.isPresent && next <= now
        }
        return due.keys.sorted { $0.rawValue < $1.rawValue }.flatMap { ask($0) }
    }

    /// The next time at which `due` returns actions; nil if no device is paused.
    var nextDue: Int64? {
        entries.values.compactMap { entry in
            guard entry.isPresent, case .unknown(let next) = entry.phase else { return nil }
            return next
        }.min()
    }

    /// True if no device is being probed.
    var isSettled: Bool { !entries.values.contains { $0.phase == .asking } }

    /// True if a receiver was found.
    var hasReceiver: Bool {
        entries.values.contains { entry in
            if case .receiver = entry.phase { true } else { false }
        }
    }

    /// The pause in nanoseconds before a device on which nothing was found is probed again: 15 s at first, then twice
    /// as long each time, at most 15 min. The pauses grow because each probe raises DTR on the device.
    package static func pause(afterTries tries: Int) -> Int64 {
        min(15 << Int64(min(max(tries - 1, 0), 6)), 900) * 1_000_000_000
    }

    private mutating func update(
        _ device: SerialDevice, _ owners: [String: String], _ taken: Set<String>, _ found: Set<String>
    ) -> [Action] {
        let owner = device.names.lazy.compactMap { owners[$0] }.first
        var old = entries[device.identity]
        // A device that is not searched for a receiver is none of the absent ones, which would otherwise be forgotten.
        if old == nil, owner == nil, isSearching, policy.verdict(device) == .ask { old = adopted(device) }
        let isNew = old.map { !$0.isPresent || $0.device.appearance != device.appearance } ?? true
        let isChanged = isNew || old?.device != device
        let announcement: [Action] = isChanged ? [.announce(device.paths + device.identity.abbreviations)] : []
        var entry = old ?? Entry(device: device, phase: .leftAlone(""))
        (entry.device, entry.isPresent) = (device, true)
        defer { entries[device.identity] = entry }
        if let owner {
            defer { entry.phase = .configured(id: owner) }
            if case .receiver(let id) = entry.phase { return [.forget(id: id)] + announcement }
            return announcement
        }
        switch entry.phase {
        case .receiver(let id) where !isSearching || policy.verdict(device) != .ask:
            entry.phase = .leftAlone("")
            return [.forget(id: id)] + announcement
        case .receiver(let id):
            guard let driver = entry.finding?.driver else { return announcement }
            guard found.contains(id) else {
                // A configured receiver has taken the ID.
                let new = ReceiverNaming.id(for: device, taken: taken)
                entry.phase = .receiver(id: new)
                return [
                    .say("found receiver \(id) is now called \(new), because another receiver has its ID"),
                    .run(FoundReceiver(id: new, driver: driver, device: device, formerID: id)),
                ] + announcement
            }
            guard isNew, old?.device.identity != device.identity else { return announcement }
            // This is the same model without a serial number, now at another USB port.
            return [.run(FoundReceiver(id: id, driver: driver, device: device))] + announcement
        case .asking: return announcement
        case .unknown, .leftAlone, .configured: break
        }
        guard isSearching else {
            entry.phase = .leftAlone("only configured receivers run (set discovery.enabled: true to change that)")
            return announcement
        }
        switch policy.verdict(device) {
        case .leaveAlone(let reason):
            let isSaid = entry.phase == .leftAlone(reason)
            entry.phase = .leftAlone(reason)
            return announcement + (isSaid ? [] : [.say("\(device.node) (\(device.name)) is left alone: \(reason)")])
        case .ask:
            // The change may have granted the missing permissions, so probe again.
            if case .unknown = entry.phase, !isChanged { return announcement }
            if isNew { entry.tries = 0 }
            entry.phase = .asking
            return announcement + [.probe(device)]
        }
    }

    private mutating func ask(_ identity: DeviceIdentity) -> [Action] {
        guard let device = entries[identity]?.device else { return [] }
        entries[identity]?.phase = .asking
        return [.probe(device)]
    }

    /// Marks an unplugged device as absent. The entry of a receiver, or of a device that is being probed, is kept, so
    /// that a receiver gets the same ID when it returns; the entry of any other device is removed.
    private mutating func leave(_ identity: DeviceIdentity) {
        switch entries[identity]?.phase {
        case .receiver, .asking:
            guard entries[identity]?.isPresent == true else { return }
            absences += 1
            entries[identity]?.isPresent = false
            entries[identity]?.absence = absences
        default: entries[identity] = nil
        }
    }

    /// Without discovery, no found receiver runs, so absent ones are removed too.
    private mutating func forgotten() -> [Action] {
        guard !isSearching else { return [] }
        return entries.filter { !$0.value.isPresent }.compactMap { entry in
            guard case .receiver(let id) = entry.value.phase else { return nil }
            entries[entry.key] = nil
            return .forget(id: id)
        }
    }

    /// Removes absent receivers beyond the limit, the one longest absent first.
    private mutating func excess() -> [Action] {
        var absent: [(identity: DeviceIdentity, id: String, absence: UInt64)] = []
        for (identity, entry) in entries where !entry.isPresent {
            guard case .receiver(let id) = entry.phase else { continue }
            absent.append((identity, id, entry.absence))
        }
        guard absent.count > Self.absentLimit else { return [] }
        absent.sort { $0.absence < $1.absence }
        var actions: [Action] = []
        for receiver in absent.dropLast(Self.absentLimit) {
            entries[receiver.identity] = nil
            let words = "found receiver \(receiver.id) is forgotten: \(Self.absentLimit) others were unplugged later"
            actions += [.say(words), .forget(id: receiver.id)]
        }
        return actions
    }

    /// Returns the absent receiver that now appears at another USB port. Receivers without a serial number are
    /// identified by their port; if exactly one of the model is absent, the device is taken to be that receiver.
    private mutating func adopted(_ device: SerialDevice) -> Entry? {
        guard let usb = device.usb, usb.distinctiveSerial == nil else { return nil }
        let away = entries.filter { entry in
            guard case .receiver = entry.value.phase, !entry.value.isPresent, let other = entry.value.device.usb else {
                return false
            }
            return other.isSameModel(as: usb)
        }
        guard away.count == 1, let (identity, entry) = away.first else { return nil }
        entries[identity] = nil
        return entry
    }
}

extension DiscoveryState.Action {
    /// The ID of the receiver to run.
    var receiverID: String? {
        if case .run(let receiver) = self { receiver.id } else { nil }
    }
}

/// A receiver that discovery found.
package struct FoundReceiver: Hashable, Sendable {
    package var id: String
    /// The kind of its driver.
    package var driver: String
    package var device: SerialDevice
    /// The ID that it had until a configured receiver took it; nil if its ID is its first one.
    package var formerID: String?
}

extension USBDescription {
    fileprivate func isSameModel(as other: USBDescription) -> Bool {
        vendorID == other.vendorID && productID == other.productID && distinctiveSerial == nil
            && other.distinctiveSerial == nil && interface == other.interface && bridgePort == other.bridgePort
    }
}
