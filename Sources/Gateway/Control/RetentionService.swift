// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import Paths
internal import ServiceLifecycle
internal import Storage

/// Removes paths that exceed the configured limits from the store, at the start and once an hour.
struct RetentionService: Service {
    let store: Store
    let retention: StoreRetention
    let clock: GatewayClock
    let logger: Logger
    var interval = Duration.seconds(3600)
    /// True if a time server sets the host's clock.
    var isClockSet: @Sendable () -> Bool = { MachineClock.isSynchronised }

    /// Runs until the daemon shuts down.
    func run() async {
        await cancelWhenGracefulShutdown {
            repeat {
                await apply()
                // The sleep throws only when the daemon shuts down.
            } while (try? await Task.sleep(for: interval, tolerance: interval / 10)) != nil
        }
    }

    /// Removes the recordings that exceed the limits, and logs their names.
    func apply() async {
        do throws(StoreError) {
            var (retention, now) = (retention, UTCTime(nanosecondsSince1970: clock.now.wallNanoseconds))
            if !isClockSet() {
                // A clock that is fast must not make recordings old. Without the time of a receiver, no age is known.
                let newest = try await store.newestRecording()
                if let newest { now = min(now, newest) } else { retention.age = nil }
            }
            let removed = try await store.apply(retention, now: now)
            guard !removed.isEmpty else { return }
            let names = removed.prefix(5).map { "\($0.id) '\($0.name)'" }.joined(separator: ", ")
            let more = removed.count > 5 ? " and \(removed.count - 5) more" : ""
            logger.notice(
                "removed \(removed.count) recorded path\(removed.count == 1 ? "" : "s") because of the limits in 'store': \(names)\(more)"
            )
        } catch {
            logger.warning("cannot apply the limits in 'store': \(error)")
        }
    }
}

extension StoreRetention {
    /// The configured limits; 0 days or 0 MiB in the configuration means no limit.
    init(_ settings: StoreSettings) {
        self.init()
        age = settings.keepDays > 0 ? Int64(settings.keepDays) * 86_400_000_000_000 : nil
        size = settings.keepMiB > 0 ? settings.keepMiB << 20 : nil
        includesUnsent = !settings.keepsUnsent
        earliestTrack = Self.firstDay
    }
}
