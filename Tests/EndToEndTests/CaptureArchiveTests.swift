// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `gnss-gateway verify` with archives of others.
@Suite(.timeLimit(.minutes(3))) struct CaptureArchiveTests {
    /// Writes an archive of 1 MB with 750 MiB of zeros and a manifest of 60 MiB, whose values would need more than 1 GiB,
    /// verifies it, and prints the exit code and the peak memory in MiB.
    private static let script = """
        import resource, subprocess, sys, zipfile
        program, path = sys.argv[1:]
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.writestr("a/manifest-1.json", "{}")
            archive.writestr("b/manifest-1.json", "[" + "0," * (30 << 20) + "0]")
            for number in range(5):
                with archive.open(f"a/{number}.bin", "w") as file:
                    for _ in range(150):
                        file.write(bytes(1 << 20))
        status = subprocess.run([program, "verify", path], capture_output=True).returncode
        print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)
        """

    @Test func `an archive that unpacks to much more than its size does not fill the memory`() throws {
        let path = NSTemporaryDirectory() + "gnss-bomb-\(UUID().uuidString).zip"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let result = try Program.run("/usr/bin/env", ["python3", "-c", Self.script, try Program.gateway, path])
        let figures = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(figures.count == 2, "\(result.output) \(result.messages)")
        #expect(figures[0] == 1, "the seal of an empty manifest is missing")
        #expect(figures[1] < 400, "\(figures[1]) MiB")
    }

    @Test func `a folder may hold more archives than a process may usually open`() throws {
        let folder = NSTemporaryDirectory() + "gnss-archives-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = """
            import os, sys, zipfile
            os.mkdir(sys.argv[1])
            for number in range(150):
                with zipfile.ZipFile(f"{sys.argv[1]}/{number}.zip", "w") as archive:
                    archive.writestr("a/manifest-1.json", "{}")
            """
        try #require(try Program.run("/usr/bin/env", ["python3", "-c", script, folder]).status == 0)
        let shell = "ulimit -Sn 100; exec \"$0\" verify \"$1\""
        let result = try Program.run("/bin/sh", ["-c", shell, try Program.gateway, folder])
        #expect(result.status == 1, "\(result.messages)")
        #expect(result.messages.contains("150"), "\(result.messages)")
    }

    @Test func `an archive without a seal is named, and a link that is not followed changes the exit code`() throws {
        let folder = NSTemporaryDirectory() + "gnss-archives-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = """
            import os, sys, zipfile
            os.mkdir(sys.argv[1])
            with zipfile.ZipFile(sys.argv[1] + "/a.zip", "w") as archive:
                archive.writestr("a/photo.jpg", "forged")
            os.symlink(sys.argv[1], sys.argv[1] + "/link")
            """
        try #require(try Program.run("/usr/bin/env", ["python3", "-c", script, folder]).status == 0)
        let result = try Program.run("verify", folder)
        #expect(result.status == 1 && result.output.hasPrefix("altered       \(folder)/a.zip/a"), "\(result.output)")
        #expect(result.output.contains("there is no manifest"), "\(result.output)")
        #expect(result.messages.contains("not checked: \(folder)/link is a symbolic link"), "\(result.messages)")
    }
}
