// SPDX-License-Identifier: Apache-2.0

/// Every exit code of both programs except 0, with the numbers of `sysexits.h` where it has one. A conformance check
/// and a driver's own process use separate codes.
public enum ExitStatus: Int32, Sendable {
    /// The command worked and its result is negative: a run did not meet its expectations, or a person answered a
    /// question with no.
    case failed = 1
    /// The command line is wrong.
    case usage = 64
    /// The input contains nothing that can be decoded.
    case badData = 65
    /// An input does not exist or cannot be read.
    case noInput = 66
    /// A service, a plugin or a receiver is not available.
    case unavailable = 69
    /// The store is damaged.
    case corruptStore = 70
    /// A file cannot be created, or the disk is full.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// Try again later: parts of the daemon did not end in time, a sampling session ended without a result, or no position
    /// is authenticated yet.
    case tryLater = 75
    /// A permission is missing.
    case noPermission = 77
    /// The configuration is wrong, or switches off a function that the command needs.
    case configuration = 78
    /// Ended by Ctrl-C, as shells report it (128 + SIGINT).
    case interrupted = 130
}
