// SPDX-License-Identifier: Apache-2.0

public import Transport

/// Opens the line to a receiver, of whatever kind it is.
public struct LineOpening {
    private let configuration: LineConfiguration
    private let stop: Int32
    private let deadline: Int64
    private let restoresSettings: Bool

    /// So long in nanoseconds a connection over a network may take.
    private static let patience: Int64 = 10_000_000_000

    /// - Parameters:
    ///   - configuration: where it is, and whether it is to be written to.
    ///   - stop: becomes readable when the wait for a connection is to end; negative for none.
    ///   - deadline: until when at most a connection is waited for, by `MonotonicClock`; nil: 10 s.
    ///   - restoresSettings: whether the line is put back as it was when it is closed.
    public init(
        _ configuration: LineConfiguration, stop: Int32, deadline: Int64? = nil, restoresSettings: Bool = false
    ) {
        self.configuration = configuration
        self.stop = stop
        self.deadline = min(deadline ?? .max, MonotonicClock.now + Self.patience)
        self.restoresSettings = restoresSettings
    }

    /// - Throws: `SerialPortError` that says what to do.
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
