// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import Glibc
package import SetupModel
internal import Synchronization
internal import SystemSupport
internal import Transport

/// The pairings that people follow: the running one, and the most recent ended ones.
package final class PairingTalks: Sendable {
    /// The number of ended pairings to keep.
    private static let keptCount = 8
    /// The time for which ended pairings are kept.
    private static let keptTime = Duration.seconds(600)
    /// The number of times that bluetoothd is asked to end a pairing, four a second.
    private static let cancellations = 120

    private struct State {
        var talks: [(id: UInt64, pairing: DevicePairing, talk: PairingTalk)] = []
        var lastID: UInt64 = 0

        mutating func clear() {
            talks.removeAll { $0.talk.end.map { .now - $0 > PairingTalks.keptTime } ?? false }
            while talks.count(where: { $0.talk.end != nil }) > PairingTalks.keptCount,
                let oldest = talks.firstIndex(where: { $0.talk.end != nil })
            {
                talks.remove(at: oldest)
            }
        }
    }

    /// Protects the list, which requests change.
    private let state = Mutex(State())

    package init() {}

    /// Starts a pairing on its own thread.
    ///
    /// - Parameter radio: Held until the pairing has ended.
    /// - Throws: `ControlError` if another search or pairing is running.
    package func start(_ pairing: DevicePairing, on radio: Errand) throws(ControlError) -> PairingSession {
        try radio.begin()
        let (id, talk) = state.withLock { state in
            state.clear()
            state.lastID += 1
            let talk = PairingTalk(PairingSession(id: state.lastID, address: pairing.address.description))
            state.talks.append((state.lastID, pairing, talk))
            return (state.lastID, talk)
        }
        let error = WorkerThread.detach {
            do throws(BluetoothPairingError) {
                talk.finish(.success(try pairing.run(talk)))
            } catch {
                talk.finish(.failure(error))
            }
            radio.end()
        }
        if let error {
            radio.end()
            state.withLock { $0.talks.removeAll { $0.id == id } }
            throw ControlError(.unavailable, "cannot start a thread: \(error)")
        }
        return talk.session
    }

    /// - Throws: `ControlError` if the pairing is unknown.
    package func session(_ id: UInt64) throws(ControlError) -> PairingSession { try find(id).talk.session }

    /// Answers a question.
    ///
    /// - Throws: `ControlError` if the pairing is unknown or asks nothing, or the answer does not fit the question.
    package func answer(_ id: UInt64, _ answer: PairingAnswer) throws(ControlError) -> PairingSession {
        let talk = try find(id).talk
        try talk.take(answer)
        return talk.session
    }

    /// Ends a running pairing, and waits a moment for its end.
    ///
    /// - Throws: `ControlError` if the pairing is unknown.
    package func end(_ id: UInt64) async throws(ControlError) -> PairingSession {
        let (pairing, talk) = try find(id)
        guard talk.end == nil else { return talk.session }
        talk.cancel()
        // A device may wait for digits; only bluetoothd can end that, and only once it has begun the pairing. Without a
        // thread the pairing ends by itself.
        _ = WorkerThread.detach {
            for _ in 0..<Self.cancellations where talk.end == nil {
                pairing.cancel()
                // bluetoothd does not report when it begins the pairing.
                usleep(250_000)
            }
        }
        // For 3 s at most: the pairing's thread cannot be waited for.
        for _ in 0..<60 where talk.end == nil {
            do { try await Task.sleep(for: .milliseconds(50)) } catch { break }
        }
        return talk.session
    }

    private func find(_ id: UInt64) throws(ControlError) -> (pairing: DevicePairing, talk: PairingTalk) {
        let found = state.withLock { state in
            state.clear()
            return state.talks.first { $0.id == id }
        }
        guard let found else {
            throw ControlError(.notFound, "unknown pairing \(id); ended ones are kept for 10 minutes")
        }
        return (found.pairing, found.talk)
    }
}
