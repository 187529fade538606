// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import OSNMA
internal import OSNMAFiles
internal import OSNMAValidation
internal import Storage
internal import Synchronization

/// What is trusted: what the store says, and the files in the folder that the configuration names.
///
/// Each file of the folder that is refused is one error in the log, at the start and at every reload; the others count.
final class ConfiguredTrust: TrustKeeping {
    private struct State {
        var folder: String?
        /// The files that count, once the folder was read.
        var entries: [TrustFile.Entry]?
        var isSimulation = false
    }

    private let keeper: TrustKeeper
    private let state: Mutex<State>
    private let logger: Logger

    /// - Parameters:
    ///   - keeper: keeps the trust of the store.
    ///   - folder: `osnma.trust_directory`; it is read when it is needed first.
    ///   - logger: where refused files are named.
    init(_ keeper: TrustKeeper, folder: String?, logger: Logger) {
        (self.keeper, self.logger) = (keeper, logger)
        state = Mutex(State(folder: folder))
    }

    /// Reads a folder, in place of the one before.
    ///
    /// - Returns: what counts is something else now.
    @discardableResult
    func read(_ folder: String?) -> Bool {
        let content = folder.flatMap(content)
        let entries = content?.entries ?? []
        return state.withLock { state in
            let isSame = state.entries == entries && state.isSimulation == content?.isSimulation ?? false
            state = State(folder: folder, entries: entries, isSimulation: content?.isSimulation ?? false)
            return !isSame
        }
    }

    func load() async -> TrustStart {
        var start = TrustStart(anchors: TrustAnchors())
        do throws(StoreError) {
            let stored = try await keeper.load()
            (start.anchors, start.hotStart) = (stored.anchors, stored.hotStart)
        } catch {
            logger.error("osnma: cannot read the trust store; no stored keys are trusted: \(error)")
        }
        if let folder = state.withLock({ $0.entries == nil ? $0.folder : nil }) { read(folder) }
        let (entries, isSimulation) = state.withLock { ($0.entries ?? [], $0.isSimulation) }
        start.anchors.add(TrustAnchors(entries))
        start.isSimulation = isSimulation
        return start
    }

    func save(_ state: HotStartState) async {
        do throws(StoreError) {
            try await keeper.save(state)
        } catch {
            logger.error("osnma: what was learnt is not kept: \(error)")
        }
    }

    private func content(_ folder: String) -> TrustFolder? {
        let content: TrustFolder
        do throws(TrustFolder.Refusal) {
            content = try TrustFolder(folder)
        } catch {
            logger.error("osnma: cannot read 'osnma.trust_directory': \(error)")
            return nil
        }
        for refusal in content.refusals { logger.error("osnma: refused a file of 'osnma.trust_directory': \(refusal)") }
        if content.entries.isEmpty, content.refusals.isEmpty {
            logger.warning("osnma: \(folder) ('osnma.trust_directory') holds no Merkle tree and no public key")
        }
        if content.isSimulation {
            logger.notice("osnma: \(folder) holds keys of a simulation: no verdict says anything of Galileo")
        }
        return content
    }
}
