// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a person does with the keyboard alone, or with a finger.
extension Browser {
    /// Keys that are no characters.
    enum Key {
        static let tab = "\u{E004}"
        static let enter = "\u{E007}"
        static let escape = "\u{E00C}"
        static let back = "\u{E003}"
        static let up = "\u{E013}"
        static let down = "\u{E015}"
    }

    /// Presses the tab key until something with this name has the focus.
    func reach(_ name: String) throws {
        var names: [String] = []
        for _ in 0..<90 {
            try press(Key.tab)
            let focused = try focusedName() ?? ""
            if focused == name { return }
            names.append(focused)
        }
        throw Failure(description: "the tab key never came to \(name), but to \(names)")
    }

    /// Presses the map's plus as often as this, each time when the zoom before has ended: meanwhile Leaflet ignores it.
    func zoomIn(_ times: Int) throws {
        for _ in 0..<times {
            try click(".leaflet-control-zoom-in")
            try wait("the end of the zoom", for: "return document.querySelector('.leaflet-zoom-anim') === null")
        }
    }

    /// Touches an element in its middle with a finger.
    ///
    /// A page may draw the element again between finding it and touching it; then the new one is touched.
    func tap(_ selector: String) throws { try onceReady { try tapOnce(selector) } }

    private func tapOnce(_ selector: String) throws {
        let found = try ask("POST", "/element", ["using": "css selector", "value": selector]) as? [String: String]
        let element = try #require(found)
        try evaluate("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
        let actions: [[String: Any]] = [
            ["type": "pointerMove", "origin": element, "x": 0, "y": 0], ["type": "pointerDown", "button": 0],
            ["type": "pause", "duration": 60], ["type": "pointerUp", "button": 0],
        ]
        _ = try ask(
            "POST", "/actions",
            [
                "actions": [
                    ["type": "pointer", "id": "finger", "parameters": ["pointerType": "touch"], "actions": actions]
                ]
            ])
    }

    /// Closes the dialog that is open, and waits until an element has the focus again.
    func leaveDialog(focusing id: String) throws {
        try press(Key.escape)
        try wait(
            "the focus on \(id)",
            for: "return document.querySelector('dialog') === null && document.activeElement.id === arguments[0]", id)
    }

    /// The names of buttons that are seen in an element.
    func buttons(in selector: String) throws -> [String] {
        let script = """
            return [...document.querySelector(arguments[0]).querySelectorAll('button')].filter((b) => b.checkVisibility())
              .map((b) => b.innerText.trim())
            """
        return try #require(try evaluate(script, selector) as? [String])
    }

    /// Faults that are not the browser's own note on a refused request.
    func faults(but allowed: String...) throws -> [String] {
        try faults().filter { fault in !allowed.contains { fault.contains($0) } }
    }
}
