// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Checks of a driver's network connection.
extension ConformanceRun {
    private static let notOnTheNetwork = "the configuration does not reach the receiver over TCP"
    private static let noServer = "cannot create a TCP server on this machine"

    /// Stops the driver while it waits for a server that does not answer.
    func stopsWhileConnecting() -> Finding {
        guard suite.rig.kind == .server else { return Finding(.connectStop, .skipped(Self.notOnTheNetwork)) }
        guard let server = UnansweringServer() else { return Finding(.connectStop, .skipped(Self.noServer)) }
        defer { withExtendedLifetime(server) {} }
        var hasGivenUp = false
        let stopped = stopping(.connectStop, suite.rig.configuration(server.address)) { session in
            // Gives the driver time to start connecting.
            _ = session.wait(within: .milliseconds(300)) { false }
            hasGivenUp = session.outcome != nil
        }
        return hasGivenUp
            ? Finding(.connectStop, .skipped("the driver stopped connecting before the check could stop it")) : stopped
    }

    /// A driver without a deadline fails this check, because the kernel gives up only after more than two minutes and
    /// reports nothing until then.
    func givesUpConnecting() -> Finding {
        guard suite.rig.kind == .server else { return Finding(.connectLimit, .skipped(Self.notOnTheNetwork)) }
        guard let server = UnansweringServer() else { return Finding(.connectLimit, .skipped(Self.noServer)) }
        var figures: [Figure] = []
        let failure = trial(suite.rig.configuration(server.address)) { session in
            guard session.waitForEnd(within: suite.connectLimit) else {
                return "the driver is still connecting to a server that does not answer after "
                    + "\(suite.connectLimit.words): set a deadline"
            }
            figures = [Figure("after", Double(Clock.now - session.start) / 1e9, "s")]
            return fault(of: session.outcome)
        }
        return withExtendedLifetime(server) { Finding(.connectLimit, failure: failure, figures) }
    }

    /// The server closes the connection and keeps listening. The driver must reconnect, or end, in which case the suite
    /// creates it again.
    func reconnects() -> Finding {
        guard suite.rig.kind == .server else { return Finding(.reconnect, .skipped(Self.notOnTheNetwork)) }
        // A separate stand, because other drivers may still be connected to the shared one.
        guard let stand = RigStand(suite.rig), let section = stand.section(.speaking), let line = stand.line else {
            return Finding(.reconnect, .skipped(Self.noServer))
        }
        var hasEnded = false
        let failure = trial(section) { session in
            guard session.waitForBatches(1, within: suite.startLimit) else { return silence(session) }
            let connections = line.connections
            line.disconnect()
            let isBack = session.wait(within: suite.startLimit) { line.connections > connections }
            hasEnded = session.outcome != nil
            if hasEnded { return fault(of: session.outcome) }
            return isBack ? goesOn(session) : idleness(session)
        }
        guard failure == nil, hasEnded else { return Finding(.reconnect, failure: failure) }
        let words = trial(section) { session in
            session.waitForBatches(1, within: suite.startLimit) ? nil : silence(session)
        }
        return Finding(.reconnect, failure: words.map { "when created again after its connection was closed: \($0)" })
    }

    private func goesOn(_ session: Session) -> String? {
        session.host.clearMark()
        let goesOn = session.wait(within: suite.startLimit) { session.host.report.attemptSinceMark != nil }
        return goesOn ? nil : "the driver connected again but published nothing within \(suite.startLimit.words)"
    }

    private func idleness(_ session: Session) -> String {
        let state = session.host.report.lastState.map { "; its last state: '\($0.state)', \($0.reason)" } ?? ""
        return "the driver neither reconnected nor ended within \(suite.startLimit.words) after its connection "
            + "was closed"
            + state
    }
}
