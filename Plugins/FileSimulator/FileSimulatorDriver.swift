// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import GNSSTypes
internal import ReceiverStream
internal import Simulation

/// A receiver that replays a capture, or makes up a drive.
///
/// It carries its own clock: what it publishes has the times of the capture, whatever the speed, so that results do not
/// depend on the speed.
public struct FileSimulatorDriver: ReceiverDriver {
    let settings: SimulatorSettings

    /// What this plugin is.
    public static let plugin = DriverPlugin(
        kind: "file-simulator", version: "0.1.0",
        summary: "Replays receivers' captures and recordings, or simulates a drive",
        sampleConfiguration: String(decoding: PackageResources.sample_yaml, as: UTF8.self),
        configurationSchema: schema,
        delivers: StreamDecoder.delivers, isFlowControlled: true
    ) { configuration throws(DriverError) in
        FileSimulatorDriver(settings: try SimulatorSettings(configuration))
    }

    /// The plugin's own schema with that of scenarios in its place.
    private static var schema: String {
        let own = String(decoding: PackageResources.schema_json, as: UTF8.self)
        guard let key = own.firstRange(of: "\"simulation\": {"), let end = own[key.upperBound...].firstIndex(of: "}")
        else {
            return own
        }
        return own[..<key.lowerBound] + "\"simulation\": " + ScenarioText.schema + own[own.index(after: end)...]
    }

    /// Replays until stopped or at the end.
    ///
    /// - Throws: `DriverError.failed` where the file cannot be read or holds nothing that can be replayed.
    public func run(_ context: DriverContext) throws(DriverError) {
        context.report(.connecting, "opening \(settings.name)")
        var pacer = Pacer(speed: settings.speed)
        let warnings = Warnings(context)
        do throws(DriverError) {
            repeat {
                guard try replay(context, &pacer, warnings) > 0 else {
                    throw .failed(
                        "\(settings.name) has nothing to replay\(settings.seekHint): it contains no valid sentence")
                }
            } while settings.loop && !context.stop.isSignalled
        } catch {
            // Stopped: whatever the search came to is no fault.
            guard context.stop.isSignalled else { throw error }
        }
    }

    /// A longer wait in real time is announced.
    private static let longPause = Duration.seconds(10)

    /// A gap of the capture is at least so long, in nanoseconds.
    private static let longGap: Int64 = 10_000_000_000

    /// One pass over the source; returns how many epochs were published.
    private func replay(
        _ context: DriverContext, _ pacer: inout Pacer, _ warnings: Warnings
    ) throws(DriverError) -> Int {
        var source = try settings.openSource(context, warnings)
        var position: Int64 = 0
        var published = 0
        // The time between two epochs: a capture may have one a minute.
        var usual: Int64 = 0
        pacer.begin(at: source.start)
        while let epoch = try source.next() {
            position = position.adding(saturating: epoch.advance)
            guard position >= settings.seekNanoseconds else {
                if context.stop.isSignalled { return published }
                pacer.skip(epoch.advance)
                continue
            }
            let pause = pacer.pause(before: epoch.advance)
            if pause >= Self.longPause, epoch.advance >= Self.longGap, epoch.advance / 5 > usual {
                context.log(.info, settings.gapText(epoch.advance, pause))
            } else {
                usual = epoch.advance
            }
            guard pacer.wait(epoch.advance, context.stop) else { return published }
            if pacer.isFirst { context.report(.running, settings.description) }
            try context.publish(epoch.payloads, at: pacer.time)
            published += 1
        }
        return published
    }
}
