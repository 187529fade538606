// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import GNSSTypes
internal import ReceiverStream
internal import Simulation

/// A receiver that replays a capture or simulates a drive.
///
/// It has its own clock: published observations have the capture's times at every speed, so that results do not depend
/// on the speed.
public struct FileSimulatorDriver: ReceiverDriver {
    let settings: SimulatorSettings

    /// The plugin's description.
    public static let plugin = DriverPlugin(
        kind: "file-simulator", version: "0.1.0",
        summary: "Replays receivers' captures and recordings, or simulates a drive",
        sampleConfiguration: String(decoding: PackageResources.sample_yaml, as: UTF8.self),
        configurationSchema: schema,
        delivers: StreamDecoder.delivers, isFlowControlled: true
    ) { configuration throws(DriverError) in
        FileSimulatorDriver(settings: try SimulatorSettings(configuration))
    }

    /// The plugin's own schema with the schema of scenarios inserted.
    private static var schema: String {
        let own = String(decoding: PackageResources.schema_json, as: UTF8.self)
        guard let key = own.firstRange(of: "\"simulation\": {"), let end = own[key.upperBound...].firstIndex(of: "}")
        else {
            return own
        }
        return own[..<key.lowerBound] + "\"simulation\": " + ScenarioText.schema + own[own.index(after: end)...]
    }

    /// Replays until stopped or until the end.
    ///
    /// - Throws: `DriverError.failed` if the file cannot be read or contains nothing to replay.
    public func run(_ context: DriverContext) throws(DriverError) {
        context.report(.connecting, "opening \(settings.name)")
        var pacer = Pacer(speed: settings.speed)
        let warnings = Warnings(context)
        do throws(DriverError) {
            repeat {
                try replay(context, &pacer, warnings)
            } while settings.loop && !context.stop.isSignalled
        } catch {
            // Once the driver is stopped, the result of the search does not matter.
            guard context.stop.isSignalled else { throw error }
        }
    }

    /// The driver logs a wait that is longer than this in real time.
    private static let longPause = Duration.seconds(10)

    /// The shortest interval in nanoseconds that counts as a gap of the capture.
    private static let longGap: Int64 = 10_000_000_000

    /// Plays the source once.
    ///
    /// - Throws: `DriverError.failed` if it published nothing.
    private func replay(_ context: DriverContext, _ pacer: inout Pacer, _ warnings: Warnings) throws(DriverError) {
        var source = try settings.openSource(context, warnings)
        var position: Int64 = 0
        var (published, skipped) = (0, 0)
        // The usual interval between epochs, since a capture may have only one per minute.
        var usual: Int64 = 0
        pacer.begin(at: source.start)
        while let epoch = try source.next() {
            position = position.adding(saturating: epoch.advance)
            guard position >= settings.seekNanoseconds else {
                if context.stop.isSignalled { return }
                skipped += 1
                pacer.skip(epoch.advance)
                continue
            }
            let pause = pacer.pause(before: epoch.advance)
            if pause >= Self.longPause, epoch.advance >= Self.longGap, epoch.advance / 5 > usual {
                context.log(.info, settings.gapText(epoch.advance, pause))
            } else {
                usual = epoch.advance
            }
            guard pacer.wait(epoch.advance, context.stop) else { return }
            if pacer.isFirst { context.report(.running, settings.description) }
            try context.publish(epoch.payloads, at: pacer.time)
            published += 1
        }
        guard published == 0 else { return }
        guard skipped == 0 else { throw .failed(settings.seekProblem(end: position)) }
        throw .failed("\(settings.name) has nothing to replay: it contains no valid sentence")
    }
}
