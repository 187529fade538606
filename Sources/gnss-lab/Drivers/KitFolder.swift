// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import FoundationEssentials
internal import Gateway
internal import Glibc
internal import SystemSupport

/// Where the driver kit stands: a folder with `Sources` and `Kit`.
struct KitFolder {
    let path: String

    /// Looks in `../share/gnss-gateway/kit` beside the executable; then, for a program run from its build, in the folders
    /// above it.
    ///
    /// - Throws: `GatewayError` 69 where it is in none of them.
    init() throws(GatewayError) {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let folder = Self.parent(of: program)
        var candidates = [folder + "/../share/gnss-gateway/kit"]
        var above = folder
        while !above.isEmpty {
            candidates.append(above)
            above = Self.parent(of: above)
        }
        guard let found = candidates.first(where: Self.isKit) else {
            throw GatewayError(
                .unavailable,
                "the driver kit is not installed: \(candidates[0]) does not exist (packaging/install creates it)")
        }
        path = found
    }

    /// The modules that a driver in Swift gets a copy of.
    ///
    /// - Throws: `GatewayError` 74 where the list cannot be read.
    func modules() throws(GatewayError) -> [String] {
        do {
            let text = try String(contentsOfFile: path + "/Kit/modules", encoding: .utf8)
            return text.split(separator: "\n").map(String.init)
        } catch {
            throw GatewayError(.inputOutput, "cannot read \(path)/Kit/modules: \(error)")
        }
    }

    private static func isKit(_ folder: String) -> Bool {
        ["Kit/modules", "Sources/DriverKit", "Sources/CGNSSDriver/include/gnss_driver.h"]
            .allSatisfy { access("\(folder)/\($0)", R_OK) == 0 }
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
