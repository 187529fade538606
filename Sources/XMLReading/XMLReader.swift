// SPDX-License-Identifier: Apache-2.0

import CExpat

/// Receives the content of a document from an `XMLReader`. An error that it throws ends the reading; the error's
/// description becomes the reason of an `XMLError` with the current line and column.
public protocol XMLSink: AnyObject {
    /// Called at the start of an element.
    ///
    /// - Throws: Any error to end the reading.
    func begin(_ name: String, _ attributes: XMLAttributes) throws
    /// Called at the end of the innermost element.
    ///
    /// - Throws: Any error to end the reading.
    func end() throws
    /// Called with a piece of the innermost element's text in UTF-8; the memory is valid during the call.
    ///
    /// - Throws: Any error to end the reading.
    func text(_ piece: UnsafeBufferPointer<UInt8>) throws
}

/// The attributes of an element, valid during `XMLSink.begin`.
public struct XMLAttributes {
    /// libexpat's list of alternating names and values, terminated by NULL; valid while `XMLSink.begin` runs.
    fileprivate let start: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    /// The names and values in document order.
    public var all: [(name: String, value: String)] {
        var all: [(String, String)] = []
        var next = start
        while let pair = next, let name = pair[0], let value = pair[1] {
            all.append((String(cString: name), String(cString: value)))
            next = pair + 2
        }
        return all
    }

    /// The value of an attribute; nil if it is missing.
    public subscript(_ name: String) -> String? { all.first { $0.name == name }?.value }
}

/// Reads XML with libexpat, piece by piece.
///
/// A document type declaration is rejected before any of it is processed, so that the only entities are XML's own five
/// and no entity expansion is possible. The nesting depth and the size of a tag are limited; text may arrive in pieces
/// of any size.
public final class XMLReader {
    /// The longest tag, comment or processing instruction in bytes.
    public static let longestTag = 1 << 20
    /// The longest name of an element or attribute in bytes.
    public static let longestName = 1024
    /// The largest number of different names in a document, because libexpat keeps all of them in memory.
    public static let mostNames = 10_000
    /// The number of bytes passed to libexpat at once.
    public static let piece = 1 << 16

    private let sink: any XMLSink
    /// Owned: freed in `deinit`. It holds this reader unretained and calls back only while it parses.
    private let parser: OpaquePointer
    private let limit: Int
    private var depth = 0
    private var fed = 0
    private var failure: XMLError?
    private var names: Set<String> = []

    /// Creates a reader for one document.
    ///
    /// - Parameters:
    ///   - sink: Receives the elements; must live at least as long as the reader.
    ///   - depth: The largest nesting depth of elements.
    /// - Throws: `XMLError` if there is no memory.
    public init(_ sink: any XMLSink, depth: Int) throws(XMLError) {
        guard let parser = XML_ParserCreate(nil) else { throw XMLError("no memory to read XML") }
        (self.sink, self.parser, limit) = (sink, parser, depth)
        // Unretained: this object owns the parser, which calls back only within `read`.
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            XMLReader.from(context)?.refuse("a document type declaration (<!DOCTYPE …>); files with one are not read")
        }
        XML_SetElementHandler(
            parser,
            { context, name, attributes in XMLReader.from(context)?.begin(name, attributes) },
            { context, _ in XMLReader.from(context)?.end() })
        XML_SetCharacterDataHandler(parser) { context, text, count in XMLReader.from(context)?.text(text, count) }
    }

    deinit { XML_ParserFree(parser) }

    /// Reads the next part of the document.
    ///
    /// - Parameters:
    ///   - bytes: The next part of the document.
    ///   - isLast: True if nothing follows.
    /// - Throws: `XMLError` if the document is not well-formed, exceeds a limit, or the sink threw an error.
    public func read(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(XMLError) {
        var rest = bytes
        repeat {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.piece))
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
            try readPiece(piece, isLast: isLast && rest.isEmpty)
        } while !rest.isEmpty
    }

    /// Reads a complete document.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - sink: Receives the elements.
    ///   - depth: The largest nesting depth of elements.
    /// - Throws: `XMLError`, like `read(_:isLast:)`.
    public static func read(_ bytes: [UInt8], into sink: any XMLSink, depth: Int) throws(XMLError) {
        let reader = try XMLReader(sink, depth: depth)
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(XMLError) in try reader.read(bytes, isLast: true) }
        }
        try result.get()
    }

    private func readPiece(_ piece: UnsafeRawBufferPointer, isLast: Bool) throws(XMLError) {
        fed += piece.count
        // libexpat reads the piece during the call and copies what it keeps.
        let start = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
        let status = XML_Parse(parser, start, Int32(piece.count), isLast ? 1 : 0)
        if let failure { throw failure }
        guard status == XML_STATUS_OK else {
            let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "no XML"
            throw here("not well-formed XML: \(words)")
        }
        // libexpat scans an incomplete tag again with each piece until the tag ends.
        guard fed - Int(XML_GetCurrentByteIndex(parser)) <= Self.longestTag + Self.piece else {
            throw here("a tag or comment of more than \(Self.longestTag) bytes")
        }
    }
}

extension XMLReader {
    /// The reader that the parser was given. It owns the parser, so it is alive during a callback.
    private static func from(_ context: UnsafeMutableRawPointer?) -> XMLReader? {
        context.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func here(_ reason: String) -> XMLError {
        XMLError(
            reason, line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
    }

    private func refuse(_ reason: String) {
        guard failure == nil else { return }
        failure = here(reason)
        XML_StopParser(parser, 0)
    }

    private func begin(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard failure == nil, let name else { return }
        depth += 1
        guard depth <= limit else { return refuse("elements are nested more than \(limit) levels deep") }
        var next = attributes
        while let pair = next, let attribute = pair[0] {
            guard note(String(cString: attribute)) else { return }
            next = pair + 2
        }
        let element = String(cString: name)
        guard note(element) else { return }
        attempt { try sink.begin(element, XMLAttributes(start: attributes)) }
    }

    /// - Returns: False if the document has too many names or too long a name.
    private func note(_ name: String) -> Bool {
        guard !names.contains(name) else { return true }
        names.insert(name)
        if name.utf8.count > Self.longestName { refuse("a name of more than \(Self.longestName) bytes") }
        if names.count > Self.mostNames { refuse("more than \(Self.mostNames) different names") }
        return failure == nil
    }

    private func end() {
        depth -= 1
        attempt { try sink.end() }
    }

    private func text(_ text: UnsafePointer<CChar>?, _ count: Int32) {
        guard let text else { return }
        text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { start in
            attempt { try sink.text(UnsafeBufferPointer(start: start, count: Int(count))) }
        }
    }

    private func attempt(_ work: () throws -> Void) {
        guard failure == nil else { return }
        do { try work() } catch { refuse("\(error)") }
    }
}
