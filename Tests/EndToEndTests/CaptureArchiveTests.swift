// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `gnss-gateway verify` with archives of others.
@Suite(.timeLimit(.minutes(3))) struct CaptureArchiveTests {
    /// Writes an archive of 1 MB with 750 MiB of zeros, verifies it, and prints the exit code and the peak memory in MiB.
    private static let script = """
        import resource, subprocess, sys, zipfile
        program, path = sys.argv[1:]
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.writestr("a/manifest-1.json", "{}")
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
}
