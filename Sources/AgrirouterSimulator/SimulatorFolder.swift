// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The simulator's folder: one that is kept, or one for this run alone.
struct SimulatorFolder: Sendable {
    /// Where it is.
    let path: String
    /// Whether it stays for the next run.
    let isKept: Bool

    /// Opens a folder, or makes one under `TMPDIR` that `close` removes.
    init(_ directory: String?) throws(SimulatorFault) {
        guard let directory else {
            let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
            // mkdtemp asks for six X at the end, which it replaces: two simulators never share a folder.
            var template = Array("\(base)/agrirouter-simulator-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw Self.fault(base) }
            path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            isKept = false
            return
        }
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw Self.fault(directory) }
        path = directory
        isKept = true
    }

    private static func fault(_ path: String) -> SimulatorFault {
        let reason = SystemError.text(of: errno)
        return SimulatorFault(description: "no folder can be made at \(path): \(reason); name another with --directory")
    }

    /// The certificate that clients trust.
    var authorityFile: String { "\(path)/server-ca.pem" }
    /// The authorities with their keys.
    var keptAuthorityFile: String { "\(path)/authority.json" }
    /// The service's state.
    var stateFile: String { "\(path)/state.json" }
    /// Files on the way.
    var workFolder: String { "\(path)/work" }

    /// Removes what is not to be kept.
    func close() {
        rmdir(workFolder)
        guard !isKept else { return }
        for file in [authorityFile, keptAuthorityFile] { unlink(file) }
        rmdir(path)
    }
}
