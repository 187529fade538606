// SPDX-License-Identifier: Apache-2.0

public import GatewayClient
internal import Glibc
public import SystemSupport

/// Why a recording was not begun, or ended too early. What was written before is a valid recording.
public enum RecordingError: ProgramError, Hashable {
    /// The file is there already.
    case exists(path: String)
    /// The file cannot be created: `errno`.
    case cannotCreate(path: String, code: Int32)
    /// The file cannot be written any more: `errno`, and what stands in it.
    case cannotWrite(path: String, code: Int32, written: RecordingProgress)
    /// The daemon sends something else than a recording.
    case notARecording(String)
    /// It ended before anything came; there is no file.
    case nothing(path: String)
    /// The stream broke off; what came stands in the file.
    case interrupted(ControlClientError, path: String, written: RecordingProgress)

    /// The error for people.
    public var description: String {
        switch self {
        case .exists(let path):
            "\(path) already exists; give another name, or use --force"
        case .cannotCreate(let path, let code):
            "cannot create \(path): \(SystemError(code)); choose a folder that you may write to"
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

    /// 73 for a file that cannot be made and for a full disk, 77 for lacking permission, 74 for other failures, and for
    /// a stream that broke off its own.
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
