// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackOfficeModel
import Testing

@testable import BackOfficeCommands

/// What the command lines of the back office mean.
struct CommandLineTests {
    private func query(_ arguments: String...) throws -> TaskQuery {
        try #require(try TasksCommand.parseAsRoot(arguments) as? TasksCommand.List).query
    }

    @Test func `tasks lists the newest first, unless the command line says otherwise`() throws {
        #expect(try query() == TaskQuery())
        #expect(try query("list") == TaskQuery())
        var wanted = TaskQuery()
        (wanted.name, wanted.states, wanted.order) = ("field", [.new, .provided], .due)
        (wanted.isDescending, wanted.putsOverdueLast) = (false, true)
        let found = try query(
            "--name", "field", "--state", "new", "--state", "provided", "--sort", "due", "--ascending",
            "--overdue-last")
        #expect(found == wanted)
    }

    @Test(arguments: [
        ["--state", "done"], ["--state", "new,open"], ["--sort", "age"], ["list", "7"], ["show"], ["note", "7"],
        ["send"], ["send", "7", "--all"],
    ])
    func `a wrong command line of tasks is refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try TasksCommand.parseAsRoot(arguments) }
    }

    @Test func `tasks send waits and asks, unless the command line says otherwise`() throws {
        let plain = try #require(try TasksCommand.parseAsRoot(["send", "7"]) as? TasksCommand.Send)
        #expect(plain.id == "7" && plain.wait && !plain.yes && !plain.pending)
        let other = try #require(
            try TasksCommand.parseAsRoot(["send", "7", "--no-wait", "-y", "--pending"]) as? TasksCommand.Send)
        #expect(!other.wait && other.yes && other.pending)
    }

    @Test func `sync waits, and takes only one other wish`() throws {
        #expect(try SyncCommand.parse([]).wait && SyncCommand.parse(["--wait"]).wait)
        #expect(try !SyncCommand.parse(["--no-wait"]).wait)
        #expect(throws: (any Error).self) { try SyncCommand.parse(["--status", "--cancel"]) }
    }

    @Test func `a password is no argument, and a file's last line end is not part of it`() throws {
        #expect(throws: (any Error).self) { try SignInCommand.parse(["--login", "jan", "geheim"]) }
        #expect(throws: (any Error).self) { try SignInCommand.parse(["--password", "geheim"]) }
        #expect(try SignInCommand.parse(["--password-file", "f"]).passwordFile == "f")
        for (text, password) in [
            ("geheim\n", "geheim"), ("geheim\r\n", "geheim"), ("geheim", "geheim"), (" a b ", " a b "),
            ("a\n\n", "a\n"),
            ("", ""),
        ] {
            #expect(SignInCommand.line(Array(text.utf8)) == password)
        }
    }
}
