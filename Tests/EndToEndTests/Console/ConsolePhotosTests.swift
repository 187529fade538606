// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Photos in the console: the camera, the list, and a photo's own page.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsolePhotosTests {
    /// A note that no page may take for anything but text.
    private static let hostile = "<img src=x onerror=alert(1)>&\"'\u{202E}dlof"

    private func bench(_ more: String = "countdown_s: 1, osnma: any") throws -> ConsoleBench {
        try ConsoleBench(more: "captures: { enabled: true, \(more) }")
    }

    private func open(_ page: String, _ browser: Browser) throws {
        try browser.evaluate("location.hash = arguments[0]", "#\(page)")
        try browser.wait("the page \(page)", for: "return document.querySelector('main h1') !== null")
    }

    /// Opens the camera, and waits until a photo may be taken.
    private func openCamera(_ browser: Browser) throws {
        try open("/camera", browser)
        try browser.wait(
            "the shutter",
            for: "const e = document.querySelector('#camera-shutter'); return e?.checkVisibility() && !e.disabled")
    }

    /// Gives the page no camera, as browsers do over http.
    private func hideCamera(from browser: Browser) throws {
        try browser.devTools(
            "Page.addScriptToEvaluateOnNewDocument",
            [
                "source":
                    "Object.defineProperty(Navigator.prototype, 'mediaDevices', { get() { return undefined; } })"
            ])
    }

    private func photos(_ bench: ConsoleBench) throws -> [[String: Any]] {
        try #require(try bench.ask("GET", "/v1/captures").json["captures"] as? [[String: Any]])
    }

    /// Takes photos with the camera of the browser.
    private func take(_ count: Int, _ bench: ConsoleBench, _ browser: Browser) throws {
        let before = try photos(bench).count
        for number in 1...count {
            try openCamera(browser)
            try browser.tap("#camera-shutter")
            try browser.wait(for: "The photo is stored and sealed.", in: "#camera-message")
            #expect(try photos(bench).count == before + number)
            try open("/photos", browser)
        }
    }

    // MARK: the camera

    @Test(.timeLimit(.minutes(3)), arguments: [Browser.Size.phone, .lying, .tablet, .desk])
    func `a photo is taken with the camera, at each size of the window`(size: Browser.Size) throws {
        let bench = try bench()
        let browser = try bench.operatorsBrowser(size)
        try openCamera(browser)
        try browser.wait("the preview", for: "return document.querySelector('video').videoWidth > 0")
        for name in ["Latitude", "Longitude", "Height (ellipsoid)", "Accuracy", "Azimuth", "Tilt", "OSNMA"] {
            try browser.wait(for: name, in: "#camera-panel")
        }
        #expect(try browser.tooWide() == [])
        #expect(try browser.isTooHigh() == false, "the shutter is always seen")
        try browser.expectClean("the preview")
        // Further taps change nothing.
        try browser.evaluate("const e = document.querySelector('#camera-shutter'); e.click(); e.click(); e.click()")
        try browser.wait(for: "Hold still", in: "#camera-message")
        #expect(try browser.focusedName() != nil)
        try browser.wait(for: "The photo is stored and sealed.", in: "#camera-message")
        // The receiver's pages are not authentic.
        try browser.wait(for: "This photo’s position is not authenticated", in: "#camera-message")
        try browser.takePicture("camera-\(size)")
        #expect(try photos(bench).count == 1)
        try browser.tap("#camera-show")
        try browser.wait(for: "valid", in: "#photo-check")
        try browser.expectClean("the photo")
        let width = try #require(try photos(bench).first?["width"] as? Int)
        #expect(width >= 640, "the whole resolution of the camera")
    }

    @Test(.timeLimit(.minutes(3)))
    func `a condition that is not met disables the shutter with its reason, and ends a countdown`() throws {
        let bench = try bench("countdown_s: 5, osnma: any")
        let browser = try bench.operatorsBrowser(.phone)
        try openCamera(browser)
        /// The seconds until the shutter follows the setting.
        func delay(_ osnma: String, isDisabled: Bool) throws -> Double {
            let start = Date()
            let body = #"{"captures.osnma":"\#(osnma)"}"#
            #expect(try bench.ask("PATCH", "/v1/settings", body: body).status == 200)
            try browser.wait(
                isDisabled ? "the disabled shutter" : "the shutter again", within: 5,
                for: "return document.querySelector('#camera-shutter').disabled === \(isDisabled)")
            return Date().timeIntervalSince(start)
        }
        // The shortest of three tries, because a busy machine may hold up the browser.
        var shortest = (off: Double.infinity, on: Double.infinity)
        for _ in 0..<3 {
            shortest.off = min(shortest.off, try delay("verified", isDisabled: true))
            shortest.on = min(shortest.on, try delay("any", isDisabled: false))
        }
        #expect(shortest.off < 1 && shortest.on < 1, "\(shortest)")
        _ = try delay("verified", isDisabled: true)
        try browser.wait(for: "An authenticated position is required", in: "#camera-message")
        try browser.expectClean("refused")
        #expect(try bench.ask("PATCH", "/v1/settings", body: #"{"captures.osnma":"any"}"#).status == 200)
        try openCamera(browser)
        try browser.tap("#camera-shutter")
        try browser.wait(for: "Hold still", in: "#camera-message")
        #expect(try bench.ask("PATCH", "/v1/settings", body: #"{"captures.osnma":"verified"}"#).status == 200)
        try browser.wait(for: "The photo was not taken:", in: "#camera-message")
        try browser.wait(for: "An authenticated position is required", in: "#camera-message")
        #expect(try photos(bench).isEmpty)
        #expect(try bench.ask("PATCH", "/v1/settings", body: #"{"captures.osnma":"any"}"#).status == 200)
        // A person cancels, and one leaves the page.
        try openCamera(browser)
        try browser.tap("#camera-shutter")
        try browser.tap("#camera-cancel")
        try browser.wait(for: "The photo was cancelled.", in: "#camera-message")
        #expect(try browser.focusedName() == "Take a photo")
        try browser.tap("#camera-shutter")
        try browser.wait(for: "Hold still", in: "#camera-message")
        try open("/photos", browser)
        try browser.wait(for: "because this page was left", in: "#toasts")
        // Nothing may be stored, so no event can be awaited: the countdown of 5 s would be over.
        usleep(6_000_000)
        #expect(try photos(bench).isEmpty)
        #expect(try browser.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(3)))
    func `a picture that cannot be sent is kept, announced on other pages, saved, and sent again`() throws {
        let bench = try bench()
        let browser = try bench.operatorsBrowser(.phone)
        try openCamera(browser)
        try browser.devTools("Network.enable")
        try browser.devTools("Network.setBlockedURLs", ["urls": ["*/image*"]])
        try browser.tap("#camera-shutter")
        try browser.wait(for: "The picture was not sent", in: "#camera-message")
        #expect(try browser.violations() == [])
        try open("/photos", browser)
        try browser.wait(for: "A picture has not been stored by the gateway.", in: "#toasts")
        try browser.click("#toasts a")
        try browser.wait(for: "Try again", in: "#camera-message")
        try browser.tap("#camera-save")
        try browser.wait(for: "was offered to this device", in: "#camera-message")
        // A browser does not say whether it saved the file, so the picture stays.
        try open("/photos", browser)
        try browser.wait(for: "A picture has not been stored by the gateway.", in: "#toasts")
        try browser.click("#toasts a")
        try browser.wait(for: "Discard the picture", in: "#camera-message")
        // It is sent again by itself.
        try browser.devTools("Network.setBlockedURLs", ["urls": []])
        try browser.wait(for: "The photo is stored and sealed.", in: "#camera-message", within: 40)
        #expect(try photos(bench).count == 1)
        _ = try browser.faults()
    }

    @Test(.timeLimit(.minutes(3)))
    func `a picture taken in silence of the network survives leaving its page, and is sent when it returns`() throws {
        let bench = try bench("countdown_s: 3, osnma: any")
        let relay = try Relay(to: bench.address)
        defer { relay.end() }
        relay.open()
        let browser = try Browser(.phone)
        try browser.signIn(socket: bench.daemon.socket, address: bench.address, through: relay.address)
        try browser.waitForLive()
        // A page that was never shown cannot be loaded without the network.
        try open("/photos", browser)
        try openCamera(browser)
        try browser.tap("#camera-shutter")
        try browser.wait(for: "Hold still", in: "#camera-message")
        relay.cut()
        try browser.wait(for: "The picture is kept in this page.", in: "#camera-message")
        // A look at another page, and at another application.
        try browser.evaluate(
            """
            Object.defineProperty(document, 'hidden', { value: true, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
            delete document.hidden;
            document.dispatchEvent(new Event('visibilitychange'));
            location.hash = '#/photos';
            """)
        try browser.wait(for: "A picture has not been stored by the gateway.", in: "#toasts")
        relay.mend()
        try browser.wait(for: "The photo is stored and sealed.", in: "#toasts", within: 40)
        #expect(try photos(bench).count == 1)
        #expect(try browser.text("#toasts")?.contains("cancelled") == false)
        _ = try browser.faults()
    }

    @Test(.timeLimit(.minutes(3)))
    func `a gateway that is not reached at the moment of the photo loses no picture without a word`() throws {
        let port = try Program.freePort()
        let folder = try TemporaryFolder()
        func start() throws -> ConsoleBench {
            try ConsoleBench(
                port: port, more: "captures: { enabled: true, countdown_s: 3, osnma: any }",
                environment: ["STATE_DIRECTORY": folder.path])
        }
        var bench = try start()
        let browser = try bench.operatorsBrowser(.phone)
        try openCamera(browser)
        try browser.tap("#camera-shutter")
        try browser.wait(for: "Hold still", in: "#camera-message")
        bench.daemon.signal(SIGKILL)
        _ = bench.daemon.waitForEnd()
        try browser.wait(for: "The gateway does not answer.", in: "#camera-message")
        try browser.wait(for: "The picture is kept in this page.", in: "#camera-message")
        bench = try start()
        try browser.wait(for: "does not know this photo any more", in: "#camera-message", within: 60)
        // A disabled button takes no focus.
        try browser.wait(for: "live", in: "#link-status", within: 60)
        try eventually("no photo is allowed again", within: 30) {
            try bench.ask("GET", "/v1/captures/check").json["allowed"] as? Bool == true
        }
        // The page learns it from the live stream, twice a second.
        usleep(1_000_000)
        try browser.tap("#camera-discard")
        try browser.waitForDialog("It is stored nowhere else.")
        try browser.tap("dialog button.danger")
        try browser.waitForNoDialog()
        #expect(try browser.focusedName() == "Take a photo")
        _ = try browser.faults()
    }

    @Test(.timeLimit(.minutes(3)))
    func `without a preview, the device's own camera takes the picture in time`() throws {
        let bench = try bench()
        let source = try bench.operatorsBrowser()
        try take(1, bench, source)
        let id = try #require(try photos(bench).first?["id"] as? String)
        // A picture to send: that of the photo.
        let picture = NSTemporaryDirectory() + "console-photo-\(UUID().uuidString).jpg"
        defer { try? FileManager.default.removeItem(atPath: picture) }
        let script = """
            const answer = await fetch('/v1/captures/' + arguments[0] + '/image');
            const bytes = new Uint8Array(await answer.arrayBuffer());
            return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
            """
        let text = try #require(try source.evaluate(waitingFor: script, id) as? String)
        try #require(Data(base64Encoded: text)).write(to: URL(fileURLWithPath: picture))

        let browser = try Browser(.phone)
        try hideCamera(from: browser)
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        try openCamera(browser)
        try browser.wait(for: "Over http, browsers show no preview", in: "#camera-note")
        try browser.expectClean("without a preview")
        try browser.tap("#camera-shutter")
        try browser.wait(for: "Take the picture within", in: "#camera-message")
        #expect(try browser.focusedName() == "Take the picture now")
        let wrong = try TemporaryFile("no picture", suffix: ".jpg")
        try browser.enter(wrong.path, in: "#camera-file")
        try browser.wait(for: "The image is not a complete JPEG file", in: "#camera-message")
        try browser.enter(picture, in: "#camera-file")
        try browser.wait(for: "The photo is stored and sealed.", in: "#camera-message")
        #expect(try photos(bench).count == 2)
        #expect(try browser.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(2)))
    func `photos that are switched off, a full store and a viewer each have their words`() throws {
        let bench = try bench("limit_mib: 1, countdown_s: 0, osnma: any")
        let browser = try bench.operatorsBrowser(.phone)
        try open("/photos", browser)
        try browser.wait(for: "There are no photos yet", in: "#photos-end")
        try browser.expectClean("without photos")
        // On a phone, the bar leads to the photos while there can be some.
        let bar = "return document.querySelector('nav a[data-route=\"/photos\"]').checkVisibility()"
        try browser.wait("photos in the bar", for: bar)
        #expect(try bench.ask("PATCH", "/v1/settings", body: #"{"captures.enabled":false}"#).status == 200)
        try browser.wait("no photos in the bar", for: bar.replacingOccurrences(of: "return ", with: "return !"))
        try browser.wait(for: "Photos are switched off", in: "#photos-notice")
        try browser.wait(for: "Only an admin may do this", in: "#photos-notice")
        let admin = try Browser()
        try admin.signIn(socket: bench.daemon.socket, address: bench.address)
        try open("/photos", admin)
        try admin.click("#photos-enable")
        try admin.wait("photos", for: "return document.querySelector('#photos-enable') === null")
        // The photos may take 1 MiB, which is too little for a single one.
        try open("/camera", browser)
        try browser.wait(for: "captures.limit_mib", in: "#camera-message")
        #expect(try browser.evaluate("return document.querySelector('#camera-shutter').disabled") as? Bool == true)
        try browser.expectClean("a full store")
        let viewer = try Browser(.phone)
        try viewer.open(bench.address + "/#/camera")
        try viewer.wait(for: "invite --role operator", in: "#camera-message")
        #expect(try viewer.evaluate("return document.querySelector('#camera-shutter').disabled") as? Bool == true)
        try viewer.expectClean("a viewer")
    }

    // MARK: the photos

    @Test(.timeLimit(.minutes(4)))
    func `photos are listed, shown, enlarged, described, checked and deleted`() throws {
        let bench = try bench("countdown_s: 0, osnma: any")
        let browser = try bench.operatorsBrowser(.phone)
        try take(3, bench, browser)
        let ids = try photos(bench).compactMap { $0["id"] as? String }
        try browser.wait("the list", for: "return document.querySelectorAll('.photo').length === 3")
        for words in ["Not authenticated", "RECORDING OR SIMULATION", "52.47"] {
            try browser.wait(for: words, in: "[data-photo='\(ids[0])']")
        }
        try browser.wait(for: "Photos: 3", in: "#photos-total")
        #expect(try browser.tooWide() == [])
        try browser.takePicture("photos")
        try browser.expectClean("the list")

        // The warnings of photos that are not authenticated cover the list for some seconds.
        let noMessages = "return document.querySelector('#toasts').children.length === 0"
        try browser.wait("no messages", for: noMessages)
        try browser.tap("#photo-\(ids[0])")
        try browser.wait(for: "1 of 3", in: "#photo-number")
        try browser.wait(for: "52.47", in: "#photo-caption")
        try browser.press("\u{E014}")
        try browser.wait(for: "2 of 3", in: "#photo-number")
        try browser.wait("the way on", for: "return !document.querySelector('#photo-newer').disabled")
        try browser.tap("#photo-newer")
        try browser.wait(for: "1 of 3", in: "#photo-number")
        // A swipe to the left leads to the older photo, and one to the right back.
        let swipe = """
            const touch = (type, x) => document.querySelector('.photo-frame')
              .dispatchEvent(new PointerEvent(type, { clientX: x, clientY: 200, isPrimary: true }));
            touch('pointerdown', arguments[0]);
            touch('pointerup', arguments[1]);
            """
        try browser.evaluate(swipe, 300, 100)
        try browser.wait(for: "2 of 3", in: "#photo-number")
        try browser.evaluate(swipe, 100, 300)
        try browser.wait(for: "1 of 3", in: "#photo-number")
        try browser.tap("#photo-zoom-in")
        try browser.wait(
            "a larger picture",
            for: "const e = document.querySelector('.photo-frame'); return e.scrollWidth > 1.9 * e.clientWidth")
        // It only scrolls an enlarged photo: the note below belongs to the same one.
        try browser.evaluate(swipe, 300, 100)
        let note = Self.hostile + String(repeating: "x", count: 1900)
        try browser.evaluate("document.querySelector('#photo-note').value = arguments[0]", note)
        try browser.tap("#photo-save-note")
        try browser.wait(for: "The note is saved", in: "#toasts")
        #expect(try photos(bench).first?["note"] as? String == note)
        try browser.wait(for: "valid", in: "#photo-check")
        #expect(try browser.tooWide() == [])
        try browser.takePicture("photo")
        try browser.expectClean("a photo")

        // Another person changes the note while this one writes.
        try browser.evaluate("document.querySelector('#photo-note').value = 'mine'")
        #expect(try bench.ask("PATCH", "/v1/captures/\(ids[0])", body: #"{"note":"theirs"}"#).status == 200)
        try browser.tap("#photo-save-note")
        try browser.wait(for: "theirs", in: "#photo-note-problem")
        #expect(try browser.evaluate("return document.querySelector('#photo-note').value") as? String == "mine")
        #expect(try photos(bench).first?["note"] as? String == "theirs")
        try browser.tap("#photo-save-note")
        try browser.wait("it is saved", for: "return document.querySelector('#photo-note-problem').innerText === ''")
        try eventually("the note is not replaced", within: 10) {
            try photos(bench).first?["note"] as? String == "mine"
        }
        let report = try bench.ask("GET", "/v1/captures/\(ids[0])")
        let revision = try #require((report.json["summary"] as? [String: Any])?["revision"] as? Int)
        #expect(report.headers.contains { $0.lowercased() == "etag: \"\(revision)\"" }, "\(report.headers)")
        for (tag, status) in [("\"\(revision - 1)\"", 412), ("\"x\"", 412), ("\(revision)", 400)] {
            let answer = try PlainHTTP.request(
                "PATCH", "/v1/captures/\(ids[0])", headers: ["If-Match": tag], body: #"{"note":"late"}"#,
                socket: bench.daemon.socket)
            #expect(answer.status == status, "\(tag): \(answer)")
        }

        // A note with the line ends of Windows is not taken for one that a person has changed.
        #expect(
            try bench.ask("PATCH", "/v1/captures/\(ids[0])", body: #"{"note":"two\r\nlines"}"#).status == 200)
        for _ in 0..<2 {
            try open("/photos", browser)
            try browser.wait("the list", for: "return document.querySelector('#photos-list') !== null")
            #expect(try browser.text("#toasts")?.contains("not saved yet") == false)
            try open("/photos/\(ids[0])", browser)
            try browser.wait("its note", for: "return document.querySelector('#photo-note')?.value === 'two\\nlines'")
        }

        // A note that is not saved is mentioned when its page is left, and is there when it is opened again.
        try browser.evaluate("document.querySelector('#photo-note').value = 'not yet'")
        try open("/photos", browser)
        try browser.wait(for: "The note is not saved yet.", in: "#toasts")
        try browser.click("#toasts a")
        try browser.wait("the note", for: "return document.querySelector('#photo-note')?.value === 'not yet'")

        // Another person deletes it.
        #expect(try bench.ask("DELETE", "/v1/captures/\(ids[0])").status == 204)
        try browser.evaluate("document.querySelector('#photo-note').value = 'late'")
        try browser.tap("#photo-save-note")
        try browser.wait(for: "it was deleted", in: "#photo-note-problem")
        try browser.evaluate("const e = document.querySelector('#photo-note'); e.value = e.dataset.saved")
        try open("/photos", browser)
        try browser.wait("two photos", for: "return document.querySelectorAll('.photo').length === 2")
        try browser.wait("no messages again", for: noMessages)
        try browser.tap("#photos-select")
        try browser.tap("#photos-all")
        try browser.wait(for: "Delete (2)", in: "#photos-delete")
        try browser.tap("#photos-delete")
        try browser.waitForDialog("cannot be restored")
        #expect(try browser.focusedName() == "Cancel", "Enter deletes nothing")
        try browser.tap("dialog button.danger")
        try browser.waitForNoDialog()
        try browser.wait(for: "There are no photos yet", in: "#photos-end")
        #expect(try photos(bench).isEmpty)
        #expect(try browser.focusedName() != nil)
        try expectUpright(bench, browser)
        #expect(try browser.faultsButRefusals() == [])
    }

    /// Stores a picture whose left half is dark, as if the camera had been held in each of its four ways, and looks where the
    /// page shows the dark half.
    private func expectUpright(_ bench: ConsoleBench, _ browser: Browser) throws {
        let drawing = """
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [64, 32];
            const context = canvas.getContext('2d');
            context.fillStyle = '#fff'; context.fillRect(0, 0, 64, 32);
            context.fillStyle = '#000'; context.fillRect(0, 0, 32, 32);
            return canvas.toDataURL('image/jpeg').split(',')[1];
            """
        let base64 = try #require(try browser.evaluate(drawing) as? String)
        let plain = [UInt8](try #require(Data(base64Encoded: base64)))
        for (orientation, edge) in [(1, "left"), (3, "right"), (6, "top"), (8, "bottom")] {
            let begun = try bench.ask("POST", "/v1/captures", body: "{}")
            let id = try #require(begun.json["id"] as? String, "\(begun.text)")
            // A directory with the tag Orientation alone, behind SOI (EXIF 3.0, 4.6.2).
            var image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 34]
            image += "Exif\0\0II*\0".utf8
            image += [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0, 0]
            image += plain.dropFirst(2)
            try eventually("the picture is not accepted", within: 30) {
                try PlainHTTP.request(
                    "PUT", "/v1/captures/\(id)/image", bytes: image, socket: bench.daemon.socket
                ).status == 200
            }
            try open("/photos/\(id)", browser)
            let shown = """
                const image = document.querySelector('#photo-image');
                if (!image?.complete || image.naturalWidth === 0) return false;
                const canvas = document.createElement('canvas');
                const [width, height] = [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
                const context = canvas.getContext('2d');
                context.drawImage(image, 0, 0);
                const [x, y] = [width / 2, height / 2];
                const places = { left: [1, y], right: [width - 2, y], top: [x, 1], bottom: [x, height - 2] };
                const dark = Object.keys(places).filter((name) => context.getImageData(...places[name], 1, 1).data[0] < 60);
                return image.src.includes(arguments[0]) && dark.includes(arguments[1]) && width > height === arguments[2];
                """
            try browser.wait("the dark half at the \(edge)", for: shown, id, edge, orientation < 5)
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `a photo is on the map, with its place and direction, and so are hundreds`() throws {
        let bench = try bench("countdown_s: 0, osnma: any")
        let camera = try bench.operatorsBrowser()
        #expect(try camera.evaluate(waitingFor: Self.poses) as? [String] == [])
        // A phone that looks to the east: upright, its upper edge to the sky.
        try camera.evaluate(
            """
            setInterval(() => dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute',
              { alpha: 270, beta: 90, gamma: 0, absolute: true })), 50)
            """)
        try camera.evaluate(Self.noticeCameras)
        try openCamera(camera)
        try camera.wait(for: "90°", in: "#camera-panel")
        try camera.wait("the preview", for: "return document.querySelector('video').videoWidth > 0")
        try camera.tap("#camera-shutter")
        try camera.wait(for: "The photo is stored and sealed.", in: "#camera-message")
        try leaveCamera(camera)
        try camera.wait("the photo", for: "return document.querySelector('#map')?.dataset.photos === '1'")
        try camera.wait(
            "its direction",
            for: "return document.querySelector('.photo-sector')?.getAttribute('transform') === 'rotate(90)'")
        try camera.evaluate("document.querySelector('.photo-mark').click()")
        try camera.wait(for: "Show the photo", in: ".leaflet-popup")
        let photo = try #require(try photos(bench).first)
        let popup = try #require(try camera.text(".leaflet-popup"))
        for (name, format) in [
            ("latitude_deg", "%.7f"), ("longitude_deg", "%.7f"), ("ellipsoidal_height_m", "%.3f m"),
        ] {
            let value = String(format: format, try #require(photo[name] as? Double))
            #expect(popup.contains(value), "\(name) \(value): \(popup)")
        }
        #expect(popup.contains("Not authenticated"), "\(popup)")
        try camera.expectClean("the map")
        try expectHundreds(camera)
    }

    /// Returns the poses of a device whose camera looks elsewhere for the page than in this list: alpha, beta, gamma, the
    /// direction and the tilt, and for Safari its compass and that one's accuracy.
    ///
    /// The directions were computed with quaternions: turns about z, the new x and the new y, and the camera looks along −z.
    private static let poses = """
        const { followDirection } = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'pages/camera.js'));
        const poses = [
          // Upright, looking down and up, and with the upper edge below.
          [0, 90, 0, 0, 90], [270, 90, 0, 90, 90], [0, 45, 0, 0, 45], [0, 135, 0, 0, 135], [0, -90, 0, 180, 90],
          // On its left and right side; the last one looks up.
          [0, 0, -90, 90, 90], [90, 0, -80, 0, 80], [0, 0, 60, 270, 60], [0, 180, 60, 270, 120],
          // Lying on its back and on its face.
          [0, 0, 0, null, 0], [0, 10, 0, null, 10], [0, 180, 0, null, 180],
          [30, 60, 20, 307.2, 62], [200, -120, -35, 301, 114.2], [300, 80, -10, 70.2, 80.2], [123, 150, -70, 316.7, 107.2],
          // Almost 360° is 0°, and no angle is no direction.
          [0.02, 90, 0, 0, 90], [null, 90, 0, null, 90],
          // Safari's compass is that of the upper edge, whatever alpha is.
          [77, 85, 0, 200, 85, 200, 10], [77, 85, 0, 0, 85, 0, 10],
          [77, 0, -85, 80, 85, 350, 10], [77, 180, 80, 190, 100, 100, 10], [77, 0, 85, 280, 85, 10, 10],
          // It does not know the direction, it turns round when the camera looks far up, and a camera that looks down has none.
          [77, 85, 0, null, 85, 0, -1], [77, 140, 0, null, 140, 20, 10], [77, 5, 0, null, 5, 20, 10],
        ];
        return poses.filter(([alpha, beta, gamma, heading, tilt, north, accuracy]) => {
          const isSafari = north !== undefined;
          const followed = followDirection();
          const event = new DeviceOrientationEvent(isSafari ? 'deviceorientation' : 'deviceorientationabsolute', { alpha, beta, gamma, absolute: !isSafari });
          dispatchEvent(Object.assign(event, isSafari ? { webkitCompassHeading: north, webkitCompassAccuracy: accuracy } : {}));
          const value = followed.value();
          followed.close();
          return (value.heading_deg ?? null) !== heading || value.tilt_deg !== tilt || ('heading_reference' in value) !== (heading !== null);
        }).map((pose) => JSON.stringify(pose));
        """

    /// Keeps each stream of the browser's camera in `streams`, and gives it to the page when `gate` opens.
    private static let noticeCameras = """
        const { mediaDevices } = navigator;
        const open = mediaDevices.getUserMedia.bind(mediaDevices);
        Object.assign(window, { streams: [], gate: Promise.resolve() });
        mediaDevices.getUserMedia = async (wanted) => {
          const stream = await open(wanted);
          streams.push(stream);
          await gate;
          return stream;
        };
        """

    /// Leaves the page of the camera, which switches the camera off, also if the page is left before the camera has opened.
    private func leaveCamera(_ browser: Browser) throws {
        let states = "return streams.flatMap((each) => each.getTracks()).map((each) => each.readyState).join()"
        #expect(try browser.evaluate(states) as? String == "live")
        try browser.evaluate("location.hash = '#/'")
        try browser.wait("no camera", for: "return (() => { \(states) })() === 'ended'")
        try browser.evaluate(
            "window.gate = new Promise((resolve) => { window.openGate = resolve; }); location.hash = '#/camera'")
        try browser.wait("another stream", for: "return streams.length === 2")
        try browser.evaluate("location.hash = '#/'")
        try browser.wait("the map", for: "return document.querySelector('.page-map') !== null")
        try browser.evaluate("openGate()")
        try browser.wait("no camera again", for: "return (() => { \(states) })() === 'ended,ended'")
    }

    /// Expects that 300 photos become a few marks at their places, which end in a list, and that the list of photos is
    /// left and opened again at the same photo.
    ///
    /// 250 photos are at one place, 49 are near each other, and one is alone.
    private func expectHundreds(_ browser: Browser) throws {
        try browser.evaluate(
            """
            const [latitude, longitude] = document.querySelector('#map-info').innerText.match(/-?[0-9]+[.][0-9]{7}/g).map(Number);
            const captures = Array.from({ length: 300 }, (_, n) => {
              const [north, east] = n < 250 ? [0.001, 0] : n < 299 ? [-0.001 + 0.00012 * Math.floor((n - 250) / 7), -0.004 + 0.0002 * (n % 7)] : [0, 0.002];
              return {
                id: `p${n}`, taken: '2026-05-04T12:30:05Z', latitude_deg: latitude + north, longitude_deg: longitude + east,
                ellipsoidal_height_m: 39, heading_deg: 123, verdict: 'authenticated', width: 640, height: 480, bytes: 1000,
              };
            });
            window.places = [captures[0], captures[299]].map((each) => [each.latitude_deg, each.longitude_deg]);
            const ask = window.fetch;
            window.fetch = (path, ...rest) => `${path}`.startsWith('/v1/captures?')
              ? Promise.resolve(new Response(JSON.stringify({ captures, total: 300, bytes: 0, limit_bytes: 1 })))
              : `${path}`.startsWith('/v1/captures/') ? Promise.resolve(new Response('{}', { status: 503 })) : ask(path, ...rest);
            location.hash = '#/about';
            """)
        try browser.wait("another page", for: "return document.querySelector('.page-about') !== null")
        try browser.evaluate("location.hash = '#/'")
        try browser.wait("the photos", for: "return document.querySelector('#map')?.dataset.photos === '300'")
        let marks = """
            const counts = [...document.querySelectorAll('.photo-count')];
            const dots = document.querySelectorAll('.photo-dot');
            const sum = counts.reduce((all, each) => all + Number(each.innerText), 0) + dots.length;
            return [sum, counts.length + dots.length]
            """
        let numbers = try #require(try browser.evaluate(marks) as? [Int])
        // Those 49 extend over 112 pixels, which are parts of two or three squares.
        #expect(numbers[0] == 300 && (6...11).contains(numbers[1]), "photos and marks: \(numbers)")
        // In pixels from the position, in the Web Mercator projection at zoom 17.
        let distances = """
            const middle = (element) => {
              const box = element.getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            };
            const project = ([latitude, longitude]) => [longitude, -Math.log(Math.tan(Math.PI / 4 + latitude * Math.PI / 360)) * 180 / Math.PI]
              .map((each) => each * 256 * 2 ** 17 / 360);
            const own = document.querySelector('#map-info').innerText.match(/-?[0-9]+[.][0-9]{7}/g).map(Number);
            const many = [...document.querySelectorAll('.photo-count')].find((each) => each.innerText === '250');
            return [many, document.querySelector('[data-photo=p299] .photo-dot')].map((element, index) => {
              const [x, y] = [0, 1].map((axis) => middle(element)[axis] - middle(document.querySelector('.own-dot'))[axis]
                - project(places[index])[axis] + project(own)[axis]);
              return Math.hypot(x, y);
            })
            """
        let wrong = try #require(try browser.evaluate(distances) as? [Double])
        #expect(wrong.allSatisfy { $0 < 2 }, "pixels from their places: \(wrong)")
        // The photos are seen instead of the position, which the map followed.
        let click =
            "[...document.querySelectorAll('.photo-count')].find((e) => e.innerText === '250').parentElement.click()"
        try browser.evaluate(click)
        try browser.wait(
            "the enlarged map",
            for: "return document.querySelector('#map').dataset.photos === '250'"
                + " && document.querySelector('#follow').ariaPressed === 'false'")
        try browser.evaluate(click)
        try browser.wait(for: "Photos: 250", in: ".leaflet-popup")
        let items = "return document.querySelectorAll('.leaflet-popup li a').length"
        #expect(try browser.evaluate(items) as? Int == 30)
        try browser.expectClean("hundreds")

        try open("/photos", browser)
        try browser.wait("the list", for: "return document.querySelector('#photo-p200') !== null")
        try browser.evaluate("document.querySelector('#photo-p200').click()")
        try browser.wait("the photo", for: "return document.querySelector('.page-photo') !== null")
        try browser.evaluate("history.back()")
        try browser.wait(
            "the list at the same photo",
            for: "const box = document.querySelector('#photo-p200')?.getBoundingClientRect();"
                + "return scrollY > 1000 && box.top > 0 && box.bottom < innerHeight")
    }

    @Test(
        .timeLimit(.minutes(3)),
        arguments: [
            ("de", "Eine authentifizierte Position ist verlangt", "Das Foto ist gespeichert", "gültig"),
            ("fr", "Une position authentifiée est exigée", "La photo est enregistrée", "valide"),
        ])
    func `the pages speak the reader's language`(language: String, refused: String, stored: String, valid: String)
        throws
    {
        let bench = try bench()
        let browser = try bench.operatorsBrowser(.phone, language: language)
        func expectFit(_ page: String) throws {
            #expect(try browser.visibleKey() == nil)
            for size in [Browser.Size.lying, .tablet, .phone] {
                try browser.setSize(size)
                #expect(try browser.tooWide() == [], "\(page), \(size)")
            }
        }
        try openCamera(browser)
        try expectFit("the camera")
        let refusing = #"{"captures":{"osnma":"verified","max_accuracy_m":0.001}}"#
        #expect(try bench.ask("PATCH", "/v1/settings", body: refusing).status == 200)
        try browser.wait(for: refused, in: "#camera-message")
        try browser.wait("both reasons", for: "return document.querySelectorAll('#camera-message li').length === 2")
        try expectFit("the refusal")
        let allowing = #"{"captures":{"osnma":"any","max_accuracy_m":null}}"#
        #expect(try bench.ask("PATCH", "/v1/settings", body: allowing).status == 200)
        try openCamera(browser)
        try browser.tap("#camera-shutter")
        try browser.wait(for: stored, in: "#camera-message")
        try expectFit("the result")
        try browser.tap("#camera-show")
        try browser.wait(for: valid, in: "#photo-check")
        try expectFit("a photo")
        try open("/photos", browser)
        try browser.wait("the photo", for: "return document.querySelector('.photo') !== null")
        try expectFit("the list")
        try browser.expectClean(language)
    }
}
