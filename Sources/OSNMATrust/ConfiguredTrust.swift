// SPDX-License-Identifier: Apache-2.0

package import Logging
internal import OSNMA
internal import OSNMAFiles
package import OSNMAValidation
internal import Storage
internal import Synchronization

/// The keys and roots that OSNMA trusts: from the store, and from the files in the configured folder.
///
/// Each refused file is logged as an error, at the start and at every reload; the other files are used, and so is what a
/// refused file contained when it was last read.
package final class ConfiguredTrust: TrustKeeping {
    private struct State {
        var folder: String?
        /// True if the folder has been read, or could not be.
        var isRead = false
        /// The content of the folder; nil if it has none.
        var content: TrustFolder?

        var entries: [TrustFile.Entry] { content?.entries ?? [] }
        /// The roots and keys of simulations among the entries.
        var simulation: Set<TrustFingerprint> { content?.simulation ?? [] }
    }

    private let coordinator: TrustCoordinator
    /// Protects the folder and the entries read from it. Never held together with `isFailing`.
    private let state: Mutex<State>
    /// True if the last attempt to store failed; consecutive failures are logged once.
    private let isFailing = Mutex(false)
    private let logger: Logger

    /// - Parameters:
    ///   - coordinator: Keeps OSNMA's trust in the store.
    ///   - folder: `osnma.trust_directory`; read when it is first needed.
    ///   - logger: Logs refused files.
    package init(_ coordinator: TrustCoordinator, folder: String?, logger: Logger) {
        (self.coordinator, self.logger) = (coordinator, logger)
        state = Mutex(State(folder: folder))
    }

    /// Reads a folder, which replaces the previous one. If the same folder or one of its files cannot be read again, what it
    /// contained before stays trusted: a medium that is missing for a moment, or a file that is being written, must not end
    /// authentication.
    ///
    /// - Returns: True if the trusted roots and keys have changed.
    @discardableResult
    package func read(_ folder: String?) -> Bool {
        let before = state.withLock { $0.folder == folder ? $0.content : nil }
        let new = State(folder: folder, isRead: true, content: folder.flatMap { content($0, before) })
        return state.withLock { state in
            defer { state = new }
            return state.entries != new.entries || state.simulation != new.simulation
        }
    }

    package func load() async -> TrustStart {
        var start = TrustStart(anchors: TrustAnchors())
        do throws(StoreError) {
            start = try await coordinator.load()
        } catch {
            logger.error("osnma: cannot read the trust store; no stored keys are trusted: \(error)")
        }
        if let folder = state.withLock({ $0.isRead ? nil : $0.folder }) { read(folder) }
        let (entries, simulation) = state.withLock { ($0.entries, $0.simulation) }
        let removed = start.removed
        // The periods of a file hold for what is trusted without it, too.
        start.end(at: nil)
        start.anchors.add(TrustAnchors(entries.filter { !removed.contains($0.fingerprint) }))
        start.end(at: coordinator.time)
        // The built-in keys and roots are Galileo's, even if a file declares them a simulation's.
        start.simulation = simulation.subtracting(BuiltInTrust.entries.map(\.fingerprint))
        return start
    }

    package func save(_ learnt: LearntTrust) async -> Bool {
        do throws(StoreError) {
            try await coordinator.save(learnt)
            isFailing.withLock { $0 = false }
            return true
        } catch {
            // Saving is retried every few seconds, but its failure is logged only once.
            let isNews = isFailing.withLock { isFailing in
                defer { isFailing = true }
                return !isFailing
            }
            if isNews { logger.error("osnma: cannot store the keys that were received: \(error)") }
            return false
        }
    }

    private func content(_ folder: String, _ before: TrustFolder?) -> TrustFolder? {
        let content: TrustFolder
        do throws(TrustFolder.FolderError) {
            content = try TrustFolder(folder, before: before)
        } catch {
            let rest = before == nil ? "" : "; what it contained before is still trusted"
            logger.error("osnma: cannot read 'osnma.trust_directory': \(error)\(rest)")
            return before
        }
        for error in content.errors {
            let rest = content.isKept(error.path) ? "; its content from before is still trusted" : ""
            logger.error("osnma: refused a file of 'osnma.trust_directory': \(error)\(rest)")
        }
        if content.entries.isEmpty, content.errors.isEmpty {
            logger.warning("osnma: \(folder) ('osnma.trust_directory') contains no Merkle tree and no public key")
        }
        if content.isSimulation {
            logger.notice("osnma: \(folder) contains a simulation's keys: verdicts say nothing about Galileo")
        }
        return content
    }
}
