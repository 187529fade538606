// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A cell of a different type than the daemon writes costs its row and an alert, in whatever table and column it is.
@Suite(.serialized) struct BadCellTests {
    /// Puts a row into each table for each of its columns, with a wrong value in that column; `WRONG` stands for it. A
    /// row that SQLite itself refuses is left out. Prints how many there are.
    private static let fill = #"""
        wrong = WRONG
        count = 0
        for table in [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = "
            + "'table'").fetchall()]:
            if table.startswith("sqlite_"): continue
            columns = database.execute(f"SELECT name, type, pk FROM pragma_table_info('{table}')").fetchall()
            if table in ("uplink_state", "osnma_state"): database.execute(f"DELETE FROM {table}")
            for index, (bad, _, _) in enumerate(columns):
                values = []
                for name, kind, key in columns:
                    number = 100 + index
                    if table == "points" and name in ("path", "number"): value = 500 if name == "path" else index - 2 if index > 1 else number
                    elif name in ("trusted", "chosen", "paused", "repeated", "crosses", "kind", "leap", "sent") and kind == "INTEGER": value = 0
                    elif table == "paths" and name == "state": value = 2
                    elif name in ("user", "message"): value = 1
                    elif name == "id" and table.endswith("_state"): value = 1
                    elif name in ("fingerprint", "tree"): value = bytes([number]) * 32
                    elif kind == "BLOB": value = bytes([1, 2, 3])
                    elif kind == "TEXT": value = "public_key" if name == "kind" else f"t{number}"
                    elif kind in ("REAL", ""): value = 1.5
                    else: value = number
                    values.append(wrong if name == bad else value)
                marks = ", ".join("?" for _ in columns)
                try:
                    database.execute(f"INSERT INTO {table} VALUES ({marks})", values)
                    count += 1
                except sqlite3.Error:
                    pass
        database.execute(
            "INSERT INTO paths (id, user, kind, name, state, started, points) VALUES (500, 1, 0, 'whole', 2, 5, 17)")
        print(count)
        """#

    @Test(arguments: ["b'\\x00\\xff'", "'abc'", "9223372036854775807", "-9223372036854775808", "1e300", "-1"])
    func `wrong cells in every table and column end no daemon, and the check names them`(_ wrong: String) throws {
        let bench = try StoreBench()
        try bench.fill()
        let count = try bench.python(Self.fill.replacingOccurrences(of: "WRONG", with: wrong))
        #expect(try #require(Int(count.trimmingCharacters(in: .newlines))) >= 20, "\(count)")
        let check = try bench.check()
        #expect(check.status == 70 && check.messages.contains("table "), "\(check.messages)")
        let daemon = try bench.start()
        try bench.awaitPosition()
        let alert = try bench.awaitAlert("store-damaged-rows", daemon)
        #expect(alert.contains("column"), "\(alert)")
        try exercise(bench, daemon)
        #expect(try bench.kept.isEmpty)
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
        // Once more, as a service manager would.
        let again = try bench.start("--require-store")
        try bench.awaitPosition()
        again.signal(SIGTERM)
        #expect(again.waitForEnd().status == 0)
    }

    /// Asks for all that is read from the store.
    private func exercise(_ bench: StoreBench, _ daemon: RunningProgram) throws {
        let questions = [
            ["paths", "list"], ["paths", "list", "--tracks"], ["osnma", "trust", "list"], ["receivers"], ["status"],
        ]
        for question in questions {
            let answer = try bench.ask(daemon, question)
            #expect(answer.status == 0, "\(question): \(answer.messages)")
        }
        for format in ["gpx", "kml", "geojson", "csv"] {
            let answer = try bench.ask(daemon, ["paths", "export", "500", "--format", format])
            #expect(answer.status == 0, "\(format): \(answer.messages)")
        }
        for id in [100, 105, 110, 500] { _ = try bench.ask(daemon, ["paths", "show", "\(id)", "--points"]) }
        #expect(try bench.ask(daemon, ["receivers", "use", "rover"]).status == 0)
        #expect(try bench.ask(daemon, ["paths", "start", "after"]).status == 0)
        #expect(try bench.ask(daemon, ["paths", "stop"]).status == 0)
    }

    @Test func `points behind a bad one are shown once, with their own index`() throws {
        let bench = try StoreBench()
        try bench.fill()
        let path = try bench.python(
            """
            columns = [row[1] for row in database.execute("PRAGMA table_info(points)")]
            path = database.execute("SELECT path FROM points").fetchone()[0]
            row = dict(zip(columns, database.execute("SELECT * FROM points WHERE path = ?", (path,)).fetchone()))
            database.execute("DELETE FROM points WHERE path = ?", (path,))
            for row["number"] in range(1500):
                database.execute(f"INSERT INTO points VALUES ({', '.join('?' for _ in columns)})", list(row.values()))
            database.execute("UPDATE paths SET points = 1500 WHERE id = ?", (path,))
            database.execute("UPDATE points SET hdop = 'abc' WHERE path = ? AND number = 5", (path,))
            print(path)
            """
        ).trimmingCharacters(in: .newlines)
        let daemon = try bench.start()
        let shown = try bench.ask(daemon, "paths", "show", path, "--points", "--json")
        #expect(shown.status == 0, "\(shown.messages)")
        // The track log may add points meanwhile.
        let indices = try shown.lines.dropFirst().compactMap { try object($0)["index"] as? Int }.filter { $0 < 1500 }
        #expect(indices == (0..<1500).filter { $0 != 5 })
    }

    @Test func `a foreign trigger is removed, a missing table is created, and both are reported`() throws {
        let bench = try StoreBench()
        try bench.fill()
        try bench.python(
            """
            database.execute("CREATE TRIGGER wipe AFTER INSERT ON points BEGIN DELETE FROM paths; END")
            database.execute("CREATE VIEW all_paths AS SELECT * FROM paths")
            database.execute("DROP TABLE uplink_members")
            """)
        let check = try bench.check()
        #expect(check.status == 70, "\(check.messages)")
        for words in ["trigger wipe", "view all_paths", "table uplink_members is missing"] {
            #expect(check.messages.contains(words), "\(check.messages)")
        }
        let daemon = try bench.start()
        try bench.awaitPosition()
        let alert = try bench.awaitAlert("store-damaged-rows", daemon)
        #expect(alert.contains("trigger wipe") && alert.contains("uplink_members"), "\(alert)")
        #expect(try bench.kept.isEmpty)
    }

    @Test func `a missing column is damage: the store is set aside`() throws {
        let bench = try StoreBench()
        try bench.fill()
        try bench.python("database.execute('ALTER TABLE paths DROP COLUMN area')")
        let check = try bench.check()
        #expect(check.status == 70 && check.messages.contains("table paths has no column area"), "\(check.messages)")
        let daemon = try bench.start()
        try bench.awaitPosition()
        #expect(try bench.awaitAlert("store-set-aside", daemon).contains("no column area"))
    }
}
