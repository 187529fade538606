// SPDX-License-Identifier: Apache-2.0

internal import CTransport
internal import Glibc

/// A serial port, opened exclusively. Belongs to one thread; closed with the last reference.
///
/// It is written to only where it was opened for that. What other programs could use it for is shut out by `TIOCEXCL`, and by `flock` for those
/// that run as root.
public final class SerialPort {
    /// The path that it was asked for by.
    public let path: String
    /// The node behind the path, links resolved: `/dev/ttyUSB0`.
    public let node: String
    /// What is behind it.
    public let kind: LineKind
    /// Other processes that have it open too, without a claim to it: each of them gets a part of the bytes.
    public let others: [PortHolder]

    /// Whether it was opened for writing too.
    public let isWritable: Bool

    let descriptor: Int32
    /// When the node was last seen.
    var checkedAt = MonotonicClock.now
    /// How often in a row the node was not there.
    var misses = 0

    private let found: gnss_line?
    private var current: gnss_line?
    private let restoresSettings: Bool
    private var lowLatencyBefore: Int32?

    /// Opens a port and claims it. The settings of the line stay as they are until `configure`.
    ///
    /// - Parameters:
    ///   - path: the node, or a link to it.
    ///   - restoresSettings: whether the line is put back as it was when the port is closed: for a look at it.
    ///   - isWritable: whether it is to be written to.
    /// - Throws: `SerialPortError` that says what to do.
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

    /// The rate that the line is set to, in bits a second; nil if absent.
    public var baud: Int? { current.map { Int($0.output_speed) }.flatMap { $0 > 0 ? $0 : nil } }

    /// Sets the line: raw bytes without echo, translation or flow control. Does nothing where it is set so already, or
    /// where there is no line to set.
    ///
    /// What was received and not read is thrown away when the settings change.
    ///
    /// - Throws: `SerialPortError.unsupported` where the hardware has no such rate, others where the port is gone.
    public func configure(_ settings: LineSettings) throws(SerialPortError) {
        guard var wanted = current else { return }
        guard LineSettings.rates.contains(settings.baud) else {
            throw .unsupported(path: path, what: "a rate of \(settings.baud) baud; possible: 50...4000000")
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
        // Three in a hundred is what a receiver of bytes stands.
        let actual = Int(now.output_speed)
        guard abs(actual - settings.baud) * 100 <= settings.baud * 3 else {
            throw .unsupported(
                path: path, what: "its hardware cannot do \(settings.baud) baud (the nearest is \(actual))")
        }
    }

    /// Asks the kernel's driver to hand bytes over at once: adapters of FTDI hold them back for 16 ms otherwise. Undone
    /// when the port is closed; without effect where the driver knows nothing of it.
    public func requestLowLatency() {
        var was: Int32 = 0
        guard lowLatencyBefore == nil, gnss_line_set_low_latency(descriptor, 1, &was) == 0, was == 0 else { return }
        lowLatencyBefore = was
    }

    /// Throws away what was received and not read.
    public func discardInput() { _ = gnss_line_flush_input(descriptor) }

    /// The errors counted on the line; nil if nothing counts them (USB devices, pseudo-terminals).
    public var errors: LineErrors? {
        var counted = gnss_line_errors()
        guard gnss_line_get_errors(descriptor, &counted) == 0 else { return nil }
        return LineErrors(
            framing: Int(counted.framing), parity: Int(counted.parity), overrun: Int(counted.overrun),
            bufferOverrun: Int(counted.buffer_overrun), breaks: Int(counted.breaks))
    }

    /// The control lines; nil where there are none (pseudo-terminals).
    public var modemLines: ModemLines? {
        var lines: UInt32 = 0
        guard gnss_line_get_modem(descriptor, &lines) == 0 else { return nil }
        return ModemLines(rawValue: lines)
    }

    /// Who else has it open now; others' processes only root sees.
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
