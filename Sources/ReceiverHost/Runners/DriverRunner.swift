// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import DriverKit
package import PluginHosting

/// One run of one driver, in this process or another. Created for each start, and used once.
package protocol DriverRunner: AnyObject, Sendable {
    /// Starts the driver.
    ///
    /// - Parameter onEnd: Called exactly once, from any thread.
    func start(onEnd: @escaping @Sendable (RunOutcome) -> Void)

    /// Asks the driver to end; returns immediately. May be called from any thread, even before `start` and after the
    /// end.
    func stop()

    /// True if `write` passes data to the receiver.
    var takesCorrections: Bool { get }

    /// Passes whole correction messages to the receiver. Returns immediately. May be called from any thread.
    ///
    /// - Returns: The number of earlier messages dropped since the last call, because the receiver was too slow.
    /// - Throws: `PluginError` if the driver does not accept corrections, has ended, or refuses them.
    func write(_ bytes: [UInt8]) throws(PluginError) -> Int

    /// Abandons a driver that did not end in time: a thread is left behind, a process is killed.
    func abandon()
}

/// Creates the runner of each receiver.
package protocol RunnerFactory: Sendable {
    /// Checks whether the plugin accepts the receiver's section; the device is not accessed.
    ///
    /// - Throws: `GatewayError` with the plugin's own message.
    func check(_ plan: ReceiverPlan) throws(GatewayError)

    /// Creates a driver for one run.
    ///
    /// - Parameters:
    ///   - plan: The plan of the receiver.
    ///   - record: The data that is kept from run to run; it receives the driver's messages.
    /// - Throws: `GatewayError` with the plugin's own message.
    func makeRunner(_ plan: ReceiverPlan, _ record: ReceiverRecord) throws(GatewayError) -> any DriverRunner
}

extension PluginDescription {
    /// Returns the outcome of a run as the host understands it. Only a replay has an end: a driver that reports the end
    /// of a finite source although its receiver is live has ended without a reason.
    func outcome(_ reported: RunOutcome) -> RunOutcome {
        reported == .finished && !isFlowControlled ? .stopped : reported
    }
}
