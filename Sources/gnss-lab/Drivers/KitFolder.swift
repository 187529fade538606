// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import FoundationEssentials
internal import Gateway
internal import Glibc
internal import SystemSupport

/// The folder of the driver kit, which contains `Sources` and `Kit`.
struct KitFolder {
    let path: String

    /// Searches `../share/gnss-gateway/kit` beside the executable, then, for a program that runs from its build folder,
    /// the folders above it.
    ///
    /// - Throws: `GatewayError` 69 if the kit is not found.
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

    /// The modules to copy into the package of a Swift driver.
    ///
    /// - Throws: `GatewayError` 74 if the list cannot be read.
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
