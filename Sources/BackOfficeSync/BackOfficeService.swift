// SPDX-License-Identifier: Apache-2.0

internal import BackOffice
public import BackOfficeModel
public import ControlModel
public import GNSSTypes
public import Logging
internal import MessageTexts
public import ServiceLifecycle
public import Storage
internal import Synchronization
internal import SystemSupport

/// The stage for the back office: signs people in there, fetches their tasks, and sends photos, tasks and paths.
///
/// What is to be sent is in the store before a request that asks for it is answered, and stays there until the server has it.
/// While no user has signed in, nothing wakes it.
public final class BackOfficeService: Service {
    /// The dependencies of the stage.
    public struct Context: Sendable {
        public var store: Store
        /// The system's clocks, also during a replay: the server lives in real time.
        public var now: @Sendable () -> HostTime
        /// Returns the secret of photos' digests; nil if none is configured.
        public var secret: @Sendable () -> String?
        /// The name and version of the program.
        public var program: String
        public var logger: Logger

        public init(
            store: Store, now: @escaping @Sendable () -> HostTime, secret: @escaping @Sendable () -> String?,
            program: String, logger: Logger
        ) {
            (self.store, self.now, self.secret) = (store, now, secret)
            (self.program, self.logger) = (program, logger)
        }
    }

    let coordinator: BackOfficeCoordinator

    public convenience init(_ preferences: BackOfficePreferences, _ context: Context) {
        self.init(preferences, context, link: CurlBackOfficeLink())
    }

    init(_ preferences: BackOfficePreferences, _ context: Context, link: any BackOfficeLink) {
        coordinator = BackOfficeCoordinator(preferences, context, link)
    }

    /// Connects the stage to photos and paths. Called once, before the daemon runs.
    public func connect(captures: any CaptureControl, paths: any PathControl) {
        coordinator.parts.withLock { $0 = (captures, paths) }
    }

    /// Answers the requests of people, and the questions of the stage for photos.
    public var control: any BackOfficeControl & CaptureOffice { coordinator }

    /// Runs until the daemon shuts down.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await gracefulShutdown() }
            group.addTask { await self.coordinator.run() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Applies changed settings.
    public func apply(_ preferences: BackOfficePreferences) {
        coordinator.preferences.withLock { $0 = preferences }
        coordinator.alarm.wake()
    }

    /// True if a server is configured.
    public var isConfigured: Bool { BackOfficeServer(coordinator.preferences.withLock(\.server)) != nil }

    /// The reasons why settings cannot be changed at the moment, by their names.
    public var locks: [String: ControlError] {
        let server = BackOfficeServer(coordinator.preferences.withLock(\.server))?.address ?? ""
        let isUsed = coordinator.usedServers.withLock { $0.contains(server) }
        return isUsed ? ["back_office.server": BackOfficeCoordinator.refusal(.serverLocked)] : [:]
    }

    /// Forgets the sign-ins of people whom the gateway no longer knows.
    public func keepOnly(people: Set<String>) async { await coordinator.keepOnly(people: people) }
}
