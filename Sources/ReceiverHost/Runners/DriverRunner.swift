// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import DriverKit
package import PluginHosting

/// One run of one driver, wherever it runs. Made for each start again, and used once.
package protocol DriverRunner: AnyObject, Sendable {
    /// Starts it.
    ///
    /// - Parameter onEnd: called exactly once, from any thread.
    func start(onEnd: @escaping @Sendable (RunOutcome) -> Void)

    /// Asks the driver to end; returns at once. Any thread, also before `start` and after the end.
    func stop()

    /// Whether `write` hands something to the receiver.
    var takesCorrections: Bool { get }

    /// Hands bytes to the receiver: corrections, whole messages. Returns at once. Any thread.
    ///
    /// - Returns: how many earlier hand-overs were given up since, because the receiver was too slow.
    /// - Throws: `PluginError` where the driver takes none, has ended, or refuses them.
    func write(_ bytes: [UInt8]) throws(PluginError) -> Int

    /// The driver did not end in time: a thread is left behind, a process is killed.
    func abandon()
}

/// Creates the runner of each receiver.
package protocol RunnerFactory: Sendable {
    /// Looks whether the plugin takes the receiver's section; the device is not touched.
    ///
    /// - Throws: `GatewayError` with the plugin's own words.
    func check(_ plan: ReceiverPlan) throws(GatewayError)

    /// Makes a driver for one run.
    ///
    /// - Parameters:
    ///   - plan: the receiver.
    ///   - record: what is kept of the receiver from run to run, where the driver's words go.
    /// - Throws: `GatewayError` with the plugin's own words.
    func makeRunner(_ plan: ReceiverPlan, _ record: ReceiverRecord) throws(GatewayError) -> any DriverRunner
}
