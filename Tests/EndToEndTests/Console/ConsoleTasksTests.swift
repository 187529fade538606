// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The back office in the console: its tasks with their photos, and what is sent there.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleTasksTests {
    /// A text that no page may take for anything but text.
    private static let hostile = "<img src=x onerror=alert(1)>&\"'\u{202E}dlof" + String(repeating: "x", count: 300)

    /// True if nothing of a task can be changed.
    private static let isLocked = """
        const find = (id) => document.querySelector(`#task-${id}`);
        return find('note').readOnly && find('save-note').disabled && !find('shoot').checkVisibility()
          && find('send').disabled
        """

    private func open(_ page: String, _ browser: Browser) throws {
        try browser.evaluate("location.hash = arguments[0]", "#\(page)")
        try browser.wait("the page \(page)", for: "return document.querySelector('main h1') !== null")
    }

    /// Opens the page of a task.
    private func openTask(_ id: Int, _ browser: Browser) throws {
        try open("/tasks/\(id)", browser)
        try browser.wait(
            "the task \(id)",
            for: "return document.querySelector('#task-note')?.checkVisibility() === true"
                + " && document.querySelector('.page-task dd').innerText === arguments[0]", "\(id)")
    }

    /// Waits until the list has this number of tasks.
    private func waitForTasks(_ count: Int, _ browser: Browser) throws {
        try browser.wait(
            "\(count) tasks", for: "return document.querySelectorAll('[data-task]').length === arguments[0]", count)
    }

    /// Clicks an element as soon as it can be used, also while a message covers it.
    private func use(_ selector: String, _ browser: Browser) throws {
        try browser.wait(
            "\(selector), ready for use",
            for:
                "const e = document.querySelector(arguments[0]); if (!e?.checkVisibility() || e.disabled) return false;"
                + "e.click(); return true", selector)
    }

    /// Answers the question that is open with yes.
    private func confirm(_ words: String, _ browser: Browser) throws {
        try browser.waitForDialog(words)
        #expect(try browser.focusedName() == "Cancel", "Enter sends nothing")
        try browser.tap("dialog button.danger")
    }

    // MARK: the list

    @Test(.timeLimit(.minutes(3)))
    func `a person signs in at the back office, synchronises, cancels that, and signs out`() throws {
        let bench = try BackOfficeBench(.egnss4cap)
        try bench.addTask(["name": "meadow"])
        let browser = try bench.console.operatorsBrowser(.phone)
        try browser.wait(
            "tasks in the bar of a phone",
            for: "return document.querySelector('nav a[data-route=\"/tasks\"]').checkVisibility()")
        try browser.tap("nav a[data-route='/tasks']")
        try browser.wait(for: "Sign in at the back office", in: ".page-tasks")
        #expect(try browser.tooWide() == [])
        try browser.expectClean("signed out")
        try browser.enter("farmer", in: "#office-name")
        try browser.enter("wrong", in: "#office-password")
        try browser.press(Browser.Key.enter)
        try browser.wait(for: "does not accept this name and password", in: "#office-problem")
        #expect(try bench.link()["state"] as? String == "signed_out")
        try browser.evaluate(
            "document.querySelector('#office-password').value = arguments[0]", BackOfficeBench.password)
        try browser.tap(".page-tasks form button")
        try browser.wait(for: "meadow", in: "#tasks-list")
        #expect(try browser.evaluate("return document.querySelector('#office-password').value") as? String == "")
        #expect(try bench.link()["state"] as? String == "signed_in")
        _ = try browser.faultsButRefusals()
        try browser.expectClean("signed in")

        // A synchronisation that waits for the office is cancelled.
        try bench.arm("delay", "tasks", ["seconds": 20])
        try browser.tap("#tasks-sync")
        try browser.wait(for: "Cancel", in: "#tasks-sync")
        try browser.wait("the progress", for: "return document.querySelector('#tasks-progress').checkVisibility()")
        try browser.tap("#tasks-sync")
        try browser.wait(for: "cancelled", in: "#tasks-condition")
        try bench.addTask(["name": "pasture"])
        try browser.tap("#tasks-sync")
        try browser.wait(for: "1 new, 0 changed, 0 removed", in: "#tasks-condition")
        try waitForTasks(2, browser)
        // What happens without the page is shown by itself.
        try bench.arm("status", "tasks", ["status": 500, "next": 3])
        #expect(try bench.ask("POST", "/v1/back-office/sync").status == 202)
        try browser.wait(for: "does not work at present", in: "#tasks-condition")
        try browser.tap("#tasks-sign-out")
        try browser.wait("the form", for: "return document.querySelector('#office-name').checkVisibility()")
        #expect(try bench.link()["state"] as? String == "signed_out")
        #expect(try browser.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(2)))
    func `the navigation offers the tasks while an office is configured, and the page says how that is done`() throws {
        let bench = try BackOfficeBench(.egnss4cap, .init(server: ""))
        let browser = try bench.console.operatorsBrowser()
        let link = "return document.querySelector('nav a[data-route=\"/tasks\"]').hidden"
        try browser.wait("no tasks", for: link)
        try browser.press("gk")
        try browser.wait(for: "No back office is configured", in: "#tasks-notice")
        try browser.expectClean("without an office")
        let setting = try BackOfficeBench.json(["back_office": ["server": bench.server]])
        #expect(try bench.ask("PATCH", "/v1/settings", setting).status == 200)
        try browser.wait("the form", for: "return document.querySelector('#office-name')?.checkVisibility() === true")
        try browser.wait("tasks", for: "return !(() => { \(link) })()")
        #expect(try browser.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(3)))
    func `tasks have their state, number of photos and dates, and are filtered and sorted as the browser remembers`()
        throws
    {
        let bench = try BackOfficeBench(.egnss4cap)
        let dates = ["created": "2026-01-20T12:11:12Z", "due": "2026-02-01T12:00:00Z"]
        let new = try bench.addTask(dates.merging(["name": "B meadow"]) { $1 })
        try bench.addTask(["name": "A wide pasture+", "status": "open", "due": "2099-01-01T00:00:00Z"])
        try bench.addTask(["name": "c wood", "status": "data provided"])
        try bench.signIn()
        try bench.synchronise()
        for _ in 0..<2 { _ = try bench.takePhoto(task: new) }
        let browser = try bench.console.operatorsBrowser(.phone)
        try open("/tasks", browser)
        try waitForTasks(3, browser)
        for words in ["new", "2 photos", "Feb 1, 2026", "overdue", "Jan 20, 2026"] {
            try browser.wait(for: words, in: "[data-task='\(new)']")
        }
        try browser.wait(for: "0 photos", in: "#tasks-list")
        func names() throws -> [String] {
            try #require(
                try browser.evaluate(
                    "return [...document.querySelectorAll('[data-task] h2')].map((e) => e.innerText.slice(0, 1))")
                    as? [String])
        }
        /// Chooses a value of a list.
        func choose(_ value: String, in selector: String, _ event: String = "change") throws {
            try browser.evaluate(
                "const e = document.querySelector(arguments[0]); e.value = arguments[1];"
                    + "e.dispatchEvent(new Event(arguments[2]))", selector, value, event)
        }
        func expectNames(_ expected: [String], _ what: String) throws {
            let isRight = try until(10) { try names() == expected }
            let shown = try names()
            #expect(isRight, "\(what): \(shown)")
        }
        try expectNames(["A", "c", "B"], "by the date when they are due, overdue ones last")
        try browser.tap("#tasks-overdue-last")
        try expectNames(["B", "A", "c"], "overdue ones in their place")
        try choose("name", in: "#tasks-sort")
        try expectNames(["A", "B", "c"], "by name")
        try browser.tap("#tasks-reverse")
        try expectNames(["c", "B", "A"], "in the reverse order")
        try choose("state", in: "#tasks-sort")
        try expectNames(["c", "A", "B"], "by state")
        try choose("new,open,returned", in: "#tasks-states")
        try waitForTasks(2, browser)
        try choose("DE PAST", in: "#tasks-name", "input")
        try expectNames(["A"], "by a part of the name")
        try choose("ture+", in: "#tasks-name", "input")
        try expectNames(["A"], "by another part of the name")
        #expect(try browser.tooWide() == [])
        try browser.expectClean("filtered")
        try browser.reload()
        try browser.waitForLive()
        try expectNames(["A"], "after the page was loaded again")
        try browser.wait(for: "1 of 3", in: "#tasks-count")
        try choose("nothing", in: "#tasks-name", "input")
        try browser.wait(for: "No task matches", in: "#tasks-list")
        #expect(try browser.faults() == [])
    }

    // MARK: a task

    @Test(.timeLimit(.minutes(4)))
    func `each state has its icon, and permits what it is meant for`() throws {
        let bench = try BackOfficeBench(.egnss4cap)
        let states: [(name: String, members: [String: Any], isEditable: Bool, reason: String?)] = [
            ("new", [:], true, nil), ("open", ["status": "open"], true, nil),
            ("returned", ["status": "returned", "reason": "too dark"], true, "too dark"),
            ("provided", ["status": "data provided"], false, nil), ("checked", ["status": "data checked"], false, nil),
            ("accepted", ["status": "data checked", "valid": true], false, nil),
            ("declined", ["status": "data checked", "invalid": true, "reason": "blurred"], false, "blurred"),
            ("closed", ["status": "closed"], false, nil),
        ]
        let ids = try states.map { try bench.addTask($0.members.merging(["name": $0.name]) { $1 }) }
        try bench.signIn()
        try bench.synchronise()
        for (id, state) in zip(ids, states) where state.isEditable { _ = try bench.takePhoto(task: id) }
        let browser = try bench.console.operatorsBrowser()
        try open("/tasks", browser)
        try waitForTasks(states.count, browser)
        let icons = """
            return [...document.querySelectorAll('[data-task]')]
              .map((e) => e.querySelector('.icon path').getAttribute('d'))
            """
        let drawings = try #require(try browser.evaluate(icons) as? [String])
        #expect(Set(drawings).count == states.count)
        try browser.takePicture("tasks")
        try browser.expectClean("the list")
        let controls = """
            const find = (id) => document.querySelector(`#task-${id}`);
            return [!find('note').readOnly, !find('save-note').disabled, find('shoot').checkVisibility(),
              !find('send').disabled]
            """
        for (id, state) in zip(ids, states) {
            try openTask(id, browser)
            try browser.wait(for: state.name == "new" ? "open" : state.name, in: ".page-task dl")
            let found = try #require(try browser.evaluate(controls) as? [Bool])
            #expect(found == Array(repeating: state.isEditable, count: 4), "\(state.name)")
            let isSeen = try browser.evaluate("return document.querySelector('#task-reason').checkVisibility()")
            #expect(isSeen as? Bool == (state.reason != nil), "\(state.name)")
            if let reason = state.reason { try browser.wait(for: reason, in: "#task-reason") }
        }
        // Opening the new task has made it an open one.
        #expect(try bench.task(ids[0])["state"] as? String == "open")
        #expect(try browser.faults() == [])
    }

    @Test(.timeLimit(.minutes(4)))
    func `photos are taken for a task and sent with its note, and then nothing can be changed`() throws {
        let bench = try BackOfficeBench(.egnss4cap)
        let task = try bench.addTask(["name": "meadow", "text": "Take\n  two photos"])
        try bench.signIn()
        try bench.synchronise()
        let picture = try bench.noise()
        let browser = try Browser(.phone)
        // Gives the page no camera, as browsers do over http.
        try browser.devTools(
            "Page.addScriptToEvaluateOnNewDocument",
            ["source": "Object.defineProperty(Navigator.prototype, 'mediaDevices', { get() { return undefined; } })"])
        try browser.signIn(socket: bench.console.daemon.socket, address: bench.console.address)
        try openTask(task, browser)
        try browser.wait(for: "Take\n  two photos", in: "#task-instructions")
        try browser.wait(for: "The task needs a photo first.", in: ".page-task")
        #expect(try browser.evaluate("return document.querySelector('#task-send').disabled") as? Bool == true)
        try browser.expectClean("without photos")
        for count in 1...2 {
            try use("#task-shoot", browser)
            try browser.wait(for: "Task \(task)", in: "#camera-task")
            try browser.wait(
                "the shutter",
                for: "const e = document.querySelector('#camera-shutter'); return e?.checkVisibility() && !e.disabled")
            try browser.tap("#camera-shutter")
            try browser.wait(for: "Take the picture within", in: "#camera-message")
            try browser.enter(picture, in: "#camera-file")
            try browser.wait(
                "the task's page with \(count) photos",
                for: "return location.hash === '#/tasks/\(task)'"
                    + " && document.querySelectorAll('#task-photos img').length === arguments[0]", count)
        }
        #expect(try bench.task(task)["photos"] as? Int == 2)

        // From one photo of the task to the other, the oldest first.
        try use("#task-photos li:first-child a", browser)
        try browser.wait(for: "1 of 2", in: "#photo-number")
        try browser.wait(for: "Task \(task)", in: "#photo-sent")
        let ends = "return ['older', 'newer'].map((each) => document.querySelector(`#photo-${each}`).disabled).join()"
        #expect(try browser.evaluate(ends) as? String == "true,false")
        try browser.press("\u{E014}")
        try browser.wait(for: "2 of 2", in: "#photo-number")
        #expect(try browser.evaluate(ends) as? String == "false,true")
        #expect(
            try browser.evaluate("return document.querySelector('#photo-send').checkVisibility()") as? Bool == false)
        try browser.expectClean("a photo of the task")
        try use("#photo-back", browser)

        // A note that is typed is sent too. While the task is being sent, it is locked.
        try browser.wait(for: "2 photos", in: "#task-count")
        try browser.evaluate("document.querySelector('#task-note').value = arguments[0]", Self.hostile)
        try bench.arm("delay", "photo", ["seconds": 3])
        try use("#task-send", browser)
        try confirm("This is final", browser)
        try browser.wait(for: "being sent", in: "#task-sending")
        #expect(try browser.evaluate("return document.querySelector('#task-note').readOnly") as? Bool == true)
        #expect(try browser.evaluate("return document.querySelector('#task-stop').checkVisibility()") as? Bool == true)
        try browser.wait(for: "data provided", in: ".page-task dl")
        #expect(try browser.evaluate(Self.isLocked) as? Bool == true)
        let office = try bench.officeTask(task)
        #expect(office["status"] as? String == "data provided" && office["note"] as? String == Self.hostile)
        #expect(try bench.officePhotos().count == 2)
        try use("#task-photos li:first-child a", browser)
        try browser.wait(for: "sent", in: "#photo-sent")
        let kept = "return ['delete', 'save-note'].every((each) => document.querySelector(`#photo-${each}`).disabled)"
        try browser.wait("no way to change it", for: kept)
        #expect(try browser.tooWide() == [])
        try browser.expectClean("a photo that was sent")
        #expect(try browser.faults() == [])
        try bench.expectCareful()
    }

    @Test(.timeLimit(.minutes(3)))
    func `a person may stop sending, reads why a task was refused, and is asked again if verdicts are pending`() throws
    {
        let bench = try BackOfficeBench(.egnss4cap)
        let task = try bench.addTask(["name": "meadow"])
        try bench.signIn()
        try bench.synchronise()
        _ = try bench.takePhoto(task: task)
        let browser = try bench.console.operatorsBrowser()
        try openTask(task, browser)
        try bench.arm("delay", "photo", ["seconds": 20])
        try use("#task-send", browser)
        try confirm("This is final", browser)
        try browser.wait(for: "being sent", in: "#task-sending")
        try use("#task-stop", browser)
        try browser.wait("the end", for: "return document.querySelector('#task-send').checkVisibility()")
        #expect(try browser.focusedName() != nil)
        #expect(try bench.task(task)["sent"] as? String == "unsent")
        try bench.arm("html", "photo", ["body": #"{"status":"error","error_msg":"<i>too dark</i>"}"#])
        try use("#task-send", browser)
        try confirm("This is final", browser)
        try browser.wait(for: "<i>too dark</i>", in: "#task-sending")
        try browser.expectClean("refused")
        // An answer of the gateway that depends on the moment: some verdict is pending.
        try browser.evaluate(
            """
            const ask = window.fetch;
            window.bodies = [];
            window.fetch = (path, options) => {
              if (!`${path}`.endsWith('/send')) return ask(path, options);
              window.bodies.push(options.body ?? '');
              if (options.body) return ask(path, options);
              const detail = 'the positions of 1 of the photos may still become authenticated';
              const problem = JSON.stringify({ status: 409, code: 'photos_pending', detail });
              return Promise.resolve(new Response(problem, { status: 409 }));
            };
            """)
        try use("#task-send", browser)
        try confirm("This is final", browser)
        try browser.wait(for: "may still become authenticated", in: "dialog")
        try browser.wait("one question", for: "return document.querySelectorAll('dialog').length === 1")
        try confirm("Send without waiting", browser)
        try browser.wait(for: "data provided", in: ".page-task dl")
        #expect(try browser.evaluate("return window.bodies.join()") as? String == #",{"pending":true}"#)
        #expect(try browser.faultsButRefusals() == [])
    }

    // MARK: photos and paths

    @Test(.timeLimit(.minutes(4)))
    func `photos without a task are listed apart and sent, one or all, as paths are`() throws {
        let bench = try BackOfficeBench(.egnss4cap)
        let task = try bench.addTask(["name": "meadow"])
        try bench.signIn()
        try bench.synchronise()
        let ofTask = try bench.takePhoto(task: task)
        let single = try (0..<3).map { _ in try bench.takePhoto() }
        let path = try bench.addPath("field <b>")
        let browser = try bench.console.operatorsBrowser(.phone)
        func listed() throws -> Set<String> {
            let script = "return [...document.querySelectorAll('[data-photo]')].map((e) => e.dataset.photo)"
            return Set(try #require(try browser.evaluate(script) as? [String]))
        }
        try open("/photos", browser)
        try browser.wait("three photos", for: "return document.querySelectorAll('.photo').length === 3")
        #expect(try listed() == Set(single))
        try use("#photos-every", browser)
        try browser.wait("four photos", for: "return document.querySelectorAll('.photo').length === 4")
        try browser.wait(for: "Task \(task)", in: "[data-photo='\(ofTask)']")
        try use("#photos-alone", browser)
        try browser.wait("three photos again", for: "return document.querySelectorAll('.photo').length === 3")

        try bench.arm("delay", "photo", ["seconds": 2])
        try use("#photo-\(single[0])", browser)
        try browser.wait(for: "3 of 3", in: "#photo-number")
        try browser.wait(for: "not sent", in: "#photo-sent")
        try use("#photo-send", browser)
        try confirm("The back office keeps what it gets", browser)
        try browser.wait(for: "being sent", in: "#photo-sent")
        let locked = "return ['delete', 'save-note'].every((each) => document.querySelector(`#photo-${each}`).disabled)"
        try browser.wait("no way to change it", for: locked)
        try browser.wait("it is sent", for: "return document.querySelector('#photo-sent').innerText.trim() === 'sent'")
        #expect(try bench.officePhotos().count == 1)
        try browser.expectClean("a photo that was sent")

        // What was sent cannot be selected for deletion.
        try open("/photos", browser)
        try browser.wait(for: "sent", in: "[data-photo='\(single[0])']")
        try use("#photos-select", browser)
        try use("#photos-all", browser)
        try browser.wait(for: "Delete (2)", in: "#photos-delete")
        try use("#photos-select", browser)
        try use("#photos-send", browser)
        try confirm("Photos: 2", browser)
        try bench.wait("all photos") { try bench.officePhotos().count == 3 }
        try browser.wait(
            "nothing more to send", for: "return !document.querySelector('#photos-send').checkVisibility()")
        #expect(try bench.officePhotos().allSatisfy { $0["task_id"] is NSNull })
        #expect(try browser.tooWide() == [])
        try browser.expectClean("all photos were sent")

        try open("/paths", browser)
        try use("#path-send-\(path)", browser)
        try confirm("The back office keeps what it gets", browser)
        try browser.wait(
            "it is sent",
            for: "return /Sent\\s+sent$/.test(document.querySelector('.paths .facts').innerText.trim())")
        #expect(try browser.evaluate("return document.querySelector('#path-send-\(path)') === null") as? Bool == true)
        #expect(try bench.officePaths().count == 1)
        #expect(try browser.faultsButRefusals() == [])
        try bench.expectCareful()
    }

    // MARK: people and texts

    @Test(.timeLimit(.minutes(2)))
    func `a viewer sees the tasks and can change nothing`() throws {
        let bench = try BackOfficeBench(.egnss4cap)
        let task = try bench.addTask(["name": "meadow"])
        let browser = try Browser(.phone)
        try browser.open(bench.console.address + "/#/tasks")
        try browser.wait(for: "You are not signed in at the back office.", in: "#tasks-notice")
        try browser.expectClean("signed out")
        try bench.signIn()
        try waitForTasks(1, browser)
        for id in ["tasks-sync", "tasks-sign-out"] {
            #expect(try browser.evaluate("return document.getElementById(arguments[0]).disabled", id) as? Bool == true)
        }
        try browser.expectClean("the list")
        _ = try bench.takePhoto(task: task)
        try openTask(task, browser)
        try browser.wait(for: "1 photo", in: "#task-count")
        #expect(try browser.evaluate(Self.isLocked) as? Bool == true)
        // It is opened by people who may work on it.
        #expect(try bench.task(task)["state"] as? String == "new")
        try browser.expectClean("a task")
    }

    @Test(
        .timeLimit(.minutes(3)),
        arguments: [
            ("de", "Abgleichen", "überfällig", "Warum sie zurückkam", "nimmt diesen Namen mit diesem Passwort"),
            ("fr", "Synchroniser", "en retard", "Motif du renvoi", "n’accepte pas ce nom avec ce mot"),
        ])
    func `hostile texts stay texts, in the reader's language`(
        language: String, sync: String, overdue: String, why: String, wrong: String
    ) throws {
        let bench = try BackOfficeBench(.egnss4cap)
        let task = try bench.addTask([
            "name": Self.hostile, "text": Self.hostile, "status": "returned", "reason": Self.hostile,
            "due": "2026-02-01T00:00:00Z",
        ])
        let browser = try bench.console.operatorsBrowser(.phone, language: language)
        func expectFit(_ page: String) throws {
            #expect(try browser.visibleKey() == nil)
            for size in [Browser.Size.lying, .desk, .phone] {
                try browser.setSize(size)
                #expect(try browser.tooWide() == [], "\(page), \(size)")
            }
            #expect(try browser.evaluate("return document.querySelectorAll('main img').length") as? Int == 0)
        }
        try open("/tasks", browser)
        try browser.enter("farmer", in: "#office-name")
        try browser.enter("wrong", in: "#office-password")
        try browser.tap(".page-tasks form button")
        try browser.wait(for: wrong, in: "#office-problem")
        try expectFit("the sign-in")
        _ = try browser.faultsButRefusals()
        try bench.signIn()
        try browser.wait(for: sync, in: "#tasks-sync")
        try browser.wait(for: "<img src=x onerror=alert(1)>", in: "[data-task='\(task)'] h2")
        try browser.wait(for: overdue, in: "[data-task='\(task)']")
        try expectFit("the list")
        try openTask(task, browser)
        for place in ["h1", "#task-reason", "#task-instructions"] {
            try browser.wait(for: "<img src=x onerror=alert(1)>", in: ".page-task \(place)")
        }
        try browser.wait(for: why, in: "#task-reason")
        try expectFit("a task")
        try browser.expectClean(language)
        #expect(try browser.faultsButRefusals() == [])
    }
}
