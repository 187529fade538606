// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A person in the field who uses the command line, and an office far away.
@Suite(.timeLimit(.minutes(10))) struct BackOfficeCommandTests {
    @Test func `a task is done on the command line, from the sign-in to the sign-out`() throws {
        let bench = try BackOfficeBench(.pic2bim)
        let task = try bench.addTask(["name": "meadow", "text": "Take one photo", "due": "2099-05-04T00:00:00Z"])
        let early = try bench.run("tasks")
        #expect(early.status != 0 && early.output.isEmpty && !early.messages.isEmpty, "\(early)")
        let wrong = try bench.run("sign-in", "--login", "farmer", input: "wrong\n")
        #expect(wrong.status != 0 && !wrong.messages.isEmpty, "\(wrong)")
        let right = try bench.run("sign-in", "--login", "farmer", input: BackOfficeBench.password + "\n")
        #expect(right.status == 0 && right.output.contains("farmer"), "\(right)")
        #expect(!(right.output + right.messages).contains(BackOfficeBench.mark))
        let fetched = try bench.run("sync")
        #expect(fetched.status == 0, "\(fetched)")
        let listed = try bench.run("tasks")
        #expect(listed.status == 0 && listed.output.contains("meadow"), "\(listed)")
        let json = try object(try bench.run("tasks", "list", "--state", "new", "--json").output)
        #expect(json["total"] as? Int == 1, "\(json)")
        let opened = try bench.run("tasks", "open", "\(task)")
        #expect(opened.status == 0 && opened.output.contains("Take one photo"), "\(opened)")
        #expect(try bench.task(task)["state"] as? String == "open")
        let photo = try bench.noise()
        try bench.wait("a photo to be allowed") {
            try bench.ask("GET", "/v1/captures/check").json["allowed"] as? Bool == true
        }
        for arguments in [["--task", "\(task)"], []] {
            let taken = try RunningProgram(
                try Program.gateway, ["capture", "--image", photo, "--countdown", "0", "--json"] + arguments,
                environment: ["GNSS_GATEWAY_SOCKET": bench.console.daemon.socket]
            ).waitForEnd()
            #expect(taken.status == 0, "\(taken)")
        }
        #expect(try bench.run("tasks", "note", "\(task)", "wet & muddy").output.contains("wet & muddy"))
        let sent = try bench.run("tasks", "send", "\(task)", "--yes")
        #expect(sent.status == 0, "\(sent)")
        #expect(try bench.task(task)["state"] as? String == "provided")
        #expect(try bench.officeTask(task)["note"] as? String == "wet & muddy")
        let again = try bench.run("tasks", "send", "\(task)", "--yes")
        #expect(again.status != 0 && !again.messages.isEmpty, "\(again)")
        _ = try bench.addPath("border")
        #expect(try bench.run("capture", "send", "--all", "--yes").output.contains("1 photo"))
        #expect(try bench.run("paths", "send", "--all", "--yes").output.contains("1 path"))
        #expect(try bench.run("sync").status == 0)
        try bench.wait("everything") { try bench.officePhotos().count == 2 && bench.officePaths().count == 1 }
        let left = try bench.run("sign-out")
        #expect(left.status == 0, "\(left)")
        #expect(try bench.run("sign-out").status != 0)
        try bench.expectCareful()
    }
}
