// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Who and what may begin a photo on the page of the camera: the gateway's button, the conditions, and the browser.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleCameraTests {
    private func open(_ browser: Browser) throws {
        try browser.evaluate("location.hash = '#/camera'")
        try browser.wait("the camera", for: "return document.querySelector('#camera-shutter') !== null")
    }

    private func waitForShutter(_ isEnabled: Bool, _ browser: Browser) throws {
        try browser.wait(
            isEnabled ? "the shutter" : "no shutter", within: 5,
            for:
                "const e = document.querySelector('#camera-shutter'); return e.checkVisibility() && e.disabled === \(!isEnabled)"
        )
    }

    private func photos(_ bench: ConsoleBench) throws -> [[String: Any]] {
        try #require(try bench.ask("GET", "/v1/captures").json["captures"] as? [[String: Any]])
    }

    // MARK: the button

    /// A key of an input device. A FIFO takes the place of the device, because a container has none.
    private final class Button {
        let path = NSTemporaryDirectory() + "gnss-button-\(UUID().uuidString)"
        private let device: Int32

        init() throws {
            try #require(mkfifo(path, 0o600) == 0)
            device = Glibc.open(path, O_RDWR | O_CLOEXEC)
        }

        deinit {
            close(device)
            unlink(path)
        }

        /// Presses the key 115, as the kernel writes it.
        func press() {
            let event = [UInt8](repeating: 0, count: MemoryLayout<timeval>.size) + [1, 0, 115, 0, 1, 0, 0, 0]
            #expect(write(device, event, event.count) == event.count)
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `a page with a camera takes the picture of the gateway's button, and no page is in the way of another`() throws
    {
        let button = try Button()
        let bench = try ConsoleBench(
            more:
                "captures: { enabled: true, countdown_s: 3, osnma: any, button: \(button.path), button_key: 115 }")
        let phone = try bench.operatorsBrowser(.phone)
        try open(phone)
        try waitForShutter(true, phone)
        // A page without a preview joins too, and asks its person; and one that is left is out.
        let tablet = try Browser(.tablet)
        try tablet.devTools(
            "Page.addScriptToEvaluateOnNewDocument",
            ["source": "Object.defineProperty(Navigator.prototype, 'mediaDevices', { get() { return undefined; } })"])
        try tablet.signIn(socket: bench.daemon.socket, address: bench.address)
        try open(tablet)
        try waitForShutter(true, tablet)
        button.press()
        for browser in [phone, tablet] { try browser.wait(for: "Hold still", in: "#camera-message", within: 2) }
        try tablet.evaluate("location.hash = '#/status'")
        try phone.wait(for: "The photo is stored and sealed.", in: "#camera-message")
        let stored = try #require(try photos(bench).first)
        #expect(stored["width"] as? Int ?? 0 >= 640)
        #expect(try photos(bench).count == 1)
        // Each open page shows the alert about it once.
        let taken = try #require(stored["id"] as? String)
        let alert = "the photo \(taken) was taken at a position that is not authenticated"
        for browser in [phone, tablet] {
            try browser.wait(
                "one alert", within: 5,
                for: "return [...document.querySelectorAll('#toasts .toast')]"
                    + ".filter((each) => each.innerText.includes(arguments[0])).length === 1", alert)
        }
        #expect(try tablet.text("#toasts")?.contains("cancelled") == false)
        try phone.expectClean("the button")

        // Another picture was faster: the page shows what is stored.
        try open(tablet)
        button.press()
        try tablet.wait(for: "Hold still", in: "#camera-message", within: 2)
        try tablet.wait(for: "The photo is stored and sealed.", in: "#camera-message")
        #expect(try photos(bench).count == 2)

        // A person who cancels, cancels it for all.
        button.press()
        for browser in [phone, tablet] { try browser.wait(for: "Hold still", in: "#camera-message", within: 2) }
        try tablet.tap("#camera-cancel")
        for browser in [phone, tablet] {
            try browser.wait(for: "The photo was cancelled.", in: "#camera-message")
        }
        // A photo of the command line has its image already, and no page takes it over.
        let begun = try bench.ask("POST", "/v1/captures", body: #"{"countdown_s":1}"#)
        #expect(begun.status == 202)
        try phone.wait(for: "Another photo is being taken", in: "#camera-message")
        #expect(try phone.text("#camera-message")?.contains("Hold still") == false)
        // The page must leave the photo alone for its whole countdown, and that has no event.
        usleep(2_000_000)
        let id = try #require(begun.json["id"] as? String)
        #expect(try bench.ask("GET", "/v1/captures/\(id)").json["state"] as? String == "waiting")
        #expect(try photos(bench).count == 2)
        for browser in [phone, tablet] { #expect(try browser.faultsButRefusals() == []) }
    }

    @Test(.timeLimit(.minutes(2)))
    func `the button and a viewer, a page in the background, and a gateway that ends in the countdown`() throws {
        let button = try Button()
        let folder = try TemporaryFolder()
        let port = try Program.freePort()
        func start() throws -> ConsoleBench {
            try ConsoleBench(
                port: port,
                more:
                    "captures: { enabled: true, countdown_s: 2, osnma: any, button: \(button.path), button_key: 115 }",
                environment: ["STATE_DIRECTORY": folder.path])
        }
        var bench = try start()
        let viewer = try Browser(.phone)
        try viewer.open(bench.address + "/#/camera")
        try viewer.wait(for: "invite --role operator", in: "#camera-message")
        let phone = try bench.operatorsBrowser(.phone)
        try open(phone)
        try waitForShutter(true, phone)
        try phone.evaluate(
            "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });"
                + "document.dispatchEvent(new Event('visibilitychange'))")
        button.press()
        try viewer.wait(for: "Another photo is being taken", in: "#camera-message")
        // Nothing may happen for the whole countdown, and that has no event.
        usleep(3_000_000)
        #expect(try photos(bench).isEmpty)
        #expect(try viewer.evaluate("return document.querySelector('#camera-shutter').disabled") as? Bool == true)
        try phone.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
        button.press()
        try phone.wait(for: "Hold still", in: "#camera-message")
        bench.daemon.signal(SIGKILL)
        _ = bench.daemon.waitForEnd()
        try phone.wait(for: "The gateway does not answer.", in: "#camera-message")
        bench = try start()
        try phone.wait(for: "does not know this photo any more", in: "#camera-message", within: 60)
        #expect(try photos(bench).isEmpty)
        _ = try phone.faults()
        _ = try viewer.faults()
    }

    // MARK: the conditions

    @Test(.timeLimit(.minutes(3)))
    func `a direction and a name that are required are asked of this page, at once`() throws {
        let bench = try ConsoleBench(
            more: "captures: { enabled: true, countdown_s: 1, osnma: any, heading: true, sign_in: true }")
        let browser = try bench.operatorsBrowser(.lying)
        try open(browser)
        try browser.wait(for: "direction", in: "#camera-message")
        try browser.wait(for: "signed-in users only", in: "#camera-message")
        try waitForShutter(false, browser)
        try browser.expectClean("refused")
        #expect(try browser.tooWide() == [])
        #expect(try bench.ask("PATCH", "/v1/settings", body: #"{"captures.sign_in":false}"#).status == 200)
        try browser.wait(
            "one reason less", within: 3,
            for: "return !document.querySelector('#camera-message').innerText.includes('signed-in users only')")
        try waitForShutter(false, browser)
        // A compass begins to answer, and falls silent again.
        try browser.evaluate(
            """
            window.compass = setInterval(() => dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute',
              { alpha: 270, beta: 90, gamma: 0, absolute: true })), 50)
            """)
        try waitForShutter(true, browser)
        try browser.evaluate("clearInterval(window.compass)")
        try waitForShutter(false, browser)
        let check = try bench.ask("GET", "/v1/captures/check").json
        #expect(((check["client_reasons"] as? [[String: Any]])?.first?["code"] as? String) == "no_heading")
        #expect(try browser.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(4)))
    func `the setting Require OSNMA blocks the shutter with its reason, unless the position is authenticated`() throws {
        let plain = try ConsoleBench(more: "captures: { enabled: true, countdown_s: 1, osnma: policy }")
        let browser = try Browser(.phone)
        try browser.signIn(socket: plain.daemon.socket, address: plain.address)
        func require(_ isRequired: Bool) throws {
            try browser.evaluate("location.hash = '#/settings'")
            try browser.wait(
                "the field", for: "return document.getElementById('setting-osnma-require')?.disabled === false")
            try browser.evaluate(
                "const e = document.getElementById('setting-osnma-require'); e.value = arguments[0];"
                    + "e.dispatchEvent(new Event('change', {bubbles: true}))", "\(isRequired)")
            try eventually("the setting", within: 5) {
                try plain.ask("GET", "/v1/osnma").json["required"] as? Bool == isRequired
            }
            try open(browser)
        }
        try open(browser)
        try waitForShutter(true, browser)
        try require(true)
        try waitForShutter(false, browser)
        try browser.wait(for: "An authenticated position is required", in: "#camera-message")
        #expect(try plain.ask("POST", "/v1/captures", body: "{}").status == 409)
        try require(false)
        try waitForShutter(true, browser)
        // A grid has neither latitude nor longitude, so the panel shows degrees.
        try browser.evaluate("localStorage.setItem('gnss.coordinates', 'utm')")
        // The panel is drawn with each fix, at least once a second.
        usleep(1_500_000)
        let panel = try #require(try browser.text("#camera-panel"))
        #expect(panel.contains("52.47") && !panel.contains("m E"), "\(panel)")
        try browser.tap("#camera-shutter")
        try browser.wait(for: "This photo’s position is not authenticated", in: "#camera-message")
        try browser.wait(for: "raw I/NAV pages", in: "#camera-result")

        let folder = try TemporaryFolder()
        let authentic = try ConsoleBench(
            authenticIn: folder, more: "captures: { enabled: true, countdown_s: 1, osnma: verified }")
        let second = try authentic.operatorsBrowser(.phone)
        try second.wait(for: "Secure GNSS", in: "#osnma-status", within: 90)
        try open(second)
        try second.wait(
            "the authenticated position", within: 90, for: "return !document.querySelector('#camera-shutter').disabled")
        let report = try authentic.ask("GET", "/v1/status").json["osnma"] as? [[String: Any]]
        #expect((report?.first?["satellites"] as? [String])?.isEmpty == false)
        // The number changes in the meantime: both are read until they agree.
        try eventually("the panel shows another number than the interface", within: 10) {
            let report = try authentic.ask("GET", "/v1/status").json["osnma"] as? [[String: Any]]
            let count = (report?.first?["satellites"] as? [String])?.count ?? -1
            return try second.text("#camera-osnma")?.contains("\(count) authenticated") == true
        }
        try second.tap("#camera-shutter")
        try second.wait(for: "The photo is stored and sealed.", in: "#camera-message")
        #expect(try photos(authentic).first?["verdict"] as? String == "authenticated")
        try second.takePicture("camera-authenticated")
        try second.expectClean("authenticated")
        // The map says how many there are now, and the photo's page how many there were.
        try second.evaluate("location.hash = '#/'")
        try eventually("the map shows another number than the interface", within: 10) {
            let report = try authentic.ask("GET", "/v1/status").json["osnma"] as? [[String: Any]]
            let count = (report?.first?["satellites"] as? [String])?.count ?? -1
            return try second.text("#map-info")?.contains("Galileo satellites: \(count) authenticated") == true
        }
        let id = try #require(try photos(authentic).first?["id"] as? String)
        let group = try authentic.ask("GET", "/v1/captures/\(id)/record").json["authentication"] as? [String: Any]
        let verdict = try #require(group?["verdict"] as? [String: Any])
        let satellites = try #require(verdict["satellites"] as? [[String: Any]])
        let count = satellites.filter { $0["standing"] as? String == "authenticated" }.count
        #expect(count > 0)
        try second.evaluate("location.hash = arguments[0]", "#/photos/\(id)")
        try second.wait(for: "used · \(count) authenticated", in: ".page-photo")
    }

    // MARK: the browser

    @Test(.timeLimit(.minutes(2)))
    func `the picture is taken even if the page's clock is late, and a preview that hangs leaves time for another way`()
        throws
    {
        let bench = try ConsoleBench(more: "captures: { enabled: true, countdown_s: 1, osnma: any }")
        let browser = try bench.operatorsBrowser(.phone)
        try open(browser)
        try waitForShutter(true, browser)
        // The gateway says that the moment has come before the page's own countdown ends.
        try browser.evaluate(
            "const real = setTimeout; window.setTimeout = (f, ms, ...all) => real(f, ms > 600 && ms < 1100 ? 20000 : ms, ...all)"
        )
        try browser.tap("#camera-shutter")
        try browser.wait(for: "The photo is stored and sealed.", in: "#camera-message", within: 10)
        try browser.evaluate("HTMLCanvasElement.prototype.toBlob = () => {}")
        try browser.tap("#camera-shutter")
        try browser.wait(for: "Take the picture within", in: "#camera-message", within: 15)
        #expect(try browser.focusedName() == "Take the picture now")
        #expect(try photos(bench).count == 1)
        try browser.expectClean("late")
    }

    @Test(
        .timeLimit(.minutes(3)),
        .enabled(if: PeopleTests.ownAddress != nil && Program.installed("certutil") != nil))
    func `over https on the gateway's own address, the camera works, or is denied with a way on`() throws {
        let bench = try HTTPSBench(more: "captures: { enabled: true, countdown_s: 1, osnma: any }")
        let host = try #require(PeopleTests.ownAddress)
        let address = "https://\(host):\(bench.port)/"
        for isDenied in [false, true] {
            let browser = try Browser(
                .phone, authority: try bench.authority(), host: host, mayUseCamera: !isDenied)
            try browser.open("\(address)?sign-in#code=\(try bench.code(["--role", "operator"]))")
            try browser.wait(for: "signed in", in: "#toasts")
            try open(browser)
            try waitForShutter(true, browser)
            if isDenied {
                try browser.wait(for: "The browser denies the camera", in: "#camera-note")
                try browser.tap("#camera-shutter")
                try browser.wait(for: "Take the picture within", in: "#camera-message")
                #expect(try browser.focusedName() == "Take the picture now")
            } else {
                try browser.wait("the preview", for: "return document.querySelector('video').videoWidth > 0")
                try browser.tap("#camera-shutter")
                try browser.wait(for: "The photo is stored and sealed.", in: "#camera-message")
            }
            try browser.takePicture("camera-https-\(isDenied)")
            try browser.expectClean("over https")
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `photos are taken, looked at and deleted with the keyboard alone`() throws {
        let bench = try ConsoleBench(more: "captures: { enabled: true, countdown_s: 1, osnma: any }")
        let browser = try bench.operatorsBrowser()
        for number in 1...2 {
            try browser.press("gf")
            try browser.wait("the photos", for: "return document.querySelector('.page-photos h1') !== null")
            try browser.reach("Take a photo")
            try browser.press(Browser.Key.enter)
            try browser.wait("the camera", for: "return document.querySelector('#camera-shutter') !== null")
            try waitForShutter(true, browser)
            try browser.reach("Take a photo")
            try browser.press(Browser.Key.enter)
            try browser.wait(for: "The photo is stored and sealed.", in: "#camera-message")
            #expect(try photos(bench).count == number)
            #expect(try browser.focusedName() == "Take a photo", "the focus is not lost")
        }
        try browser.reach("Show the photo")
        try browser.press(Browser.Key.enter)
        try browser.wait(for: "1 of 2", in: "#photo-number")
        // The photo fills the window, and so does the next one.
        let isFull = """
            return document.querySelector('.photo-frame').clientHeight > 0.8 * innerHeight
              && getComputedStyle(document.querySelector('header')).visibility === 'hidden';
            """
        try browser.reach("Fill the window")
        try browser.press(Browser.Key.enter)
        try browser.wait("the full window", for: isFull)
        #expect(try browser.violations() == [])
        try browser.press("\u{E014}")
        try browser.wait(for: "2 of 2", in: "#photo-number")
        try browser.wait("the full window again", for: isFull)
        try browser.press("\u{E012}")
        try browser.wait(for: "1 of 2", in: "#photo-number")
        try browser.press(Browser.Key.escape)
        try browser.wait("the page", for: "return document.querySelector('.is-full') === null")
        try browser.press("\u{E014}")
        try browser.wait(for: "2 of 2", in: "#photo-number")
        try browser.press("\u{E012}")
        try browser.wait(for: "1 of 2", in: "#photo-number")
        try browser.press("+")
        try browser.wait(
            "a larger picture",
            for: "const e = document.querySelector('.photo-frame'); return e.scrollWidth > 1.3 * e.clientWidth")
        try browser.reach("Delete")
        try browser.press(Browser.Key.enter)
        try browser.waitForDialog("cannot be restored")
        try browser.press(Browser.Key.enter)
        try browser.waitForNoDialog()
        #expect(try photos(bench).count == 2, "Enter on Cancel deletes nothing")
        #expect(try browser.focusedName() == "Delete")
        try browser.press(Browser.Key.enter)
        try browser.waitForDialog("cannot be restored")
        try browser.reach("Delete")
        try browser.press(Browser.Key.enter)
        try browser.waitForNoDialog()
        try eventually("the photo is still there", within: 5) { try photos(bench).count == 1 }
        #expect(try browser.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(3)), arguments: Browser.engines.filter { $0 != .chromium })
    func `another engine takes, lists and shows photos`(engine: Browser.Engine) throws {
        let bench = try ConsoleBench(more: "captures: { enabled: true, countdown_s: 1, osnma: any }")
        let source = try bench.operatorsBrowser()
        try open(source)
        try waitForShutter(true, source)
        try source.tap("#camera-shutter")
        try source.wait(for: "The photo is stored and sealed.", in: "#camera-message")
        let id = try #require(try photos(bench).first?["id"] as? String)

        let browser = try Browser(.phone, engine: engine)
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        try open(browser)
        try waitForShutter(true, browser)
        #expect(try browser.tooWide() == [])
        try browser.takePicture("camera")
        try browser.evaluate("location.hash = '#/photos'")
        try browser.wait("the photo", for: "return document.querySelectorAll('.photo').length === 1")
        try browser.wait(
            "its thumbnail", for: "return document.querySelector('.photo img')?.naturalWidth > 0")
        #expect(try browser.tooWide() == [])
        try browser.takePicture("photos")
        try browser.evaluate("location.hash = '#/photos/\(id)'")
        try browser.wait(for: "valid", in: "#photo-check")
        try browser.wait("the picture", for: "return document.querySelector('#photo-image').naturalWidth > 0")
        #expect(try browser.tooWide() == [])
        try browser.takePicture("photo")
        try browser.evaluate("location.hash = '#/'")
        try browser.wait("the mark", for: "return document.querySelector('#map')?.dataset.photos === '1'")
    }

    @Test(.timeLimit(.minutes(4)), arguments: [Browser.Size.lying, .tablet, .desk])
    func `the list and a photo fit each window`(size: Browser.Size) throws {
        let bench = try ConsoleBench(more: "captures: { enabled: true, countdown_s: 0, osnma: any }")
        let browser = try bench.operatorsBrowser(size)
        try open(browser)
        try waitForShutter(true, browser)
        try browser.tap("#camera-shutter")
        try browser.wait(for: "The photo is stored and sealed.", in: "#camera-message")
        try browser.evaluate("location.hash = '#/photos'")
        try browser.wait("the photo", for: "return document.querySelectorAll('.photo').length === 1")
        // The picture is on the left, and the data on its right.
        let script = """
            const item = document.querySelector('.photo');
            const [picture, place] = ['img', 'strong'].map((each) => item.querySelector(each).getBoundingClientRect());
            return picture.right <= place.left;
            """
        #expect(try browser.evaluate(script) as? Bool == true)
        #expect(try browser.tooWide() == [])
        try browser.takePicture("photos-\(size)")
        try browser.expectClean("the list")
        try browser.click(".photo a")
        try browser.wait(for: "valid", in: "#photo-check")
        #expect(try browser.tooWide() == [])
        try browser.takePicture("photo-\(size)")
        try browser.expectClean("a photo")
    }
}
