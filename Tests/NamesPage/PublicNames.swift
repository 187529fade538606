// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The page of public names, `docs/names.md`, for the tests that compare it with the program. `GNSS_NAMES_WRITE=1` prints
/// what its sections should say.
public enum PublicNames {
    /// The folder of the package.
    public static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The lines of a section that name something, without the bullet; none if there is no such section.
    public static func page(_ section: String) throws -> [String] {
        let parts = try String(contentsOf: package.appending(path: "docs/names.md"), encoding: .utf8)
            .components(separatedBy: "\n## ")
        let part = parts.first { $0.hasPrefix(section + "\n") } ?? ""
        return part.split(separator: "\n").filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    }

    /// What is wrong with a section whose lines should be these; empty: nothing.
    public static func faults(_ section: String, _ lines: [String]) throws -> [String] {
        if ProcessInfo.processInfo.environment["GNSS_NAMES_WRITE"] != nil {
            print("## \(section)\n\n" + lines.map { "- \($0)" }.joined(separator: "\n") + "\n")
        }
        let (written, real) = (Set(try page(section)), Set(lines))
        return real.subtracting(written).sorted().map { "\(section): missing in docs/names.md: \($0)" }
            + written.subtracting(real).sorted().map { "\(section): the program does not know \($0)" }
    }
}
