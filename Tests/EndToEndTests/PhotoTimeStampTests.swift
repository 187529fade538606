// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A time stamping authority made with `openssl`, and its HTTP server.
private final class Authority {
    let folder: String
    private let server: RunningProgram
    let port: Int

    /// - Parameter folder: Gets the certificate `ca.pem`.
    init(in folder: String) throws {
        self.folder = folder
        let configuration = """
            [req]
            distinguished_name = any
            [any]
            [root]
            basicConstraints = critical,CA:true
            [stamping]
            extendedKeyUsage = critical,timeStamping
            [stamps]
            serial = serial
            signer_digest = sha256
            default_policy = 1.3.6.1.4.1.13762.3
            digests = sha256
            accuracy = secs:1
            """
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder + "/authority.cnf"))
        try Data("41\n".utf8).write(to: URL(fileURLWithPath: folder + "/serial"))
        let new = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -config authority.cnf"
        let script = """
            cd '\(folder)' && openssl req -x509 \(new) -keyout ca.key -out ca.pem -subj /CN=Root -extensions root -days 9 &&
            openssl req \(new) -keyout tsa.key -out tsa.csr -subj '/CN=Field TSA' &&
            openssl x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -extfile authority.cnf -extensions stamping -days 9 \
            -out tsa.pem
            """
        let made = try RunningProgram("/usr/bin/env", ["bash", "-c", script], environment: [:]).waitForEnd()
        try #require(made.status == 0, "\(made.messages)")
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "TimeStampsTests/authority.py").path
        server = try RunningProgram(
            "/usr/bin/env", ["bash", "-c", "cd '\(folder)' && exec python3 '\(file)' < <(sleep 600)"], environment: [:])
        var port: Int?
        try eventually("the authority does not start", within: 60) { [server] in
            port = server.output.firstMatch(of: /port (\d+)/).flatMap { Int($0.1) }
            return port != nil
        }
        self.port = try #require(port)
    }
}

/// Photos whose evidence an authority stamps.
@Suite(.timeLimit(.minutes(5))) struct PhotoTimeStampTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ script: String) throws -> Program.Result {
        try RunningProgram("/usr/bin/env", ["bash", "-c", "cd '\(folder.path)' && \(script)"], environment: [:])
            .waitForEnd()
    }

    private func gateway(_ bench: ConsoleBench?, _ arguments: String...) throws -> Program.Result {
        try RunningProgram(
            try Program.gateway, arguments,
            environment: ["GNSS_GATEWAY_SOCKET": bench?.daemon.socket ?? folder.path + "/none.sock"]
        ).waitForEnd()
    }

    /// Takes a photo and exports it.
    private func export(_ bench: ConsoleBench, _ name: String) throws -> String {
        try eventually("it is never authenticated", within: 60) {
            try bench.ask("GET", "/v1/captures/check").json["authenticated"] as? Bool == true
        }
        let begun = try bench.ask("POST", "/v1/captures", body: #"{"countdown_s":0}"#)
        let id = try #require(begun.json["id"] as? String, "\(begun.text)")
        try eventually("the moment never comes", within: 30) {
            try bench.ask("GET", "/v1/captures/\(id)").json["state"] as? String == "waiting"
        }
        // The person needs a second to take the picture, in which the authority answers.
        try eventually("the authority is not asked", within: 10) {
            FileManager.default.fileExists(atPath: folder.path + "/tsa/served.tsr") || name == "none"
        }
        // The daemon says nothing when the answer has arrived, so give a busy machine some seconds; the image may wait 30 s.
        usleep(3_000_000)
        let made = try run(
            "printf 'P6 8 8 255 ' > p.ppm && head -c 192 /dev/zero >> p.ppm && cjpeg -outfile p.jpg p.ppm")
        try #require(made.status == 0, "\(made.messages)")
        let image = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/p.jpg")))
        let stored = try PlainHTTP.request(
            "PUT", "/v1/captures/\(id)/image", bytes: image, socket: bench.daemon.socket)
        try #require(stored.status == 200, "\(stored.text)")
        let path = folder.path + "/\(name).zip"
        #expect(try gateway(bench, "capture", "export", id, "--output", path).status == 0)
        #expect(try run("python3 -m zipfile -e \(name).zip \(name)").status == 0)
        return folder.path + "/\(name)/\(id)"
    }

    @Test func `an authority stamps the evidence at the moment of the photo, and other programs check it`() throws {
        let authority = try Authority(in: folder.path + "/tsa")
        let bench = try ConsoleBench(
            authenticIn: folder,
            more: "captures: { enabled: true, time_stamp_url: \"http://127.0.0.1:\(authority.port)/stamp\" }")
        let photo = try export(bench, "stamped")
        let checked = try run(
            "openssl ts -verify -in '\(photo)/receiver.tsr' -data '\(photo)/receiver.gnssrec' -CAfile tsa/ca.pem")
        #expect(checked.status == 0, "\(checked.messages)")
        #expect(try gateway(nil, "verify", photo).output.hasPrefix("valid"))
        func levels(_ arguments: String...) throws -> String {
            let result = try gateway(
                nil, "verify", "--osnma", "--trust", folder.path, arguments[0], arguments[1], photo)
            return result.output + result.messages
        }
        // The stamp is right. The simulated day is over, so its keys were public long before the stamp.
        let known = try levels("--time-authority", folder.path + "/tsa/ca.pem")
        #expect(known.contains("third party: no: no key of a tag was still secret"), "\(known)")
        let plain = try gateway(nil, "verify", "--osnma", "--trust", folder.path, photo).output
        #expect(plain.contains("the photo has a time stamp of 20") && plain.contains("--time-authority checks it"))
        // Another authority's certificate, and a file that is none.
        #expect(
            try run("openssl req -x509 -newkey rsa:2048 -nodes -keyout tsa/o.key -out tsa/o.pem -subj /CN=Other").status
                == 0)
        let other = try levels("--time-authority", folder.path + "/tsa/o.pem")
        #expect(other.contains("the time stamp cannot be trusted"), "\(other)")
        let none = try levels("--time-authority", folder.path + "/p.ppm")
        #expect(none.contains("contain no certificate"), "\(none)")
        let missing = try gateway(nil, "verify", "--osnma", "--time-authority", folder.path + "/no", photo)
        #expect(missing.status == 66)
    }

    @Test(arguments: ["error", "garbage", "page", "endless"])
    func `without a right answer the photo is stored, and nothing claims a time stamp`(_ path: String) throws {
        let authority = try Authority(in: folder.path + "/tsa")
        let bench = try ConsoleBench(
            authenticIn: folder,
            more: "captures: { enabled: true, time_stamp_url: \"http://127.0.0.1:\(authority.port)/\(path)\" }")
        let photo = try export(bench, "none")
        #expect(!FileManager.default.fileExists(atPath: photo + "/receiver.tsr"))
        #expect(bench.daemon.messages.contains("a photo has no time stamp"), "\(bench.daemon.messages)")
        let text = try gateway(nil, "verify", "--osnma", "--trust", folder.path, photo)
        #expect(text.status == 0 && text.output.contains("third party: no: the photo has no time stamp"))
    }
}
