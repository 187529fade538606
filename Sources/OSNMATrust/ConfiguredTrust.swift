// SPDX-License-Identifier: Apache-2.0

package import Logging
internal import OSNMA
internal import OSNMAFiles
package import OSNMAValidation
internal import Storage
internal import Synchronization

/// The keys and roots that OSNMA trusts: from the store, and from the files in the configured folder.
///
/// Each refused file is logged as an error, at the start and at every reload; the other files are used.
package final class ConfiguredTrust: TrustKeeping {
    private struct State {
        var folder: String?
        /// The valid files' entries; nil until the folder has been read.
        var entries: [TrustFile.Entry]?
        /// The roots and keys of simulations among the entries.
        var simulation: Set<TrustFingerprint> = []
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

    /// Reads a folder, which replaces the previous one.
    ///
    /// - Returns: True if the trusted roots and keys have changed.
    @discardableResult
    package func read(_ folder: String?) -> Bool {
        let content = folder.flatMap(content)
        let new = State(folder: folder, entries: content?.entries ?? [], simulation: content?.simulation ?? [])
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
        if let folder = state.withLock({ $0.entries == nil ? $0.folder : nil }) { read(folder) }
        let (entries, simulation) = state.withLock { ($0.entries ?? [], $0.simulation) }
        start.anchors.add(TrustAnchors(entries))
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

    private func content(_ folder: String) -> TrustFolder? {
        let content: TrustFolder
        do throws(TrustFolder.FolderError) {
            content = try TrustFolder(folder)
        } catch {
            logger.error("osnma: cannot read 'osnma.trust_directory': \(error)")
            return nil
        }
        for error in content.errors { logger.error("osnma: refused a file of 'osnma.trust_directory': \(error)") }
        if content.entries.isEmpty, content.errors.isEmpty {
            logger.warning("osnma: \(folder) ('osnma.trust_directory') contains no Merkle tree and no public key")
        }
        if content.isSimulation {
            logger.notice("osnma: \(folder) contains a simulation's keys: verdicts say nothing about Galileo")
        }
        return content
    }
}
