// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Maps and areas from files, on the map in a browser.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleMapTests {
    /// Makes the files with Python: a map of the whole world at zoom 2 whose northern half is red and southern half is
    /// blue, and a field around the receiver.
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let script = """
            import sqlite3, struct, zlib, sys
            def png(colour):
                rows = b''.join(b'\\0' + bytes(colour) * 256 for _ in range(256))
                chunk = lambda kind, data: struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
                return (b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 256, 256, 8, 2, 0, 0, 0))
                    + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
            base = sqlite3.connect(sys.argv[1] + '/aerial.mbtiles')
            base.execute('CREATE TABLE metadata (name TEXT, value TEXT)')
            base.execute('CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)')
            base.executemany('INSERT INTO metadata VALUES (?, ?)', [('name', 'Aerial <img src=x>'), ('format', 'png'),
                ('minzoom', '2'), ('maxzoom', '2'), ('attribution', '<script>alert(1)</script>© Someone')])
            for column in range(4):
                for row in range(4):
                    if (column, row) != (0, 0):
                        base.execute('INSERT INTO tiles VALUES (2, ?, ?, ?)', (column, row, png((255, 0, 0) if row > 1 else (0, 0, 255))))
            base.commit()
            """
        let made = try Program.run("/usr/bin/python3", ["-c", script, folder.path])
        try #require(made.status == 0, "\(made.messages)")
        let field = """
            {"type":"Feature","properties":{"name":"North <b>field</b>"},"geometry":{"type":"Polygon","coordinates":
            [[[5.5599,52.4749],[5.5601,52.4749],[5.5601,52.4751],[5.5599,52.4751],[5.5599,52.4749]]]}}
            """
        try Data(field.utf8).write(to: URL(fileURLWithPath: folder.path + "/fields.geojson"))
        try Data("nothing".utf8).write(to: URL(fileURLWithPath: folder.path + "/broken.geojson"))
        return folder
    }

    @Test(.timeLimit(.minutes(2))) func `a map and areas of the gateway's files are shown, upright, and can be left`()
        throws
    {
        let folder = try folder()
        let bench = try ConsoleBench(more: "map: { folder: \(folder.path) }")
        let browser = try Browser(.phone)
        try browser.open(bench.address + "/")
        try browser.wait("the map", for: "return document.querySelector('#map-layers')?.checkVisibility() === true")
        try browser.wait("the areas", for: "return document.querySelector('#map').dataset.areas === 'fields'")
        // Nothing is shown from a file unless a person wants it.
        #expect(try browser.evaluate("return document.querySelector('.leaflet-tile[src]') === null") as? Bool == true)
        try browser.tap("#map-layers")
        try browser.wait(
            "the choice", for: "return document.querySelector('dialog input[value=\"file:aerial\"]') !== null")
        let words = try #require(try browser.text("dialog"))
        #expect(words.contains("Aerial\n") && !words.contains("<img"), "\(words)")
        #expect(
            words.contains("fields (1)") && words.contains("broken.geojson") && words.contains(folder.path), "\(words)")
        try browser.expectClean("the choice")
        // The areas come and go with their box.
        try browser.evaluate("document.querySelector('dialog input[value=fields]').click()")
        try browser.wait("no areas", for: "return document.querySelector('#map').dataset.areas === ''")
        try browser.evaluate("document.querySelector('dialog input[value=fields]').click()")
        try browser.wait("the areas", for: "return document.querySelector('#map').dataset.areas === 'fields'")
        try browser.evaluate("document.querySelector('dialog input[value=\"file:aerial\"]').click()")
        // The page is loaded again. North is red.
        try browser.wait(
            "tiles",
            for: """
                const tiles = [...document.querySelectorAll('img.leaflet-tile')];
                return tiles.length > 0 && tiles.some((tile) => tile.complete && tile.naturalWidth === 256)
                """)
        #expect(try browser.text(".attribution")?.contains("© Someone") == true)
        #expect(try browser.evaluate("return document.querySelector('.attribution script') === null") as? Bool == true)
        let isRed = """
            const tile = [...document.querySelectorAll('img.leaflet-tile')].find((each) => each.naturalWidth === 256);
            const canvas = document.createElement('canvas');
            canvas.width = canvas.height = 256;
            const context = canvas.getContext('2d');
            context.drawImage(tile, 0, 0);
            return [...context.getImageData(128, 128, 1, 1).data].join(' ')
            """
        #expect(try browser.evaluate(isRed) as? String == "255 0 0 255")
        try browser.expectClean("a map from a file")
        try browser.takePicture("map-file")
        // A file that is taken away is told, and the map goes on without it.
        try FileManager.default.removeItem(atPath: folder.path + "/aerial.mbtiles")
        // The gateway looks at the folder again after 2 s.
        usleep(2_200_000)
        try browser.reload()
        try browser.wait(for: "not on the gateway any more", in: "#map-words")
        try browser.expectClean("without the file")
    }

    @Test(.timeLimit(.minutes(2)))
    func `an admin adds and deletes map files, and wrong ones are refused in words`() throws {
        let source = try folder()
        let folder = try TemporaryFolder()
        let bench = try ConsoleBench(more: "map: { folder: \(folder.path)/maps, limit_mib: 1 }")
        let browser = try Browser(.phone)
        try browser.open(bench.address + "/")
        let isListed = "return document.querySelector('dialog input[value=\"file:aerial\"]') !== null"
        func openLayers() throws {
            try browser.wait("the map", for: "return document.querySelector('#map-layers')?.checkVisibility() === true")
            try browser.tap("#map-layers")
            try browser.wait("the choice", for: "return document.querySelector('dialog input[name=tiles]') !== null")
        }
        // Without signing in, files cannot be changed.
        try openLayers()
        #expect(try browser.evaluate("return document.querySelector('#map-add') === null") as? Bool == true)
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        try openLayers()
        func upload(_ file: String) throws {
            try browser.tap("#map-add")
            try browser.enter(file, in: "#map-file")
            try browser.tap("dialog:last-of-type button[value=do]")
        }
        try Data("nothing".utf8).write(to: URL(fileURLWithPath: source.path + "/text.mbtiles"))
        try upload(source.path + "/text.mbtiles")
        try browser.wait(for: "is not an MBTiles file", in: "dialog:last-of-type .problem[role=alert]")
        try Data(count: 1 << 20 + 1).write(to: URL(fileURLWithPath: source.path + "/huge.mbtiles"))
        try browser.enter(source.path + "/huge.mbtiles", in: "#map-file")
        try browser.tap("dialog:last-of-type button[value=do]")
        try browser.wait(for: "too large", in: "dialog:last-of-type .problem[role=alert]")
        #expect(try browser.violations() == [])
        // The refusal above.
        #expect(try browser.faults(but: "400") == [])
        try browser.enter(source.path + "/aerial.mbtiles", in: "#map-file")
        try browser.tap("dialog:last-of-type button[value=do]")
        try browser.wait("the new map in the list", for: isListed)
        // A name with other characters becomes one that the gateway takes.
        let field = try String(contentsOfFile: source.path + "/fields.geojson", encoding: .utf8)
        try Data(field.utf8).write(to: URL(fileURLWithPath: source.path + "/North field.geojson"))
        try upload(source.path + "/North field.geojson")
        try browser.wait(
            "the areas", for: "return document.querySelector('#map').dataset.areas === 'North-field'")
        // The same file with other areas and another ending: they are asked for, and drawn.
        let asked =
            "performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/North-field/areas')).length"
        #expect(try browser.evaluate("return \(asked)") as? Int == 1)
        try Data(field.replacingOccurrences(of: "52.475", with: "52.476").utf8).write(
            to: URL(fileURLWithPath: source.path + "/North field.GEOJSON"))
        try upload(source.path + "/North field.GEOJSON")
        try browser.wait("the other areas", for: "return \(asked) === 2")
        try browser.wait("the list alone", for: "return document.querySelectorAll('dialog').length === 1")
        try browser.expectClean("the list of files")
        try browser.takePicture("map-add")
        try browser.tap("#map-files li:nth-child(2) button")
        try browser.wait(for: "cannot be undone", in: "dialog:last-of-type")
        try browser.tap("dialog:last-of-type button[value=do]")
        try browser.wait("no areas", for: "return document.querySelector('#map').dataset.areas === ''")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/maps") == ["aerial.mbtiles"])
        try browser.expectClean("the deleted file")
    }

    @Test(.timeLimit(.minutes(2))) func `a configured map server is asked only by those who choose it`() throws {
        let server = try TileServer()
        defer { server.end() }
        let url = "http://127.0.0.1:\(server.port)/{z}/{x}/{y}.png?key=1"
        let bench = try ConsoleBench(
            more: "map: { tile_url: \"\(url)\", tile_name: Aerial photos, tile_attribution: © The office, "
                + "tile_max_zoom: 3 }")
        let browser = try Browser(.phone)
        try browser.open(bench.address + "/")
        try browser.wait("the map", for: "return document.querySelector('#map-layers')?.checkVisibility() === true")
        #expect(try policy(bench, cookie: "").contains("\(server.port)") == false)
        #expect(try policy(bench, cookie: "gnss_tiles=osm").contains("\(server.port)") == false)
        #expect(try policy(bench, cookie: "gnss_tiles=own").contains(" http://127.0.0.1:\(server.port);"))
        try browser.tap("#map-layers")
        try browser.wait("the choice", for: "return document.querySelector('dialog input[value=own]') !== null")
        #expect(try browser.text("dialog")?.contains("Aerial photos, from the network") == true)
        #expect(server.requests == "")
        try browser.evaluate("document.querySelector('dialog input[value=own]').click()")
        try browser.wait(
            "tiles",
            for: "const tiles = [...document.querySelectorAll('img.leaflet-tile')];"
                + "return tiles.some((tile) => tile.complete && tile.naturalWidth === 1)")
        #expect(try browser.text(".attribution") == "© The office")
        #expect(server.requests.contains(".png?key=1 \(bench.address)/"), "\(server.requests)")
        try browser.expectClean("a map from a server")
        server.end()
        try browser.reload()
        try browser.wait(for: "cannot be loaded from Aerial photos", in: "#map-words")
    }

    /// The content security policy of the page.
    private func policy(_ bench: ConsoleBench, cookie: String) throws -> String {
        let answer = try Program.run("/usr/bin/curl", ["-si", "-H", "Cookie: \(cookie)", bench.address + "/"])
        return answer.lines.first { $0.lowercased().hasPrefix("content-security-policy") }.map(String.init) ?? ""
    }

    @Test func `over HTTP a map answers with images, holes are empty, and nothing else of the folder is readable`()
        throws
    {
        let folder = try folder()
        try Data("secret".utf8).write(to: URL(fileURLWithPath: folder.path + "/secret.txt"))
        let bench = try ConsoleBench(more: "map: { folder: \(folder.path) }")
        let report = try bench.ask("GET", "/v1/map").json
        let source = try #require((report["sources"] as? [[String: Any]])?.first)
        #expect(source["id"] as? String == "aerial" && source["attribution"] as? String == "alert(1)© Someone")
        #expect((report["areas"] as? [[String: Any]])?.first?["count"] as? Int == 1)
        let problem = try #require((report["problems"] as? [[String: Any]])?.first)
        #expect(problem["file"] as? String == "broken.geojson")
        let tile = try bench.ask("GET", "/v1/map/aerial/2/1/0")
        #expect(tile.status == 200 && tile.headers.contains { $0.lowercased() == "content-type: image/png" })
        #expect(try bench.ask("GET", "/v1/map/aerial/2/0/3").status == 204)
        let wrong = [
            ("/v1/map/aerial/2/1/x", 400), ("/v1/map/aerial/-1/0/0", 400), ("/v1/map/other/0/0/0", 404),
            ("/v1/map/..%2f..%2fetc%2fpasswd/0/0/0", 404), ("/v1/map/secret.txt/0/0/0", 404),
            ("/v1/map/broken/areas", 404), ("/v1/map/fields/areas", 200),
            ("/v1/map/aerial/99999999999999999999/0/0", 400), ("/v1/map/aerial/62/0/0", 204),
        ]
        for (path, status) in wrong { #expect(try bench.ask("GET", path).status == status, "\(path)") }
    }
}

/// A server on loopback that answers each request with an image of one pixel.
private final class TileServer {
    let port: Int
    private let program: RunningProgram
    private let log: TemporaryFile

    init() throws {
        let script = """
            import base64, http.server, sys
            pixel = base64.b64decode('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==')
            class Tiles(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    with open(sys.argv[2], 'a') as log: log.write(self.path + ' ' + self.headers.get('Referer', '-') + '\\n')
                    self.send_response(200); self.send_header('Content-Type', 'image/png')
                    self.send_header('Content-Length', str(len(pixel))); self.end_headers(); self.wfile.write(pixel)
                def log_message(self, *words): pass
            server = http.server.ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Tiles)
            print('ready', file=sys.stderr, flush=True)
            server.serve_forever()
            """
        port = try Program.freePort()
        log = try TemporaryFile("")
        program = try RunningProgram("/usr/bin/python3", ["-c", script, "\(port)", log.path])
        try program.wait(for: "ready")
    }

    /// The paths that were asked for, each with its referrer.
    var requests: String { (try? String(contentsOfFile: log.path, encoding: .utf8)) ?? "" }

    func end() {
        program.signal(SIGKILL)
        _ = program.waitForEnd()
    }
}
