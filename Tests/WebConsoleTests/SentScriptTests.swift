// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WebConsole

/// What is left out of the console's scripts when they are sent.
struct SentScriptTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Console")

    @Test func `scripts lose only comments, blanks and the borders of modules that are joined`() throws {
        let files = ConsoleFiles()
        let all = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".js") && !$0.hasPrefix("vendor/") && !$0.hasPrefix("texts/") && !$0.contains("tests.")
        }
        let sources = try Dictionary(
            uniqueKeysWithValues: all.map { path in
                (path, try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8))
            })
        var joined = Set(all).subtracting(files.paths)
        #expect(joined.count >= 8)
        for path in all {
            guard let served = files.file(path) else { continue }
            let source = try #require(sources[path])
            // What the page imports and no other module does comes first.
            let imports = code(source, isImport).compactMap { line in
                joined.first { line.contains("from './\($0.dropFirst("pages/".count))'") }
            }
            let parts = path.hasPrefix("pages/") ? imports : []
            joined.subtract(parts)
            let expected = (parts.compactMap { sources[$0] } + [source]).flatMap { code($0) { !isImport($0) } }
            let text = String(decoding: served.bytes, as: UTF8.self)
            #expect(withoutBlanks(expected) == withoutBlanks(lines(text).filter { !isImport($0) }), "\(path)")
            #expect(!text.contains("SPDX") && !lines(text).contains { $0.hasPrefix(" ") || $0.isEmpty }, "\(path)")
            // Otherwise a line of a literal could be taken for a comment, or be missing.
            for literal in source.matches(of: /`[^`]*`/) {
                #expect(!literal.0.contains("\n//") && !literal.0.contains(/\n *\n/), "\(path)")
            }
            // A literal keeps its blanks.
            for literal in expected.joined(separator: "\n").matches(of: /'(?:[^'\\\n]|\\.)*'/) {
                #expect(text.contains(literal.0), "\(path): \(literal.0)")
            }
        }
        #expect(joined.isEmpty, "in no page: \(joined)")
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The lines of a script without comments and indentation that are wanted.
    private func code(_ source: String, _ isWanted: (String) -> Bool) -> [String] {
        lines(String(decoding: CommentStripper.stripped(Array(source.utf8)), as: UTF8.self)).filter(isWanted)
    }

    private func isImport(_ line: String) -> Bool {
        line.hasPrefix("import") && (line.contains("from '") || line.contains("from'"))
    }

    private func withoutBlanks(_ lines: [String]) -> [String] {
        lines.map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    }

    @Test(arguments: [
        ("const a = b + 1;", "const a=b+1;"), ("a + +b - -c; a ++ + b", "a+ +b- -c;a++ +b"),
        ("return 'a  b' + `c ${ d + ` e ${ {f : 1}.f } ` } g`;", "return'a  b'+`c ${d+` e ${{f:1}.f} `} g`;"),
        ("if (a) / b /.test(c)", "if(a) / b /.test(c)"), ("return / '  /.test(a)", "return / '  /.test(a)"),
        ("x = a / b / c;  // d  e", "x=a / b / c; // d  e"), ("x = / [/ '] / ;  y", "x= / [/ '] / ;y"),
        ("s.replace(/  '/g, ' ')", "s.replace(/  '/g,' ')"), ("x /* a  b */ = 1", "x /* a  b */ =1"),
        ("1 .toString() . x", "1 .toString().x"), ("a ? .5 : b", "a?.5:b"),
        ("for (const é of [ 1 ]) f ( é )", "for(const é of[1])f(é)"),
        ("a = 'it\\'s  b' ; c", "a='it\\'s  b';c"), ("a\n + b", "a\n+b"), ("async ({ a }) => { }", "async({a})=>{}"),
        ("static #x", "static #x"), ("x = `${ a }  ${ b } }  {`", "x=`${a}  ${b} }  {`"), ("", ""),
        // A script that cannot be read stays as it is.
        ("a = 'b + c", "a = 'b + c"), ("a = `b + c", "a = `b + c"), ("a = / b", "a = / b"), ("a = /* b", "a = /* b"),
        ("a = '\\", "a = '\\"), ("a = `\\", "a = `\\"), ("a = /[/", "a = /[/"),
    ]) func `blanks are removed only where they separate nothing`(script: String, expected: String) {
        #expect(String(decoding: BlankStripper.stripped(Array(script.utf8)), as: UTF8.self) == expected)
    }

    @Test func `modules that only one page imports become a part of it`() {
        let page = """
            import { a, b as c } from '../dom.js';
            import * as live from '../live.js';
            import { own } from './page-own.js';
            import { other } from './shared.js';

            export async function show() {
              const d = own(a, c, live, other);
              const second = d;
            }

            """
        let own = """
            import { a, d } from '../dom.js';
            import * as live from '../live.js';

            export const own = (...all) => d(all);
            export let [first, second] = [1, 2];

            """
        var files = [
            "app.js": "const PAGES = { '/': { name: 'page' } };\nimport('./pages/later.js');\n",
            "pages/page.js": page, "pages/page-own.js": own,
            "pages/shared.js": "export const other = 1;\n", "pages/two.js": "import { other } from './shared.js';\n",
            "pages/later.js": "export const x = 1;\n", "pages/three.js": "import { x } from './later.js';\n",
        ]
        func joined() -> [String: String] {
            ScriptJoiner.joined(files.mapValues { Array($0.utf8) }).mapValues { String(decoding: $0, as: UTF8.self) }
        }
        let result = joined()
        #expect(result["pages/page-own.js"] == nil && result.count == files.count - 1)
        #expect(
            result["pages/page.js"]?.split(separator: "\n").map(String.init) == [
                "import { a, d, b as c } from '../dom.js';", "import * as live from '../live.js';",
                "import { other } from './shared.js';", "export const own = (...all) => d(all);",
                "export let [first, second] = [1, 2];", "export async function show() {",
                "  const d = own(a, c, live, other);", "  const second = d;", "}",
            ])
        // The names of one that is imported as a whole are those of an object.
        let before = files
        files["pages/page.js"] = page.replacing("import { own }", with: "import * as own")
        #expect(joined() == files)
        files = before
        // With the same name at both top levels, or one that is imported, they stay apart.
        for line in [
            "function show() {}", "let c = 1;", "const { x, second } = {};", "import { d } from '../e.js';",
            "import * as b from '../e.js';\nlet b2, b = 1;",
        ] {
            files["pages/page-own.js"] = own + line + "\n"
            #expect(joined() == files, "\(line)")
        }
    }
}
