// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The way a process ended.
struct ChildEnd: Hashable, CustomStringConvertible {
    enum Manner: Hashable {
        case exited(Int32)
        case signalled(Int32)
    }

    let manner: Manner
    /// Peak memory of the process in bytes, including the program itself. Nil if unknown, because it is below the
    /// gateway's own memory.
    let peakMemory: Int64?

    /// - Parameters:
    ///   - status: The status from `wait4`.
    ///   - peakMemory: Peak memory in bytes, if known.
    init(status: Int32, peakMemory: Int64? = nil) {
        let signal = status & 0x7F
        manner = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
        self.peakMemory = peakMemory
    }

    /// Returns a possible reason if the process may have died because its memory was exhausted; nil otherwise.
    func memoryHint(limitMiB: Int) -> String? {
        guard let peakMemory, manner != .exited(0), peakMemory > (Int64(limitMiB) << 20) / 10 * 7 else { return nil }
        return "it had used \(peakMemory >> 20) MiB of the \(limitMiB) MiB that limits.memory_mib allows"
    }

    /// A text for people that continues "the driver's process".
    var description: String {
        switch manner {
        case .exited(0): "exited"
        case .exited(let status): "exited with status \(status)"
        case .signalled(let number):
            "was terminated by signal \(number)" + (Self.names[number].map { " (\($0))" } ?? "")
        }
    }

    private static let names: [Int32: String] = [
        SIGHUP: "hang-up", SIGINT: "interrupt", SIGQUIT: "quit", SIGILL: "illegal instruction: a trap",
        SIGTRAP: "trap", SIGABRT: "abort", SIGBUS: "bus error", SIGFPE: "arithmetic error",
        SIGKILL: "killed manually or for lack of memory", SIGSEGV: "segmentation fault", SIGPIPE: "broken pipe",
        SIGALRM: "alarm", SIGTERM: "terminated", SIGXCPU: "processor time limit exceeded", SIGSYS: "bad system call",
    ]
}
