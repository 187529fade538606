// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Transport

/// Connects to a receiver: waits for an adapter, finds the channel, and connects. Its calls block.
struct BluetoothConnector {
    /// The times used for connecting, in nanoseconds.
    struct Timing: Sendable {
        /// The interval between checks for an adapter.
        var look: Int64 = 2_000_000_000
        /// The time for which the kernel keeps a link without a connection.
        var linkDecay: Int64 = 4_000_000_000
    }

    let settings: BluetoothSettings
    let radio: any Radio
    var timing = Timing()
    /// The end of all attempts, by `MonotonicClock`; the settings may end them earlier.
    var deadline = Int64.max
    /// Becomes readable to cancel everything; negative for none.
    var stop: Int32 = -1
    /// Waits, and returns whether to give up.
    var wait: (Int64) -> Bool = { _ in false }
    /// Receives progress messages for people.
    var report: (String) -> Void = { _ in }

    private var receiver: BluetoothAddress { settings.address }

    /// Connects to the receiver. If there is no adapter, waits for one if the settings say so.
    ///
    /// - Parameter silence: Nanoseconds without a byte after which the line fails; nil for no limit.
    /// - Throws: `BluetoothError`; `.interrupted` if it was stopped.
    func connect(silence: Int64?) throws(BluetoothError) -> RFCOMMLine {
        var told: BluetoothError?
        while true {
            do throws(BluetoothError) {
                let adapter = try adapter()
                // The connection attempt may have reported another state since the last wait.
                told = nil
                return try connectOnce(with: adapter, silence: silence)
            } catch {
                guard error.isOfAdapter, settings.waitsForAdapter, deadline == .max else { throw error }
                if told != error { report("\(receiver): \(error); waiting until that is resolved") }
                told = error
                if wait(timing.look) { throw .interrupted }
            }
        }
    }

    private func connectOnce(
        with adapter: BluetoothAdapter?, silence: Int64?
    ) throws(BluetoothError) -> RFCOMMLine {
        let memory = ReceiverRegister.memory(of: receiver)
        try awaitDecay(memory)
        // A listed channel that was refused is tried once more on its own link, without asking the receiver again.
        let isSettled = memory?.refusedAt != nil
        var choice = ChannelChoice(
            configured: settings.channel ?? (isSettled ? memory?.channel : nil), remembered: memory?.channel)
        var action = choice.begin()
        while true {
            switch action {
            case .ask(let kind):
                report("\(ReasonPhrase.asking.rawValue)\(receiver) for its serial port")
                do throws(BluetoothError) {
                    action = choice.take(try radio.services(of: receiver, kind, terms(adapter)))
                } catch {
                    action = choice.fail(asking: error)
                }
            case .connect(let channel):
                do throws(BluetoothError) {
                    return try connect(to: channel, choice, adapter, silence)
                } catch {
                    action = choice.fail(connectingTo: channel, error)
                    if case .giveUp(let failure) = action { note(failure, channel, choice, wasSettled: isSettled) }
                }
            case .giveUp(let failure): throw exact(failure)
            }
        }
    }

    private func connect(
        to channel: Int, _ choice: ChannelChoice, _ adapter: BluetoothAdapter?, _ silence: Int64?
    ) throws(BluetoothError) -> RFCOMMLine {
        let name = choice.name(of: channel)
        let place = "channel \(channel)\(name.isEmpty ? "" : " (\(name))")"
        report("\(ReasonPhrase.connecting.rawValue)to \(receiver), \(place)")
        let link = try radio.connect(to: receiver, channel: channel, terms(adapter))
        ReceiverRegister.note(ReceiverRegister.Memory(channel: channel), of: receiver)
        return RFCOMMLine(descriptor: link.descriptor, path: receiver.description, silence: silence, link.meaning)
    }

    private func terms(_ adapter: BluetoothAdapter?) -> BluetoothSocket.Terms {
        BluetoothSocket.Terms(
            adapter: adapter?.address, security: settings.security,
            deadline: min(deadline, MonotonicClock.now &+ settings.connectTimeout), stop: stop)
    }

    /// Remembers the outcome for the next attempt.
    private func note(_ failure: BluetoothError, _ channel: Int, _ choice: ChannelChoice, wasSettled: Bool) {
        guard case .refused = failure else { return }
        let isNew = choice.isListed(channel) && !wasSettled
        let memory = ReceiverRegister.Memory(channel: channel, refusedAt: MonotonicClock.now)
        ReceiverRegister.note(isNew ? memory : nil, of: receiver)
    }

    private func awaitDecay(_ memory: ReceiverRegister.Memory?) throws(BluetoothError) {
        guard let refusedAt = memory?.refusedAt else { return }
        let left = refusedAt &+ timing.linkDecay &- MonotonicClock.now
        guard left > 0 else { return }
        report("waiting for the link to \(receiver) to close, to try again on a new link")
        if wait(left) { throw .interrupted }
    }

    // MARK: The adapter

    /// The configured adapter; nil to let the kernel choose.
    private func adapter() throws(BluetoothError) -> BluetoothAdapter? {
        let all = try radio.adapters()
        guard let wanted = settings.adapter else {
            guard let first = all.first else { throw .noAdapter }
            guard !all.contains(where: \.isOn) else { return nil }
            throw .adapterOff(name: all.count == 1 ? first.name : nil, isBlocked: all.allSatisfy(\.isBlocked))
        }
        let found = all.first { adapter in
            switch wanted {
            case .number(let number): adapter.number == number
            case .address(let address): adapter.address == address
            }
        }
        guard let found else { throw .adapterMissing("\(wanted)") }
        guard found.isOn else { throw .adapterOff(name: found.name, isBlocked: found.isBlocked) }
        return found
    }

    /// Describes a missing adapter more precisely than the kernel does.
    private func exact(_ failure: BluetoothError) -> BluetoothError {
        guard failure.isOfAdapter else { return failure }
        do throws(BluetoothError) {
            _ = try adapter()
            return failure
        } catch {
            return error
        }
    }
}
