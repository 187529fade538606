// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The signal dispositions of this process.
public struct SignalTable: Sendable, Hashable {
    /// Bit n − 1 for signal n: ignored, or caught by a handler.
    private var ignored: UInt64 = 0
    private var caught: UInt64 = 0

    /// Reads the current dispositions.
    public init() {
        for line in (ProcessUse.text(of: "/proc/self/status") ?? "").split(separator: "\n") {
            let parts = line.split(separator: ":")
            guard parts.count == 2, let mask = UInt64(parts[1].drop { $0 == "\t" || $0 == " " }, radix: 16) else {
                continue
            }
            switch parts[0] {
            case "SigIgn": ignored = mask
            case "SigCgt": caught = mask
            default: continue
            }
        }
    }

    /// The difference from an earlier table, for people; nil if the tables are equal. Changes to SIGPIPE are allowed.
    func change(since earlier: SignalTable) -> String? {
        for signal in 1...31 where signal != Int(SIGPIPE) {
            let bit: UInt64 = 1 << UInt64(signal - 1)
            let isIgnored = ignored & bit > earlier.ignored & bit
            guard isIgnored || caught & bit > earlier.caught & bit else { continue }
            let what = isIgnored ? "ignores it" : "has a handler for it"
            return "the driver changed the handling of \(Self.name(signal)): the process now \(what)"
        }
        return nil
    }

    private static func name(_ signal: Int) -> String {
        let names: [Int32: String] = [
            SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP", SIGCHLD: "SIGCHLD", SIGSEGV: "SIGSEGV",
            SIGALRM: "SIGALRM", SIGQUIT: "SIGQUIT", SIGABRT: "SIGABRT", SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2",
        ]
        return names[Int32(signal)] ?? "signal \(signal)"
    }
}
