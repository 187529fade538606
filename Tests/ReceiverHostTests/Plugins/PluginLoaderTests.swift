// SPDX-License-Identifier: Apache-2.0

import CGNSSDriver
import DriverTesting
import Foundation
import GNSSTypes
import PluginHosting
import Testing

@testable import ReceiverHost

@Suite struct PluginLoaderTests {
    private func refusal(of path: String) -> PluginLoadError? {
        do throws(PluginLoadError) {
            _ = try PluginLoader.load(path, hostVersion: "0.0.0")
            return nil
        } catch {
            return error
        }
    }

    private func refusal(withDefect defect: String) throws -> PluginLoadError? {
        let driver = try CDriver(defect: defect)
        return refusal(of: driver.path)
    }

    @Test func `a driver in plain C loads, publishes and passes the conformance suite`() throws {
        let file = try CDriver()
        let plugin = try PluginLoader.load(file.path, hostVersion: "0.0.0")
        #expect(plugin.description.kind == "counting")
        #expect(plugin.description.delivers == [.fix])
        for finding in DriverConformance(plugin: plugin.table, configuration: "{}").run() {
            #expect(finding.failure == nil, "\(finding)")
        }
    }

    @Test func `what a driver in plain C publishes arrives as observations`() throws {
        let file = try CDriver()
        let plugin = try PluginLoader.load(file.path, hostVersion: "0.0.0")
        let host = RecordingHost(delivers: plugin.description.delivers)
        let driver = try DriverInstance(of: plugin.table, configuration: "{}", host: host)
        let thread = Thread { _ = driver.run() }
        thread.start()
        while host.observationCount < 3 { usleep(1000) }
        driver.stop()
        let fixes = host.recorded.observations.compactMap { observation -> Fix? in
            guard case .fix(let fix) = observation.payload else { return nil }
            return fix
        }
        #expect(fixes.prefix(3).map(\.satellitesUsed) == [0, 1, 2])
        #expect(fixes.first?.position?.latitude == Angle(degrees: 48))
        #expect(fixes.first?.sources == ["COUNT"])
    }

    @Test func `a plugin of another contract is refused by name`() throws {
        #expect(try refusal(withDefect: "OTHER_CONTRACT") == .otherContract(major: 2))
        #expect(try refusal(withDefect: "MAJOR") == .refused(.otherContract("9.\(GNSS_CONTRACT_MINOR)")))
    }

    @Test func `a library without the symbol is not a driver`() throws {
        #expect(try refusal(withDefect: "NO_SYMBOL") == .notADriver)
    }

    @Test func `a table of the wrong size is refused`() throws {
        #expect(try refusal(withDefect: "SIZE") == .refused(.wrongSize(40, expected: 128)))
    }

    @Test func `a plugin's own refusal is told in its words`() throws {
        #expect(
            try refusal(withDefect: "REFUSES") == .refused(.refusedHost("this driver wants a newer gateway")))
    }

    @Test func `a file or folder that others can write is refused with the fix`() throws {
        let file = try CDriver()
        try FileManager.default.setAttributes([.posixPermissions: 0o757], ofItemAtPath: file.path)
        let first = try #require(refusal(of: file.path))
        #expect(first == .writableByOthers(path: try realPath(file.path), owner: geteuid(), mode: 0o757))
        #expect(first.description.contains("mode 0757") && first.description.contains("chmod o-w"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: file.folder.path)
        #expect(
            refusal(of: file.path)
                == .writableByOthers(path: try realPath(file.folder.path), owner: geteuid(), mode: 0o777))
    }

    @Test func `a folder above that everybody may write to is refused, with its owner and mode`() throws {
        let file = try CDriver()
        let above = file.folder.path + "/above"
        let within = above + "/within"
        try FileManager.default.createDirectory(atPath: within, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: file.path, toPath: within + "/libcounting.so")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: above)
        let found = try #require(refusal(of: within + "/libcounting.so"))
        #expect(found == .writableByOthers(path: try realPath(above), owner: geteuid(), mode: 0o777))
        #expect(found.description.contains("mode 0777") && found.description.contains("chmod o-w '"))
        // As /tmp is: only the owner of an entry may replace it.
        try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: above)
        #expect(refusal(of: within + "/libcounting.so") == nil)
    }

    @Test func `a link is refused where everybody may replace it, and where its target stands so`() throws {
        let file = try CDriver()
        for name in ["open", "closed"] {
            try FileManager.default.createDirectory(
                atPath: "\(file.folder.path)/\(name)", withIntermediateDirectories: false)
        }
        let (open, closed) = (file.folder.path + "/open", file.folder.path + "/closed")
        try FileManager.default.createSymbolicLink(atPath: open + "/liblink.so", withDestinationPath: file.path)
        try FileManager.default.copyItem(atPath: file.path, toPath: open + "/libcounting.so")
        try FileManager.default.createSymbolicLink(
            atPath: closed + "/liblink.so", withDestinationPath: "../open/libcounting.so")
        #expect(refusal(of: open + "/liblink.so") == nil && refusal(of: closed + "/liblink.so") == nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
        let expected = PluginLoadError.writableByOthers(path: try realPath(open), owner: geteuid(), mode: 0o777)
        #expect(refusal(of: open + "/liblink.so") == expected)
        #expect(refusal(of: closed + "/liblink.so") == expected)
        try FileManager.default.createSymbolicLink(atPath: closed + "/libloop.so", withDestinationPath: "libloop.so")
        #expect(refusal(of: closed + "/libloop.so") == .unreadable(reason: "Too many levels of symbolic links"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a link or a folder above of another user is refused`() throws {
        let file = try CDriver()
        let link = file.folder.path + "/liblink.so"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
        try #require(lchown(link, 12345, 12345) == 0)
        guard case .foreignOwner(_, 12345, _) = refusal(of: link) else {
            Issue.record("\(String(describing: refusal(of: link)))")
            return
        }
        #expect(refusal(of: file.path) == nil)
        try #require(chown(file.folder.path, 12345, 12345) == 0)
        guard case .foreignOwner(try realPath(file.folder.path), 12345, _) = refusal(of: file.path) else {
            Issue.record("\(String(describing: refusal(of: file.path)))")
            return
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a file of another user is refused`() throws {
        let file = try CDriver()
        try #require(chown(file.path, 12345, 12345) == 0)
        guard case .foreignOwner(try realPath(file.path), 12345, _) = refusal(of: file.path) else {
            Issue.record("\(String(describing: refusal(of: file.path)))")
            return
        }
    }

    @Test func `a file that is no library, and one that is not there, are refused`() throws {
        let file = try CDriver()
        try Data("not a library".utf8).write(to: URL(fileURLWithPath: file.path))
        guard case .notLoadable = refusal(of: file.path) else {
            Issue.record("\(String(describing: refusal(of: file.path)))")
            return
        }
        #expect(refusal(of: file.path + ".nowhere") == .unreadable(reason: "No such file or directory"))
    }

    @Test(arguments: ["RECORD_SIZE", "STAGE_KIND"])
    func `a driver that publishes what it may not is refused, and ends with its reason`(defect: String) throws {
        let file = try CDriver(defect: defect)
        let plugin = try PluginLoader.load(file.path, hostVersion: "0.0.0")
        let host = RecordingHost(delivers: plugin.description.delivers)
        let driver = try DriverInstance(of: plugin.table, configuration: "{}", host: host)
        #expect(driver.run() == .failed("the host refused a fix"))
        #expect(host.recorded.refusals.count == 1)
        #expect(host.recorded.observations.isEmpty)
    }

    @Test func `a folder is searched for libraries, and each that is none is listed with its reason`() throws {
        let file = try CDriver()
        let other = file.folder.appendingPathComponent("libother.so")
        try Data("no".utf8).write(to: other)
        try Data("no".utf8).write(to: file.folder.appendingPathComponent("readme.txt"))
        let catalogue = PluginCatalogue(
            folders: [PluginFolder(file.folder.path, isBuiltIn: true), PluginFolder("/nowhere", isBuiltIn: true)],
            hostVersion: "0.0.0", program: "/nowhere")
        #expect(catalogue.plugins.map(\.description.kind) == ["counting"])
        #expect(catalogue.refused.map(\.path) == [other.path])
        #expect(catalogue.plugin(ofKind: "counting") != nil)
        #expect(catalogue.plugin(ofKind: "other") == nil)
    }

    private func realPath(_ path: String) throws -> String {
        let real = try #require(realpath(path, nil))
        defer { free(real) }
        return String(cString: real)
    }
}
