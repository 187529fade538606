// SPDX-License-Identifier: Apache-2.0

internal import CTransport
internal import Glibc

/// An exclusively opened serial port. Used by one thread; closed with the last reference.
///
/// It is written to only if it was opened for writing. `TIOCEXCL` keeps other programs out, and `flock` those that
/// run as root.
public final class SerialPort {
    /// The path with which the port was opened.
    public let path: String
    /// The node that the path resolves to: `/dev/ttyUSB0`.
    public let node: String
    /// The kind of device behind the port.
    public let kind: LineKind
    /// Other processes that already had the device open without claiming it: each of them receives a part of the
    /// bytes.
    public let others: [PortHolder]

    /// True if the port was also opened for writing.
    public let isWritable: Bool

    let descriptor: Int32
    /// The time of the last check that the node exists.
    var checkedAt = MonotonicClock.now
    /// The number of consecutive checks at which the path did not lead to the device.
    var misses = 0

    private let found: gnss_line?
    private var current: gnss_line?
    private let restoresSettings: Bool
    private var lowLatencyBefore: Int32?

    /// Opens and claims a port. Its line settings do not change until `configure`.
    ///
    /// - Parameters:
    ///   - path: The node, or a link to it.
    ///   - restoresSettings: True if closing the port restores the line's settings, as for a probe.
    ///   - isWritable: True if the port will be written to.
    /// - Throws: `SerialPortError`, whose text includes the remedy.
    public convenience init(
        opening path: String, restoresSettings: Bool = false, isWritable: Bool = false
    ) throws(SerialPortError) {
        try self.init(
            opening: path, restoresSettings: restoresSettings, isWritable: isWritable, lockFiles: LockFiles())
    }

    init(
        opening path: String, restoresSettings: Bool, isWritable: Bool = false, lockFiles: LockFiles
    ) throws(SerialPortError) {
        let claim = try PortClaim(path, lockFiles, isWritable: isWritable)
        self.isWritable = isWritable
        self.path = path
        self.restoresSettings = restoresSettings
        (descriptor, node, kind, others) = (claim.descriptor, claim.node, claim.kind, claim.others)
        (found, current) = (claim.settings, claim.settings)
    }

    deinit {
        if restoresSettings, var found, current.map({ !Self.isSame($0, found) }) ?? false {
            _ = gnss_line_set(descriptor, &found)
        }
        if let lowLatencyBefore {
            var was: Int32 = 0
            _ = gnss_line_set_low_latency(descriptor, lowLatencyBefore, &was)
        }
        _ = gnss_line_set_exclusive(descriptor, 0)
        close(descriptor)
    }

    /// The rate of the line in bits per second; nil if it has none.
    public var baud: Int? { current.map { Int($0.output_speed) }.flatMap { $0 > 0 ? $0 : nil } }

    /// Configures the line for raw bytes without echo, translation or flow control. Does nothing if the line already
    /// has these settings, or if the port has no line settings.
    ///
    /// Received but unread bytes are discarded when the settings change.
    ///
    /// - Throws: `SerialPortError.unsupported` if the hardware does not support the rate, other errors if the device
    ///   is gone.
    public func configure(_ settings: LineSettings) throws(SerialPortError) {
        guard var wanted = current else { return }
        guard LineSettings.rates.contains(settings.baud) else {
            throw .unsupported(path: path, what: "a rate of \(settings.baud) baud; allowed: 50...4000000")
        }
        let parity =
            settings.parity == .none ? GNSS_PARITY_NONE : settings.parity == .odd ? GNSS_PARITY_ODD : GNSS_PARITY_EVEN
        gnss_line_make_raw(
            &wanted, UInt32(settings.baud), Int32(settings.dataBits), Int32(parity), Int32(settings.stopBits))
        if let current, Self.isSame(current, wanted) { return }
        guard gnss_line_set(descriptor, &wanted) == 0 else {
            guard errno != EINVAL else { throw .unsupported(path: path, what: "it cannot be set to \(settings)") }
            throw .system(path: path, operation: "set the line", code: errno)
        }
        _ = gnss_line_flush_input(descriptor)
        var now = gnss_line()
        guard gnss_line_get(descriptor, &now) == 0 else {
            throw .system(path: path, operation: "read the line's settings", code: errno)
        }
        current = now
        // Serial communication tolerates a deviation of three per cent.
        let actual = Int(now.output_speed)
        guard abs(actual - settings.baud) * 100 <= settings.baud * 3 else {
            throw .unsupported(
                path: path, what: "its hardware does not support \(settings.baud) baud (the nearest rate is \(actual))")
        }
    }

    /// Waits until the bytes written so far are sent.
    public func drain(deadline: Int64, stop: Int32) {
        var hasWaited = false
        var count: Int32 = 0
        while gnss_line_get_output(descriptor, &count) == 0, count > 0, MonotonicClock.now < deadline {
            hasWaited = true
            // The kernel does not report that the last byte is sent, so it is asked again.
            if case .stopped = DescriptorWait.until(0, -1, nanoseconds: 5_000_000, stop: stop) { return }
        }
        // The adapter has a buffer of its own, which the kernel does not count.
        if hasWaited { _ = DescriptorWait.until(0, -1, nanoseconds: 20_000_000, stop: stop) }
    }

    /// Asks the kernel's driver to deliver bytes at once; FTDI adapters otherwise hold them back for 16 ms. Closing
    /// the port reverts this. Without effect if the driver does not support it.
    public func requestLowLatency() {
        var was: Int32 = 0
        guard lowLatencyBefore == nil, gnss_line_set_low_latency(descriptor, 1, &was) == 0, was == 0 else { return }
        lowLatencyBefore = was
    }

    /// The errors counted on the line; nil if they are not counted (USB devices, pseudo-terminals).
    public var errors: LineErrors? {
        var counted = gnss_line_errors()
        guard gnss_line_get_errors(descriptor, &counted) == 0 else { return nil }
        return LineErrors(
            framing: Int(counted.framing), parity: Int(counted.parity), overrun: Int(counted.overrun),
            bufferOverrun: Int(counted.buffer_overrun), breaks: Int(counted.breaks))
    }

    /// The other processes that have the device open now; only root sees those of other users.
    public func otherHolders() -> [PortHolder] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return [] }
        return PortHolders.find(status, includingOwn: false)
    }

    private static func isSame(_ a: gnss_line, _ b: gnss_line) -> Bool {
        var (a, b) = (a, b)
        return withUnsafeBytes(of: &a) { a in withUnsafeBytes(of: &b) { b in a.elementsEqual(b) } }
    }
}
