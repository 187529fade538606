// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import MessageTexts
internal import Outbox

/// The current problems of the uplink, and the alerts about them.
struct MQTTProblems {
    var connection = ConnectionProblems(.publishing)
    private var store: MQTTReport.Problem?
    /// The problem of the store that the open alert names; nil if no alert is open.
    private var toldStore: CodedText?
    private var drops = DropWatch()

    /// The most important problem; nil while all is well.
    var first: MQTTReport.Problem? { connection.first ?? store }

    /// The reason why the positions of a queue cannot be stored; nil while they can.
    func problem(of queue: ItemQueue) -> MQTTReport.Problem? { queue.failure == nil ? nil : store }

    /// The time at which `news` may return an alert without another event; nil if only an event causes one.
    func nextNews(_ settings: MQTTUplinkSettings, at now: Int64) -> Int64? {
        let end = drops.end(every: settings.historyInterval).flatMap { $0 > now ? $0 : nil }
        return [connection.nextNews(at: now), end].compactMap { $0 }.min()
    }

    mutating func notStored(_ error: OutboxStoreError, at now: Timestamp) {
        let message = CodedText(MQTTText.notStored, ["detail": .words(error.description)])
        guard store?.message != message else { return }
        store = MQTTReport.Problem("not_stored", message, cure: CodedText(MQTTText.makeRoom), since: now)
    }

    mutating func stored() { store = nil }

    /// Returns the alerts that begin, end or get another cause now.
    ///
    /// - Parameter now: The time by the monotonic clock, in nanoseconds.
    mutating func news(_ settings: MQTTUplinkSettings, _ queues: [ItemQueue], at now: Int64) -> [Alert] {
        var news = [connection.news(settings, at: now)].compactMap { $0 }
        if let store, store.message != toldStore {
            news.append(
                Alert(
                    code: .mqttNotStored, severity: .warning, .mqttNotStored,
                    ["problem": .sentence(store.message), "cure": .sentence(store.cureMessage)]))
        } else if store == nil, toldStore != nil {
            news.append(Self.stored)
        }
        toldStore = store?.message
        switch drops.news(queues, settings.queueLimits, every: settings.historyInterval, at: now) {
        case .begins:
            news.append(
                Alert(
                    code: .mqttDropping, severity: .warning, .mqttDropping,
                    [
                        "crowded": .count(queues.reduce(0) { $0 + $1.tally.crowded + $1.droppedInMemory }),
                        "aged": .count(queues.reduce(0) { $0 + $1.tally.aged }),
                    ]))
        case .ends: news.append(Self.room)
        case nil: break
        }
        return news
    }

    /// Records that no broker is configured any more.
    ///
    /// - Returns: The ends of the alerts that were raised.
    mutating func removed() -> [Alert] {
        defer { self = MQTTProblems() }
        return [connection.removed(), toldStore == nil ? nil : Self.stored, drops.isTold ? Self.room : nil]
            .compactMap { $0 }
    }

    private static var stored: Alert {
        Alert(code: .mqttNotStored, severity: .information, .mqttStored, isOver: true)
    }

    private static var room: Alert {
        Alert(code: .mqttDropping, severity: .information, .mqttRoom, isOver: true)
    }
}
