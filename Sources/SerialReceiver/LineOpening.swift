// SPDX-License-Identifier: Apache-2.0

public import Transport

/// Opens the line to a receiver of any kind.
public struct LineOpening {
    private let configuration: LineConfiguration
    private let stop: Int32
    private let deadline: Int64
    private let restoresSettings: Bool

    /// The default time limit of a network connection in nanoseconds.
    private static let patience: Int64 = 10_000_000_000

    /// - Parameters:
    ///   - configuration: The device, and whether it will be written to.
    ///   - stop: Becomes readable to cancel a connection attempt; negative for none.
    ///   - deadline: The end of a connection attempt, by `MonotonicClock`; nil for 10 s.
    ///   - restoresSettings: True if closing the line restores its settings.
    public init(
        _ configuration: LineConfiguration, stop: Int32, deadline: Int64? = nil, restoresSettings: Bool = false
    ) {
        self.configuration = configuration
        self.stop = stop
        self.deadline = min(deadline ?? .max, MonotonicClock.now + Self.patience)
        self.restoresSettings = restoresSettings
    }

    /// Opens the line.
    ///
    /// - Throws: `SerialPortError`, whose text includes the remedy.
    public func open() throws(SerialPortError) -> any ReceiverLine {
        if let address = NetworkAddress(configuration.device) {
            return try NetworkLine(connectingTo: address, deadline: deadline, stop: stop)
        }
        do throws(SerialPortError) {
            return try port(isWritable: configuration.isWritable)
        } catch {
            guard configuration.isWritable, configuration.isWritingOptional, case .denied = error else { throw error }
            return try port(isWritable: false)
        }
    }

    private func port(isWritable: Bool) throws(SerialPortError) -> SerialPort {
        try SerialPort(opening: configuration.device, restoresSettings: restoresSettings, isWritable: isWritable)
    }
}
