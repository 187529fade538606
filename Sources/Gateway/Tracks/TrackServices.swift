// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import GNSSTypes
internal import OSNMATrust
internal import Recording
internal import ServiceLifecycle
internal import TrackRecording

/// The permanent recordings in the configuration.
enum TrackServices {
    /// Creates the services. They record the observations that are published from now on.
    static func make(_ settings: TracksSettings, on base: GatewayBase) -> [any Service] {
        var services: [any Service] = []
        if settings.log.isEnabled {
            services.append(log(settings.log, base))
        } else {
            services.append(TrackCompletion(base.store, base.logger))
        }
        if settings.capture.isEnabled { services.append(capture(settings.capture, base)) }
        return services
    }

    private static func log(_ settings: TracksSettings.Log, _ base: GatewayBase) -> TrackLogService {
        var context = TrackLogService.Context(
            hub: base.hub, now: { [clock = base.clock] in clock.now }, store: base.store,
            alert: { [reporter = base.reporter, logger = base.logger] in reporter.say($0, logger) }, logger: base.logger
        )
        // The configuration was checked, so no value is out of range.
        let receiver = settings.receiver.map { SourceID(rawValue: $0) }
        if let order = try? PathOrder(.interval(seconds: settings.interval), receiver: receiver) {
            context.order = order
        }
        context.requirement = { [gate = base.gate] in gate.requirement }
        // A replay's time is unrelated to the age of earlier recordings.
        context.keepDays = base.mode == .system ? settings.keepDays : 0
        return TrackLogService(context)
    }

    private static func capture(_ settings: TracksSettings.Capture, _ base: GatewayBase) -> RawCaptureService {
        RawCaptureService(
            RawCaptureService.Configuration(
                folder: settings.folder ?? base.stateFolder + "/captures",
                rotateBytes: Int(settings.rotateMiB * 1_048_576), keepBytes: Int(settings.keepMiB * 1_048_576)),
            hub: base.hub, hasReplayClock: base.mode == .replay,
            alert: { [reporter = base.reporter, logger = base.logger] in reporter.say($0, logger) },
            logger: base.logger)
    }
}
