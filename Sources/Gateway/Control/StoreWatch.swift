// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import ServiceLifecycle
internal import Storage

/// Raises alerts about problems with opening the store and about unreadable rows. If the store is in memory, checks
/// once a minute whether it could be kept on disk again.
struct StoreWatch: Service {
    let store: Store
    /// The folder in which state should be kept.
    let folder: String
    let reporter: GatewayReporter
    let servers: ServerGate
    let logger: Logger
    var interval = Duration.seconds(60)

    /// Runs until the daemon shuts down.
    func run() async {
        await cancelWhenGracefulShutdown {
            // Clients that connect at the start receive the alerts too.
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
                AlertText.storeSkippedRow,
                ["row": .words("\(cell)"), "count": .count(store.damage.count), "folder": .words(folder)])
            reporter.say(Alert(code: StoreNotice.Code.damagedRows.rawValue, severity: .warning, text), logger)
        }
    }

    private func awaitDisk() async {
        guard let reason = store.condition.reason, reason.mayPass else { return }
        // The sleep throws only when the daemon shuts down.
        while (try? await Task.sleep(for: interval, tolerance: interval / 10)) != nil {
            guard StateFolder(folder).isUsable else { continue }
            let text = CodedText(AlertText.storeWritable, ["folder": .words(folder)])
            return reporter.say(Alert(code: StoreNotice.Code.inMemory.rawValue, severity: .critical, text), logger)
        }
    }
}

extension Alert {
    /// The alert for a notice of the store.
    init(_ notice: StoreNotice) {
        let severity: Severity =
            switch notice.code {
            case .inMemory, .setAside: .critical
            case .lost, .damagedRows: .warning
            }
        self.init(code: notice.code.rawValue, severity: severity, text: notice.text, message: notice.message)
    }
}
