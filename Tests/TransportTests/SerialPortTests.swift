// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Transport

@Suite struct SerialPortTests {
    private func read(_ port: SerialPort, within seconds: Int64 = 30, stop: Int32 = -1) -> (ReadOutcome, [UInt8]) {
        var room = [UInt8](repeating: 0, count: 256)
        let outcome = room.withUnsafeMutableBytes {
            port.read(into: $0, deadline: MonotonicClock.now + seconds * 1_000_000_000, stop: stop)
        }
        guard case .bytes(let count) = outcome else { return (outcome, []) }
        return (outcome, Array(room.prefix(count)))
    }

    @Test(arguments: [50, 4800, 9600, 115_200, 250_000, 123_456, 4_000_000])
    func `any rate is set and read back`(_ baud: Int) throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path)
        try port.configure(LineSettings(baud: baud))
        #expect(pty.baud == baud && port.baud == baud)
    }

    @Test(arguments: [0, 49, 4_000_001, -1]) func `a rate out of range is refused`(_ baud: Int) throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path)
        #expect(throws: SerialPortError.self) { try port.configure(LineSettings(baud: baud)) }
    }

    @Test func `bytes come as they are`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path)
        try port.configure(LineSettings(baud: 9600))
        let bytes: [UInt8] = [0x03, 0x04, 0x0A, 0x0D, 0x11, 0x13, 0x1A, 0x7F, 0x80, 0xFF, 0x00]
        pty.send(bytes)
        var got: [UInt8] = []
        while got.count < bytes.count, case (.bytes, let part) = read(port) { got += part }
        #expect(got == bytes)
    }

    @Test func `a port that was only looked at is left as it was`() throws {
        let pty = try #require(Pty())
        let before = (pty.baud, pty.localFlags)
        var port: SerialPort? = try SerialPort(opening: pty.path, restoresSettings: true)
        try port?.configure(LineSettings(baud: 57_600, dataBits: 7, parity: .even, stopBits: 2))
        #expect(pty.baud == 57_600 && pty.localFlags != before.1)
        port = nil
        #expect((pty.baud, pty.localFlags) == before)
    }

    @Test func `a wait without bytes ends at its deadline`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path)
        try port.configure(LineSettings(baud: 9600))
        let begin = MonotonicClock.now
        #expect(read(port, within: 1).0 == .timedOut)
        #expect(MonotonicClock.now - begin >= 1_000_000_000)
    }

    @Test func `a deadline that has passed asks for what is there`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path)
        try port.configure(LineSettings(baud: 9600))
        #expect(read(port, within: -1).0 == .timedOut)
        pty.send("x")
        #expect(eventually { read(port, within: -1).1 == [UInt8(ascii: "x")] })
    }

    @Test func `the stop descriptor ends a wait, also where bytes are there`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path)
        try port.configure(LineSettings(baud: 9600))
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        pty.send("x")
        _ = write(ends[1], "s", 1)
        #expect(read(port, stop: ends[0]).0 == .stopped)
    }

    @Test func `an unplugged device is gone, after the last bytes were read`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path)
        try port.configure(LineSettings(baud: 9600))
        pty.send("last")
        #expect(eventually { read(port).1 == Array("last".utf8) })
        pty.unplug()
        guard case .gone(let reason) = read(port).0 else {
            Issue.record("not gone")
            return
        }
        #expect(reason.contains("unplugged"))
    }

    @Test func `a node that was removed is gone, though the line is silent`() throws {
        let pty = try #require(Pty())
        let link = "/tmp/gnss-link-\(getpid())-\(pty.path.split(separator: "/").last ?? "")"
        #expect(symlink(pty.path, link) == 0)
        let port = try SerialPort(opening: link)
        unlink(link)
        guard case .gone(let reason) = read(port, within: 60).0 else {
            Issue.record("not gone")
            return
        }
        #expect(reason.contains("removed"))
    }

    @Test func `a device whose link was moved to another one is gone, though both are silent`() throws {
        let (pty, other) = (try #require(Pty()), try #require(Pty()))
        let link = "/tmp/gnss-link-\(getpid())-\(pty.path.split(separator: "/").last ?? "")-moved"
        #expect(symlink(pty.path, link) == 0)
        defer { unlink(link) }
        let port = try SerialPort(opening: link)
        #expect(read(port, within: 3).0 == .timedOut)
        unlink(link)
        #expect(symlink(other.path, link) == 0)
        guard case .gone(let reason) = read(port, within: 60).0 else {
            Issue.record("not gone")
            return
        }
        #expect(reason.contains("its path leads to another device"))
        withExtendedLifetime((pty, other)) {}
    }

    @Test func `a port that is in use is refused, with who uses it`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path)
        do {
            _ = try SerialPort(opening: pty.path)
            Issue.record("opened twice")
        } catch {
            guard case .held(_, let holder?) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(holder.isThisProcess && error.mayPass)
            #expect("\(error)".contains("this program itself"))
        }
        withExtendedLifetime(port) {}
    }

    @Test func `a port held by brltty is refused with the commands that end it`() {
        let error = SerialPortError.held(path: "/dev/ttyUSB0", holder: PortHolder(process: 0, command: "brltty"))
        #expect("\(error)".contains("'sudo systemctl mask --now brltty.service brltty-udev.service'"))
    }

    @Test func `a port held by another process is refused with its name`() throws {
        let pty = try #require(Pty())
        // A shell that holds the port under a lock, as other gateways and terminal programs do.
        let script = "exec 9<\(pty.path); flock -x 9; echo ready > \(pty.path); exec sleep 600"
        let process = try #require(Child(["/bin/sh", "-c", script]))
        defer { process.end() }
        var byte: UInt8 = 0
        #expect(eventually { Glibc.read(pty.master, &byte, 1) == 1 })
        #expect(
            eventually {
                do throws(SerialPortError) {
                    _ = try SerialPort(opening: pty.path)
                } catch {
                    return "\(error)".contains("sleep (process \(process.id))") && error.mayPass
                }
                return false
            })
    }

    @Test func `a lock file of a living process holds the port, one of a dead process does not`() throws {
        let folder = "/tmp/gnss-locks-\(getpid())"
        mkdir(folder, 0o700)
        defer { rmdir(folder) }
        let locks = LockFiles(folder: folder)
        let path = "\(folder)/LCK..ttyUSB7"
        defer { unlink(path) }
        func write(_ bytes: [UInt8]) {
            let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            _ = Glibc.write(file, bytes, bytes.count)
            close(file)
        }
        #expect(locks.holder(of: "/dev/ttyUSB7") == nil)
        write(Array("         1 minicom root\n".utf8))
        #expect(locks.holder(of: "/dev/ttyUSB7")?.process == 1)
        write([1, 0, 0, 0])
        #expect(locks.holder(of: "/dev/ttyUSB7")?.process == 1)
        for garbage in ["", "x", "0", "-5", "99999999999", "2147483647"] {
            write(Array(garbage.utf8))
            #expect(locks.holder(of: "/dev/ttyUSB7") == nil, "\(garbage)")
        }
        #expect(locks.holder(of: "/dev/pts/7") == nil)
    }

    @Test func `what cannot be a port says what it is`() {
        func error(_ path: String) -> SerialPortError? {
            do throws(SerialPortError) {
                _ = try SerialPort(opening: path)
                return nil
            } catch {
                return error
            }
        }
        #expect(error("/nonsense/ttyUSB0") == .missing(path: "/nonsense/ttyUSB0"))
        #expect(error("/tmp") == .notTerminal(path: "/tmp", what: "a folder"))
        #expect(SerialPortError(opening: "/tmp", code: EISDIR) == .notTerminal(path: "/tmp", what: "a folder"))
        #expect(error("/etc/passwd") == .notTerminal(path: "/etc/passwd", what: "a file"))
        #expect(error("/dev/null") == .notTerminal(path: "/dev/null", what: "another device"))
        #expect(error("/dev/null")?.mayPass == true && error("/nonsense/x")?.mayPass == true)
    }

    @Test func `who may not open a port is told the group`() {
        #expect("\(SerialPortError.denied(path: "/dev/ttyUSB0", remedy: "x"))".contains("permission denied: x"))
        #expect(!NodeAccess.remedy("/dev/null", code: EACCES).isEmpty)
        #expect(NodeAccess.remedy("/dev/null", code: EPERM).contains("sandbox"))
        // The major of the device's driver; 1 is that of /dev/null.
        #expect(NodeAccess.remedy("/dev/null", code: EPERM).contains("DeviceAllow=char-1 rw"))
    }

    @Test func `what a pseudo-terminal does not have is absent`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path)
        #expect(port.errors == nil && port.kind == .pseudoTerminal && !port.kind.hasRate)
    }

    @Test func `the kind of a line is told by its name first`() {
        func kind(_ path: String, _ node: String) -> LineKind { LineKind(path: path, node: node, number: 0x8800) }
        #expect(kind("/dev/ttyACM0", "/dev/pts/3") == .usb)
        #expect(kind("/dev/serial/by-id/usb-u-blox", "/dev/ttyACM1") == .usb)
        #expect(kind("/tmp/x/ttyUSB0", "/dev/pts/3") == .uart)
        #expect(kind("/dev/rfcomm0", "/dev/rfcomm0") == .bluetooth)
        #expect(kind("/dev/gnss0", "/dev/gnss0") == .kernelReceiver)
        #expect(kind("/dev/receiver", "/dev/pts/3") == .pseudoTerminal)
    }

    @Test func `a line's capacity counts all bits of a byte`() {
        #expect(LineSettings(baud: 9600).bytesPerSecond == 960)
        #expect(LineSettings(baud: 4800, dataBits: 7, parity: .even, stopBits: 2).bitsPerByte == 11)
        #expect("\(LineSettings(baud: 4800, dataBits: 7, parity: .even))" == "4800 baud 7E1")
    }
}
