// SPDX-License-Identifier: Apache-2.0

import AgrirouterUplink
import ControlModel
import Foundation
import GNSSTypes
import MessageTexts
import NamesPage
import Storage
import Testing

@testable import BluetoothPairing
@testable import Gateway

/// `docs/names.md` lists every code of alerts and of refused requests.
@Suite struct CodeNamesTests {
    @Test func `the page lists every code of an alert, and no other one`() throws {
        // That data are authenticated again ends the alert of the loss, and bears its code.
        let notices = AuthenticationNotice.allCases.filter { $0 != .restored }.map(\.rawValue)
        let codes =
            Alert.Code.allCases.map(\.rawValue) + notices + StoreNotice.Code.allCases.map(\.rawValue)
            + ClientWatch.Server.Code.allCases.map(\.alertCode)
        #expect(Set(codes).count == codes.count)
        #expect(try PublicNames.faults("Codes of alerts", codes.sorted().map { "`\($0)`" }) == [])
    }

    @Test func `the page lists every code of a refused request, and no other one`() throws {
        let codes =
            ControlError.Code.allCases.map(\.rawValue) + BluetoothPairingError.Code.allCases.map(\.rawValue)
            + OnboardingError.Word.allCases.map(\.rawValue) + KeyFileError.allCases.map(\.code)
            + CaptureText.refusals.map(\.refusalCode) + BackOfficeText.refusals.map(\.refusalCode)
        #expect(try PublicNames.faults("Codes of refused requests", Set(codes).sorted().map { "`\($0)`" }) == [])
    }

    /// A code that is written as text would be in no list.
    @Test func `alerts and refusals take their codes from the lists, and each of these is in use`() throws {
        let folder = PublicNames.package.appending(path: "Sources")
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var sources: [String: String] = [:]
        for path in paths where path.hasSuffix(".swift") {
            sources[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        }
        let written = sources.filter { $0.value.contains(/(Alert|ControlError)\((\n *)?(\.\w+, )?[^()]*code: "/) }
        #expect(written.keys.sorted() == [])
        let text = sources.filter { !["AlertCode.swift", "ControlError+Code.swift"].contains(name(of: $0.key)) }
            .values.joined()
        let cases = Alert.Code.allCases.map { "\($0)" } + ControlError.Code.allCases.map { "\($0)" }
        #expect(cases.filter { !text.contains(".\($0)") } == [])
    }

    private func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
