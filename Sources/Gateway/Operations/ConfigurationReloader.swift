// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import CoreMetrics
internal import DaemonRuntime
internal import Logging
internal import ReceiverHost
internal import Settings
internal import Synchronization
internal import SystemSupport

/// Reads the configuration file again and applies it, as far as possible without a restart.
final class ConfigurationReloader: Sendable {
    private let file: String?
    private let drivers: DriverRegistry
    /// The configuration with which the daemon started.
    private let started: GatewayConfiguration
    /// The configuration in force.
    private let current: Mutex<GatewayConfiguration>
    private let check: @Sendable ([ReceiverPlan]) throws(GatewayError) -> Void
    private let adopt: @Sendable (GatewayConfiguration) throws(GatewayError) -> Void
    private let follow: @Sendable (GatewayConfiguration, [ReceiverPlan]) -> Void
    private let logger: Logger
    /// Only one reload runs at a time.
    private let turns = WorkQueue()
    /// The reload that waits for its turn; nil for none. Calls share it until it begins, because it reads the file after
    /// them. At most one runs and one waits, so that many do not hold up the end of the daemon.
    private let waiting = Mutex<Reload?>(nil)
    private let progress = AsyncCondition(Progress())

    private typealias Reload = Task<Result<[String], GatewayError>, Never>

    /// How far the reload whose turn it is has come.
    private struct Progress {
        /// True once the daemon must end. From then on no reload begins to apply anything.
        var isEnding = false
        /// True while the reload applies what it has read and checked.
        var isApplying = false
        /// Nil until the reload has come to its end.
        var result: Result<[String], GatewayError>?
    }

    /// Keys that take effect without a restart, with all keys below them.
    static let live = [
        "receivers", "discovery", "supervision", "corrections", "osnma", "centroid", "captures", "back_office",
        "agrirouter", "tls", "sky", "mqtt", "traccar", "webhook",
        "selection.hold_s", "selection.fix_timeout_s", "log.level",
    ]

    /// - Parameters:
    ///   - file: The configuration file; nil for none.
    ///   - started: The configuration with which the daemon started.
    ///   - drivers: The loaded plugins; other plugins need a restart.
    ///   - check: Throws if the driver of one of the receivers refuses its section.
    ///   - adopt: Adopts the certificate of a checked configuration, or throws and keeps the old one.
    ///   - follow: Applies a new configuration.
    init(
        file: String?, started: GatewayConfiguration, drivers: DriverRegistry, logger: Logger,
        check: @escaping @Sendable ([ReceiverPlan]) throws(GatewayError) -> Void,
        adopt: @escaping @Sendable (GatewayConfiguration) throws(GatewayError) -> Void = { _ in },
        follow: @escaping @Sendable (GatewayConfiguration, [ReceiverPlan]) -> Void
    ) {
        (self.file, self.started, self.drivers, self.logger) = (file, started, drivers, logger)
        (self.check, self.adopt, self.follow) = (check, adopt, follow)
        current = Mutex(started)
    }

    /// True if there is a file that can be read again.
    var hasFile: Bool { file != nil }

    /// Reads the file again. The whole file is checked before anything is changed. A driver that does not answer keeps
    /// the caller waiting for some seconds, but no other task, and not the end of the daemon.
    ///
    /// - Returns: Keys that were changed but take effect only after a restart.
    /// - Throws: `GatewayError` with all errors in the file, or if the daemon must end; then nothing is changed.
    @discardableResult
    func reload() async throws(GatewayError) -> [String] {
        let reload = waiting.withLock { waiting -> Reload in
            if let waiting { return waiting }
            let next = Reload { [self] in await turns.run { [self] in await readInTurn() } }
            waiting = next
            return next
        }
        return try await reload.value.get()
    }

    /// Abandons the reload that reads or checks, and refuses all that follow, because the daemon must end. One that is
    /// already being applied is completed. Returns immediately.
    func end() { progress.change { $0.isEnding = true } }

    private func readInTurn() async -> Result<[String], GatewayError> {
        waiting.withLock { $0 = nil }
        progress.change { $0.result = nil }
        let problem = WorkerThread.detach { [self] in
            let result = Result { () throws(GatewayError) in try readAndFollow() }
            progress.change { ($0.isApplying, $0.result) = (false, result) }
        }
        if problem != nil {
            let error = GatewayError(.unavailable, "cannot start a thread to read the configuration")
            progress.change { $0.result = .failure(error) }
        }
        _ = await progress.wait { $0.result != nil || $0.isEnding && !$0.isApplying }
        let result = progress.value.result ?? .failure(Self.ending)
        switch result {
        case .success: Self.counter("ok").increment()
        case .failure(let error):
            Self.counter("refused").increment()
            logger.error("reload: \(error); the configuration is unchanged")
        }
        return result
    }

    private static let ending = GatewayError(.unavailable, "the daemon is ending")

    private static func counter(_ result: String) -> Counter {
        Counter(label: "gnss_gateway_reloads_total", dimensions: [("result", result)])
    }

    /// Reads the file, checks it and applies it. Blocks.
    ///
    /// - Returns: Keys that were changed but take effect only after a restart.
    /// - Throws: `GatewayError` with all errors in the file, or if the daemon must end; then nothing is changed.
    func readAndFollow() throws(GatewayError) -> [String] {
        guard !progress.value.isEnding else { throw Self.ending }
        guard let file else {
            throw GatewayError(.configuration, "the daemon was started without a configuration file (--config FILE)")
        }
        let configuration: GatewayConfiguration
        let isLost: Bool
        var pending: [String]
        do throws(ConfigurationErrors) {
            let document = try ConfigurationDocument.readSettled(path: file)
            configuration = try document.configuration(
                drivers: drivers.schemas, alwaysIsolated: drivers.alwaysIsolated)
            let new = try configuration.value(drivers: [:])
            pending = try Self.changes(from: started.value(drivers: [:]), to: new)
            let old = try current.withLock { $0 }.value(drivers: [:])
            isLost = document.isEmpty && old != new
        } catch {
            throw GatewayError(error)
        }
        // A program that fails while it writes the file, as on a full disk, leaves an empty one.
        guard !isLost else {
            throw GatewayError(
                .configuration,
                "\(file): contains no key, so the settings in force stay; write 'receivers: []' for the defaults")
        }
        try configuration.checkReceivers()
        pending.removeAll { key in Self.live.contains { key == $0 || key.hasPrefix($0 + ".") } }
        var plans: [ReceiverPlan] = []
        for receiver in configuration.receivers { plans.append(try ReceiverPlan(receiver, drivers)) }
        try check(plans)
        let isAllowed = progress.change { progress in
            progress.isApplying = !progress.isEnding
            return progress.isApplying
        }
        guard isAllowed else { throw Self.ending }
        try adopt(configuration)
        follow(configuration, plans)
        current.withLock { $0 = configuration }
        logger.notice("reload: applied \(file) (\(plans.count) receiver\(plans.count == 1 ? "" : "s"))")
        for warning in configuration.warnings { logger.warning("reload: \(warning)") }
        for key in pending { logger.warning("reload: the change of \(key) takes effect at the next start") }
        return pending
    }

    /// The keys whose values differ; a list counts as one value.
    static func changes(from old: ConfigurationValue?, to new: ConfigurationValue?, at path: String = "") -> [String] {
        guard old != new else { return [] }
        let keys = (old?.keys ?? []) + (new?.keys ?? [])
        guard !keys.isEmpty else { return [path] }
        var seen: Set<String> = []
        return keys.filter { seen.insert($0).inserted }.flatMap { key in
            changes(from: old?[key], to: new?[key], at: path.isEmpty ? key : "\(path).\(key)")
        }
    }
}

extension ConfigurationValue {
    /// The keys of a section; empty for other values.
    fileprivate var keys: [String] {
        guard case .section(let members) = self else { return [] }
        return members.map(\.key)
    }
}
