// SPDX-License-Identifier: Apache-2.0

import ConfigurationFile
import ControlModel
import DaemonRuntime
import GNSSTypes
import Logging
import OSNMAValidation
import ObservationBus
import Synchronization
import Testing

@testable import Gateway

/// What reports show of a verdict on data of some time ago.
@Suite struct OutdatedVerdictTests {
    /// A clock that skips time in which the stage judges nothing.
    private final class Clock: Sendable {
        private let skipped = Mutex<Int64>(0)

        var now: HostTime {
            var now = GatewayClock(.system).now
            now.monotonicNanoseconds += skipped.withLock { $0 }
            return now
        }

        func skip(seconds: Int64) { skipped.withLock { $0 += seconds * 1_000_000_000 } }
    }

    private let clock = Clock()

    /// Runs a stage, which has judged the data of the receiver `rover` when the body begins.
    private func judged(_ mode: GatewayClock.Mode, _ body: (OSNMAStage) async throws -> Void) async throws {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let base = try GatewayBase(GatewayConfiguration(), keepsState: false, mode: mode, logger: logger)
        let stage = OSNMAStage(OSNMASettings(), on: base) { [clock] in clock.now }
        let run = Task { try await stage.run() }
        defer { run.cancel() }
        let source = SourceID(rawValue: "rover")
        base.hub.publish([
            Observation(source: source, sequence: 1, hostTime: clock.now, payload: .satellites(SkyView()))
        ])
        #expect(await eventually { stage.verdict(of: "rover") != nil })
        try await body(stage)
    }

    @Test func `a verdict that is more than 10 s old is shown nowhere as the current one`() async throws {
        try await judged(.system) { stage in
            #expect(stage.summaries?.first?.state.code == "unverified")
            #expect(stage.report(of: "rover").receivers.first?.state.code == "unverified")
            #expect(stage.current.verdicts.count == 1)
            // The stage judges again within seconds, and may do so between the skip and a report.
            let isUnknown = await eventually {
                clock.skip(seconds: 11)
                let report = stage.report(of: "rover").receivers.first
                return report?.state.code == "unknown" && report?.age ?? 0 >= 11
                    && stage.summaries?.first?.state.code == "unknown"
                    && stage.verdict(of: "rover") == nil && stage.current.verdicts.isEmpty
            }
            #expect(isUnknown)
            // Its next verdict, on the silence of the receiver, counts.
            #expect(await eventually { stage.verdict(of: "rover") != nil })
        }
    }

    @Test func `the clock of a replay makes no verdict outdated, however fast it is`() async throws {
        try await judged(.replay) { stage in
            clock.skip(seconds: 3600)
            #expect(stage.summaries?.first?.state.code == "unverified" && stage.verdict(of: "rover") != nil)
            #expect(stage.report(of: "rover").receivers.first?.state.code == "unverified")
        }
    }
}
