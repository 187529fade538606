// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import TimeStamps

/// A time stamping authority made with `openssl`: a folder with a root certificate `ca.pem`, a certificate for time
/// stamps `tsa.pem`, one for servers `server.pem`, and the configuration.
final class TestAuthority: Sendable {
    /// The SHA-256 hash of "hello\n", and the file with these bytes.
    static let hash: [UInt8] = [
        0x58, 0x91, 0xB5, 0xB5, 0x22, 0xD5, 0xDF, 0x08, 0x6D, 0x0F, 0xF0, 0xB1, 0x10, 0xFB, 0xD9, 0xD2,
        0x1B, 0xB4, 0xFC, 0x71, 0x63, 0xAF, 0x34, 0xD0, 0x82, 0x86, 0xA2, 0xE8, 0x46, 0xF6, 0xBE, 0x03,
    ]
    static let otherHash = [UInt8](repeating: 7, count: 32)

    let folder: URL

    /// - Parameter stamps: Lines of the configuration of time stamps, besides those that are always needed.
    init(_ stamps: String = "accuracy = secs:1, millisecs:500, microsecs:100\ntsa_name = yes") throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-tsa-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write("data", Array("hello\n".utf8))
        try write("index.txt", [])
        try write("serial", Array("41\n".utf8))
        // The last value of a key counts.
        try write("authority.cnf", Array((Self.configuration + stamps + "\n").utf8))
        try openssl(
            "req -x509 \(Self.newKey) -keyout ca.key -out ca.pem -subj /O=Example/CN=Root -config authority.cnf "
                + "-extensions root -days 3650")
        try issue("tsa", "stamping", from: "20200101000000Z", to: "20990101000000Z")
        try issue("server", "server", from: "20200101000000Z", to: "20990101000000Z")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

    private static let configuration = """
        [req]
        distinguished_name = any
        [ca]
        default_ca = authority
        [authority]
        database = index.txt
        new_certs_dir = .
        default_md = sha256
        policy = any
        rand_serial = yes
        unique_subject = no
        [any]
        organizationName = supplied
        commonName = supplied
        [root]
        basicConstraints = critical,CA:true
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        [stamping]
        keyUsage = critical,digitalSignature
        extendedKeyUsage = critical,timeStamping
        [server]
        keyUsage = critical,digitalSignature
        extendedKeyUsage = critical,serverAuth
        [stamps]
        serial = serial
        signer_digest = sha256
        default_policy = 1.3.6.1.4.1.13762.3
        digests = sha256

        """

    /// Makes a key and a certificate for it, valid between two times in the form YYYYMMDDhhmmssZ.
    func issue(_ name: String, _ section: String, from start: String, to end: String) throws {
        try openssl(
            "req \(Self.newKey) -keyout \(name).key -out \(name).csr -subj /O=Example/CN=\(name) -config authority.cnf")
        try openssl(
            "ca -batch -config authority.cnf -cert ca.pem -keyfile ca.key -in \(name).csr -out \(name).pem -notext "
                + "-extensions \(section) -startdate \(start) -enddate \(end)")
    }

    /// The trusted certificates as PEM text.
    func root() throws -> String { try text("ca.pem") }

    /// Answers a request with the authority's certificate of a name.
    func answer(_ request: TimeStampRequest, as name: String = "tsa") throws -> [UInt8] {
        try write("request.tsq", request.bytes)
        try openssl(
            "ts -reply -config authority.cnf -section stamps -queryfile request.tsq -signer \(name).pem "
                + "-inkey \(name).key -out response.tsr")
        return try bytes("response.tsr")
    }

    /// Signs the contents of a response again, after a change, with a certificate that `openssl ts` may refuse.
    func sign(_ response: [UInt8], as name: String, _ change: ([UInt8]) throws -> [UInt8] = { $0 }) throws -> [UInt8] {
        try write("old.tsr", response)
        try openssl("ts -reply -in old.tsr -token_out -out old.p7")
        try openssl("cms -verify -noverify -inform DER -in old.p7 -out old.der")
        try write("new.der", try change(bytes("old.der")))
        try openssl(
            "cms -sign -binary -nodetach -cades -md sha256 -econtent_type 1.2.840.113549.1.9.16.1.4 -in new.der "
                + "-signer \(name).pem -inkey \(name).key -outform DER -out new.p7")
        try openssl("ts -reply -token_in -in new.p7 -out new.tsr")
        return try bytes("new.tsr")
    }

    /// Runs `openssl` in the folder.
    func openssl(_ arguments: String) throws {
        let code = try run(arguments)
        try #require(code == 0, "openssl \(arguments) failed")
    }

    /// Runs `openssl` in the folder and returns its exit code.
    func run(_ arguments: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitForEnd()
        return process.terminationStatus
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
}

extension [UInt8] {
    /// Returns the bytes with the first occurrence of a part replaced by another of the same length.
    func replacing(_ old: [UInt8], with new: [UInt8]) throws -> [UInt8] {
        var bytes = self
        let start = try #require(indices.first { self[$0...].starts(with: old) })
        bytes.replaceSubrange(start..<start + old.count, with: new)
        return bytes
    }

    /// The first time in the form `YYYYMMDDhhmmss…Z` that these bytes contain as a DER value: that of the time stamp.
    func statedTime() throws -> String {
        let start = try #require(indices.first { self[$0] == 0x18 && $0 + 2 < count && self[$0 + 2] == 0x32 })
        return String(decoding: self[(start + 2)...].prefix(Int(self[start + 1])), as: UTF8.self)
    }
}
