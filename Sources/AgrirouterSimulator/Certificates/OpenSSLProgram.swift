// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The reason that a key or certificate could not be created.
struct KeyError: Error, Hashable, CustomStringConvertible {
    var description: String
}

/// Runs the `openssl` program in its own folder. Each call blocks until the program has ended.
struct OpenSSLProgram: Sendable {
    /// The folder for temporary files, including keys; mode 0700.
    let folder: String

    /// Creates the folder for temporary files.
    ///
    /// - Throws: `KeyError` if the folder cannot be created.
    init(folder: String) throws(KeyError) {
        self.folder = folder
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw KeyError(description: "cannot create \(folder): \(SystemError.text(of: errno))")
        }
    }

    /// Runs the program with input files and arguments, and returns the contents of its output file `out`.
    ///
    /// In an argument, `@name` is replaced by the path of a file: one of `files`, or `@out`. Secrets are passed in
    /// files, because all users of the machine can read arguments.
    func run(_ arguments: [String], files: [String: [UInt8]] = [:]) throws(KeyError) -> [UInt8] {
        let place = "\(folder)/\(UInt64.random(in: .min ... .max))"
        guard mkdir(place, 0o700) == 0 else {
            throw KeyError(description: "cannot create \(place): \(SystemError.text(of: errno))")
        }
        let names = Array(files.keys) + ["out", "log"]
        defer {
            for name in names { unlink("\(place)/\(name)") }
            rmdir(place)
        }
        for (name, bytes) in files { try FileBytes.write(bytes, to: "\(place)/\(name)") }
        let spelled = arguments.map { argument in
            guard let mark = argument.firstIndex(of: "@") else { return argument }
            return argument[..<mark] + place + "/" + argument[argument.index(after: mark)...]
        }
        let status = try Self.start(["openssl"] + spelled, log: "\(place)/log")
        guard status == 0 else {
            let log = (try? FileBytes.read("\(place)/log")) ?? []
            let line = String(decoding: log, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
            throw KeyError(description: "openssl \(arguments.first ?? "") failed (\(status)): \(line)")
        }
        return try FileBytes.read("\(place)/out")
    }

    /// The highest open descriptor, or 1024 if it cannot be determined.
    private static func highestDescriptor() -> Int32 {
        guard let names = try? Folder.names(in: "/proc/self/fd") else { return 1024 }
        return names.reduce(STDERR_FILENO) { max($0, Int32($1) ?? 0) }
    }

    private static func start(_ arguments: [String], log: String) throws(KeyError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        // Without this, the child process would keep listeners and connections open after they are closed here. Closing
        // a descriptor that is not open does no harm in the child.
        for descriptor in (STDERR_FILENO + 1)..<Self.highestDescriptor() + 64 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var words = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var process: pid_t = 0
        let code = posix_spawnp(&process, "openssl", &actions, nil, words, environ)
        guard code == 0 else {
            let reason = SystemError.text(of: code)
            throw KeyError(
                description: "cannot run the program openssl: \(reason); install it (Debian package openssl)")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}

/// Reads and writes complete files that may contain secrets.
enum FileBytes {
    /// Writes a file that only its owner can read.
    static func write(_ bytes: [UInt8], to path: String) throws(KeyError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fault(path, "written") }
        defer { close(descriptor) }
        do throws(SystemError) { try Descriptor.write(bytes, to: descriptor) } catch {
            throw fault(path, "written", error)
        }
    }

    /// Replaces a file atomically: if the process is killed meanwhile, the file is either the old or the new one.
    static func replace(_ bytes: [UInt8], at path: String) throws(KeyError) {
        try write(bytes, to: path + ".new")
        guard rename(path + ".new", path) == 0 else { throw fault(path, "replaced") }
    }

    /// Reads a file of at most 16 MiB.
    static func read(_ path: String) throws(KeyError) -> [UInt8] {
        do throws(FileReadError) {
            return try WholeFile.read(path, atMost: 1 << 24)
        } catch {
            throw KeyError(description: "cannot read \(path): \(error)")
        }
    }

    private static func fault(_ path: String, _ what: String, _ error: SystemError = SystemError()) -> KeyError {
        KeyError(description: "\(path) cannot be \(what): \(error)")
    }
}
