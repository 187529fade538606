// SPDX-License-Identifier: Apache-2.0

public import GatewayClient
internal import Glibc
public import SystemSupport

/// The reason that a recording was not started or ended early. The data written before are a valid recording.
public enum RecordingError: ProgramError, Hashable {
    /// The file already exists.
    case exists(path: String)
    /// The file cannot be created, for the reason in `errno`.
    case cannotCreate(path: String, code: Int32)
    /// The file can no longer be written, for the reason in `errno`; `written` is its content.
    case cannotWrite(path: String, code: Int32, written: RecordingProgress)
    /// The daemon's stream is not a recording.
    case notARecording(String)
    /// The recording ended before data arrived; there is no file.
    case nothing(path: String)
    /// The stream was interrupted; the file contains the data received before.
    case interrupted(ControlClientError, path: String, written: RecordingProgress)

    /// The error for people.
    public var description: String {
        switch self {
        case .exists(let path):
            "\(path) already exists; give another name, or use --overwrite"
        case .cannotCreate(let path, ENXIO):
            "cannot write to \(path): no program reads from it; start the reader first"
        case .cannotCreate(let path, let code):
            "cannot create \(path): \(SystemError(code)); choose a folder that you may write to"
        case .cannotWrite(let path, EAGAIN, let written):
            "the recording ended before its reader took all of it; \(path) got \(written)"
        case .cannotWrite(let path, let code, let written):
            "cannot write to \(path): \(SystemError(code)); it contains \(written); \(Self.advice(code))"
        case .notARecording(let what):
            RecordStreamError(what).description
        case .nothing(let path):
            "\(path) was not created: the recording ended before gnss-gateway answered; record for longer"
        case .interrupted(let error, let path, let written):
            "\(error); \(path) holds \(written)"
        }
    }

    private static func advice(_ code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: "free some space, or record to another disk"
        case EFBIG: "the file has reached the largest size allowed; record to another file"
        default: "check the disk, and record to another file"
        }
    }

    /// 73 for a file that cannot be created and for a full disk, 77 for lacking permission, 74 for other failures. A
    /// stream that was interrupted has the exit code of its cause.
    public var exitStatus: ExitStatus {
        switch self {
        case .exists: .cannotCreate
        case .cannotCreate(_, let code):
            SystemError(code).isPermission ? .noPermission : .cannotCreate
        case .cannotWrite(_, let code, _):
            [ENOSPC, EDQUOT, EFBIG].contains(code) ? .cannotCreate : .inputOutput
        case .notARecording(let what): RecordStreamError(what).exitStatus
        case .nothing: .unavailable
        case .interrupted(let error, _, _): error.exitStatus
        }
    }
}
