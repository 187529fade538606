// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import FoundationEssentials
internal import Gateway
internal import Glibc
internal import ReceiverHost
internal import SystemSupport

/// The programming language of a driver.
enum ScaffoldLanguage: String, ExpressibleByArgument, CaseIterable {
    case swift, c
}

/// Creates the package of a new driver.
struct Scaffold {
    let name: DriverName
    let language: ScaffoldLanguage
    let kit: KitFolder
    let modules: [String]

    /// Writes the package into a new folder. If this fails, nothing is left behind.
    ///
    /// - Throws: `GatewayError` 73 if the folder exists or cannot be created.
    func write(to folder: String) throws(GatewayError) {
        guard mkdir(folder, 0o755) == 0 else {
            let cure =
                errno == EEXIST
                ? "it already exists and was not changed: choose another with --directory"
                : SystemError.text(of: errno)
            throw GatewayError(.cannotCreate, "cannot create \(folder): \(cure)")
        }
        do {
            try copy("\(kit.path)/Kit/\(language)", to: folder, renaming: true)
            switch language {
            case .swift:
                try FileManager.default.createDirectory(
                    atPath: folder + "/Kit/Sources", withIntermediateDirectories: true)
                for module in modules {
                    try copy("\(kit.path)/Sources/\(module)", to: "\(folder)/Kit/Sources/\(module)", renaming: false)
                }
            case .c:
                try copy(
                    "\(kit.path)/Sources/CGNSSDriver/include/gnss_driver.h", to: "\(folder)/kit/gnss_driver.h",
                    renaming: false)
            }
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw GatewayError(.cannotCreate, "cannot write \(folder): \(error)")
        }
    }

    /// Copies a file, or a folder with its contents.
    ///
    /// - Parameter renaming: True to replace the template's name by that of the driver.
    private func copy(_ from: String, to target: String, renaming: Bool) throws {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: from, isDirectory: &isFolder) else {
            throw GatewayError(.noInput, "\(from) does not exist")
        }
        guard isFolder else {
            let data = try Data(contentsOf: URL(filePath: from))
            let text = renaming ? Data(name.named(String(decoding: data, as: UTF8.self)).utf8) : data
            try text.write(to: URL(filePath: target))
            return
        }
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        for entry in try FileManager.default.contentsOfDirectory(atPath: from).sorted() {
            var wanted = entry
            if renaming { wanted = name.named(entry.hasPrefix("dot-") ? "." + entry.dropFirst(4) : entry) }
            try copy("\(from)/\(entry)", to: "\(target)/\(wanted)", renaming: renaming)
        }
    }

    /// A path as a shell reads it: in quotation marks if it contains more than letters, digits and `/._-`.
    static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte >= 0x80 || "/._-".utf8.contains(byte)
        }
        return isPlain
            ? path : "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The next steps, for people.
    func advice(_ folder: String) -> String {
        let steps =
            switch language {
            case .swift:
                """
                    swift build
                    swift test
                    gnss-gateway drivers check .build/debug/lib\(name.camel)Plugin.so --input sample.log
                """
            case .c:
                """
                    make
                    make test
                    gnss-gateway drivers check build/lib\(name.snake).so --input sample.log
                """
            }
        let decoder = language == .c ? "decoder.c" : "Sources/\(name.camel)/\(name.camel)Decoder.swift"
        return """
            Created \(folder): the driver \(name.kind), which already works. Next:
                cd \(Self.quoted(folder))
            \(steps)
            Implement your receiver's protocol in \(decoder); README.md describes the other files.
            """
    }
}

extension DriversCommand {
    /// `gnss-gateway drivers new`.
    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: LaboratoryAbstract.driversNew,
            discussion: """
                The package is self-contained: it has its own build, tests, README, sample and CI file, and the parts \
                of the driver kit that it needs. It builds without a network and, with its made-up receiver protocol, \
                already passes its tests and 'drivers check'. docs/writing-a-driver.md continues from there.

                Exits with 64 if the name is not allowed, with 73 if the folder already exists or cannot be created.
                """)

        @Argument(help: "The driver's name in configurations: lower-case letters, digits, hyphens.")
        var name: String

        @Option(help: "The programming language: swift or c.")
        var language: ScaffoldLanguage

        @Option(
            help: ArgumentHelp(
                "The folder to create; default: the driver's name, in the current folder.", valueName: "FOLDER"))
        var directory: String?

        func run() throws {
            do throws(GatewayError) {
                let kit = try KitFolder()
                let modules = try kit.modules()
                let name = try DriverName(name, modules: modules)
                let drivers = DriverRegistry(program: try SiblingProgram.path("gnss-gateway"))
                if let own = drivers.catalogue.plugin(ofKind: name.kind), !own.isAlwaysIsolated {
                    throw GatewayError(.usage, "'\(name.kind)' is a built-in driver: choose another name")
                }
                let folder = directory ?? name.kind
                let scaffold = Scaffold(name: name, language: language, kit: kit, modules: modules)
                try scaffold.write(to: folder)
                Terminal.say(scaffold.advice(folder))
            } catch {
                throw Terminal.failure(error)
            }
        }
    }
}
