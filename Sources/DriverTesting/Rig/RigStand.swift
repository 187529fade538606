// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A rig in operation, which owns its pseudo-terminal, server or file. Use it from one thread only.
final class RigStand {
    private let rig: ReceiverRig
    /// The line, if the rig has one.
    let line: OutputLine?
    private let file: String?

    /// Nil if no terminal, server or file can be created.
    init?(_ rig: ReceiverRig) {
        self.rig = rig
        switch rig.kind {
        case .terminal:
            guard let line = OutputLine(rig.output, TerminalEnd()) else { return nil }
            (self.line, file) = (line, nil)
        case .server:
            guard let line = OutputLine(rig.output, ServerEnd()) else { return nil }
            (self.line, file) = (line, nil)
        case .file:
            guard let path = Self.emptyFile() else { return nil }
            (line, file) = (nil, path)
        case .configured, .missing: (line, file) = (nil, nil)
        }
    }

    deinit {
        line?.hangUp()
        if let file { unlink(file) }
    }

    /// Returns the section for a receiver with the given behaviour; nil if there is no such section.
    func section(_ mode: OutputMode) -> String? {
        switch rig.kind {
        case .terminal, .server:
            guard let line else { return nil }
            line.mode = mode
            return rig.configuration(line.path)
        case .file:
            guard let file, let content = content(mode), Self.write(content, to: file) else { return nil }
            return rig.configuration(file)
        case .configured(let garbage):
            return mode == .speaking ? rig.configuration("") : mode == .noise || mode == .misread ? garbage : nil
        case .missing: return nil
        }
    }

    /// The content of the file; nil for behaviours that a file cannot have.
    private func content(_ mode: OutputMode) -> [UInt8]? {
        var noise = Noise(seed: 7)
        return switch mode {
        case .silent, .endless: nil
        case .speaking, .flooding: (0..<400).flatMap { rig.output.burst($0) }
        case .noise, .misread: (0..<64).flatMap { _ in noise.block() }
        case .damaged: (0..<400).flatMap { noise.damaged(rig.output.burst($0)) }
        }
    }

    /// Creates a file with a unique name: `mkstemp` replaces the X's.
    private static func emptyFile() -> String? {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var name = Array("\(folder)/gnss-rig-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let stream = fopen(path, "w") else { return false }
        let count = fwrite(bytes, 1, bytes.count, stream)
        return fclose(stream) == 0 && count == bytes.count
    }
}
