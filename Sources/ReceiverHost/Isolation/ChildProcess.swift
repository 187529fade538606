// SPDX-License-Identifier: Apache-2.0

internal import CProcess
internal import DaemonRuntime
internal import Glibc
internal import SystemSupport

/// A process of this program that runs one plugin, and the pipes to it. Owns the process and all descriptors.
///
/// Belongs to the thread that created it: the process is killed when that thread ends. `kill` may be called from any
/// thread before `reap` was called.
final class ChildProcess {
    /// The default program with the command `drivers host`: this program.
    static let ownProgram = "/proc/self/exe"

    let pid: pid_t
    /// The pipe to the process's standard input; non-blocking.
    private(set) var commands: Int32
    /// The pipe from its standard output; non-blocking.
    private(set) var reports: Int32
    /// The pipe from its standard error; non-blocking.
    private(set) var errors: Int32
    /// Becomes readable when the process ends; negative if the kernel does not support it.
    private(set) var death: Int32
    /// Peak memory of this process in KiB when the other one was started. The kernel attributes it to the other one,
    /// which shares this memory until it executes its program.
    private let inheritedPeak: Int

    /// Starts `program drivers host … plugin`.
    ///
    /// - Throws: `GatewayError` if the process cannot be started, because there is no such program, or no descriptor or
    ///   process left.
    convenience init(program: String, plugin: String, memoryMiB: Int) throws(GatewayError) {
        try self.init(program: program, ["drivers", "host", "--memory-mib", "\(memoryMiB)", "--", plugin])
    }

    /// Starts `program arguments …`.
    ///
    /// - Throws: `GatewayError` if the process cannot be started, because there is no such program, or no descriptor or
    ///   process left.
    init(program: String, _ arguments: [String]) throws(GatewayError) {
        let pipes = try Pipes()
        let code: Int32
        (code, pid) = Descendants.start { Self.spawn(program, ["gnss-gateway"] + arguments, pipes) }
        inheritedPeak = Self.ownPeak
        pipes.closeChildEnds()
        guard code == 0 else {
            pipes.closeOwnEnds()
            throw GatewayError(
                .unavailable, "cannot start the driver's process: \(program): \(SystemError.text(of: code))")
        }
        (commands, reports, errors) = (pipes.commands.write, pipes.reports.read, pipes.errors.read)
        for descriptor in [commands, reports, errors] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        death = gnss_pidfd_open(pid)
    }

    deinit {
        for descriptor in [commands, reports, errors, death] where descriptor >= 0 { close(descriptor) }
    }

    /// Closes the command pipe, which tells the process to end.
    func closeCommands() {
        if commands >= 0 { close(commands) }
        commands = -1
    }

    /// Immediately kills the process and all processes that it started in its group.
    func kill() { Self.kill(group: pid) }

    static func kill(group: pid_t) { _ = Glibc.kill(-group, SIGKILL) }

    /// True if the process has ended; it still has to be reaped.
    var hasEnded: Bool { Self.hasEnded(pid) }

    /// Returns true if a child process has ended.
    static func hasEnded(_ pid: pid_t) -> Bool {
        var information = siginfo_t()
        guard waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT | WNOHANG) == 0 else { return true }
        return information._sifields._kill.si_pid == pid
    }

    /// Reaps the process. Processes that it left behind are killed, inside and outside of its group; before the
    /// reaping, because the number of the group is reserved until then.
    func reap() -> ChildEnd {
        kill()
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        let (status, use) = Descendants.reap(pid)
        Descendants.endOrphans()
        let peak = use.ru_maxrss > inheritedPeak ? Int64(use.ru_maxrss) << 10 : nil
        return ChildEnd(status: status, peakMemory: peak)
    }

    private static var ownPeak: Int {
        var use = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &use)
        return use.ru_maxrss
    }

    private static func spawn(_ program: String, _ arguments: [String], _ pipes: Pipes) -> (Int32, pid_t) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipes.commands.read, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes.reports.write, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes.errors.write, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A separate process group: it does not receive the terminal's Ctrl-C, and the processes that it starts can
        // be ended together with it.
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var pid: pid_t = 0
        let code = withCStrings(arguments) { arguments in
            withCStrings(environment()) { posix_spawn(&pid, program, &actions, &attributes, arguments, $0) }
        }
        return (code, pid)
    }

    /// Returns the part of the environment that a driver needs, and no more: no tokens and no sockets of the gateway.
    /// A crash is left to the system, unless a person enabled Swift's crash report.
    private static func environment() -> [String] {
        let names = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "XDG_DATA_HOME"]
        return names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
            + ["SWIFT_BACKTRACE=" + (getenv("SWIFT_BACKTRACE").map { String(cString: $0) } ?? "enable=no")]
            + [DaemonMark.own?.variable].compactMap(\.self)
    }
}

/// The three pipes of a process; no other program inherits them.
private struct Pipes {
    typealias Ends = (read: Int32, write: Int32)

    let commands: Ends
    let reports: Ends
    let errors: Ends

    init() throws(GatewayError) {
        var made: [Ends] = []
        for _ in 0..<3 {
            var ends: [Int32] = [-1, -1]
            guard gnss_pipe(&ends) == 0 else {
                let reason = SystemError.text(of: errno)
                for ends in made { Self.close(ends.read, ends.write) }
                throw GatewayError(.unavailable, "cannot create a pipe for the driver's process: \(reason)")
            }
            made.append((ends[0], ends[1]))
        }
        (commands, reports, errors) = (made[0], made[1], made[2])
    }

    func closeChildEnds() { Self.close(commands.read, reports.write, errors.write) }

    func closeOwnEnds() { Self.close(commands.write, reports.read, errors.read) }

    private static func close(_ descriptors: Int32...) {
        for descriptor in descriptors { _ = Glibc.close(descriptor) }
    }
}

/// Calls a closure with texts as a null-terminated array of C strings.
private func withCStrings<T>(_ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> T) -> T {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
