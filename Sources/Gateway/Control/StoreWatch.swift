// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import ServiceLifecycle
internal import Storage

/// Tells people how the store was opened, and of rows that cannot be read later. Looks once a minute whether a store that
/// is in memory could be on disk again.
struct StoreWatch: Service {
    let store: Store
    /// Where state was to be kept.
    let folder: String
    let reporter: GatewayReporter
    let servers: ServerGate
    let logger: Logger
    var interval = Duration.seconds(60)

    /// Tells until the daemon ends.
    func run() async {
        await cancelWhenGracefulShutdown {
            // Clients that listen from the start hear it too.
            await servers.wait()
            for notice in store.condition.notices { reporter.say(Alert(notice), logger) }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.followDamage() }
                group.addTask { await self.awaitDisk() }
            }
        }
    }

    private func followDamage() async {
        for await cell in store.damage.news {
            let text = CodedText(
                AlertText.storeSkippedRow, ["row": .words("\(cell)"), "count": .count(store.damage.count)])
            reporter.say(Alert(code: StoreNotice.Code.damagedRows.rawValue, severity: .warning, text), logger)
        }
    }

    private func awaitDisk() async {
        guard let reason = store.condition.reason, reason.mayPass else { return }
        // The pause throws only where the daemon ends.
        while (try? await Task.sleep(for: interval, tolerance: interval / 10)) != nil {
            guard StateFolder(folder).isUsable else { continue }
            let text = CodedText(AlertText.storeWritable, ["folder": .words(folder)])
            return reporter.say(Alert(code: StoreNotice.Code.inMemory.rawValue, severity: .critical, text), logger)
        }
    }
}

extension Alert {
    /// What a person should know of the store.
    init(_ notice: StoreNotice) {
        let severity: Severity =
            switch notice.code {
            case .inMemory, .setAside: .critical
            case .lost, .damagedRows: .warning
            }
        self.init(code: notice.code.rawValue, severity: severity, text: notice.text, message: notice.message)
    }
}
