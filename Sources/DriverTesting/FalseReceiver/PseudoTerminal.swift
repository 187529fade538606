// SPDX-License-Identifier: Apache-2.0

internal import CTransport
internal import Glibc

/// A pseudo-terminal: the code under test opens `path`, and a simulated receiver uses the master. The terminal is
/// closed when its last reference is released.
public final class PseudoTerminal: Sendable {
    /// The path of the node, or of a link to it with the name of a UART, so that drivers set its rate.
    public let path: String
    /// The other end; non-blocking.
    public let master: Int32
    private let folder: String?

    /// Creates a pseudo-terminal; nil if the system provides none.
    ///
    /// - Parameter isUART: True if drivers are to take it for a UART, whose rate must match the receiver's.
    public init?(asUART isUART: Bool = false) {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN from the kernel's asm/ioctls.h.
        var (unlocked, number) = (Int32(0), UInt32(0))
        guard master >= 0, ioctl(master, 0x4004_5431, &unlocked) == 0, ioctl(master, 0x8004_5430, &number) == 0
        else {
            if master >= 0 { close(master) }
            return nil
        }
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        // A terminal echoes its input by default, so the receiver would receive its own output.
        var line = gnss_line()
        if gnss_line_get(master, &line) == 0 {
            gnss_line_make_raw(&line, line.output_speed, 8, Int32(GNSS_PARITY_NONE), 1)
            _ = gnss_line_set(master, &line)
        }
        self.master = master
        let node = "/dev/pts/\(number)"
        guard isUART else {
            (path, folder) = (node, nil)
            return
        }
        let folder = "/tmp/gnss-false-\(getpid())-\(number)"
        mkdir(folder, 0o700)
        path = "\(folder)/ttyUSB0"
        self.folder = folder
        unlink(path)
        guard symlink(node, path) == 0 else { return nil }
    }

    deinit {
        close(master)
        if let folder {
            unlink(path)
            rmdir(folder)
        }
    }

    /// The rate set at the other end, in bits per second; 0 if unknown.
    public var baud: Int {
        var line = gnss_line()
        return gnss_line_get(master, &line) == 0 ? Int(line.output_speed) : 0
    }
}
