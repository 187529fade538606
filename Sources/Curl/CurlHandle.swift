// SPDX-License-Identifier: Apache-2.0

public import CCurl

/// A libcurl transfer with the memory that libcurl uses during it: its headers and error text. Use it from one thread
/// only.
public final class CurlHandle {
    /// libcurl's easy handle. It is valid while this object lives, which frees it.
    public let pointer: UnsafeMutableRawPointer
    /// Called with a line of the answer's head, including the line end. The bytes belong to libcurl and are valid
    /// during the call.
    public var takeHead: ((UnsafeRawBufferPointer) -> Void)?
    /// Called with a part of the answer's body; returns false to end the transfer. The bytes belong to libcurl and are
    /// valid during the call.
    public var takeBody: ((UnsafeRawBufferPointer) -> Bool)?

    /// libcurl reads the list during transfers; `deinit` frees it after the handle.
    private var headers: UnsafeMutablePointer<curl_slist>?
    /// libcurl writes its error text here; `deinit` frees the memory after the handle.
    private let error: UnsafeMutablePointer<CChar>

    /// Creates a handle that uses no signals, requires TLS 1.2 or later, and verifies the server's certificate; nil if
    /// there is no memory.
    public init?() {
        guard let pointer = curl_easy_init() else { return nil }
        self.pointer = pointer
        error = .allocate(capacity: Int(CURL_ERROR_SIZE))
        error.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        _ = gnss_curl_set_pointer(pointer, CURLOPT_ERRORBUFFER, error)
        for (option, value) in [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_TCP_KEEPALIVE, 1), (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_SSLVERSION, 6),  // CURL_SSLVERSION_TLSv1_2, the oldest
        ] { set(option, value) }
        setCallbacks()
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(headers)
        error.deallocate()
    }

    /// Sets a numeric option, or a flag (1 for yes, 0 for no).
    public func set(_ option: CURLoption, _ value: Int) { _ = gnss_curl_set_long(pointer, option, value) }

    /// Sets a text option; libcurl copies the text.
    public func set(_ option: CURLoption, _ text: String) { _ = gnss_curl_set_text(pointer, option, text) }

    /// Sets a binary option; libcurl copies the bytes.
    public func set(_ option: CURLoption, blob: some Sequence<UInt8>) {
        _ = Array(blob).withUnsafeBytes { gnss_curl_set_blob(pointer, option, $0.baseAddress, $0.count) }
    }

    /// Adds headers to the request, each in the form `Name: value`.
    public func setHeaders(_ lines: [String]) {
        for line in lines { headers = curl_slist_append(headers, line) ?? headers }
        _ = gnss_curl_set_list(pointer, CURLOPT_HTTPHEADER, headers)
    }

    /// Returns a number about the transfer; 0 if unknown.
    public func number(_ information: CURLINFO) -> Int {
        var number = 0
        _ = gnss_curl_get_long(pointer, information, &number)
        return number
    }

    /// Returns a 64-bit number about the transfer; 0 if unknown.
    public func offset(_ information: CURLINFO) -> Int64 {
        var number: curl_off_t = 0
        _ = gnss_curl_get_offset(pointer, information, &number)
        return Int64(number)
    }

    /// Returns a text about the transfer; nil if unknown.
    public func text(_ information: CURLINFO) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        _ = gnss_curl_get_text(pointer, information, &text)
        return text.map { String(cString: $0) }
    }

    /// libcurl's error text; empty if none exists.
    public var words: String { String(cString: error) }

    /// libcurl's error text for the result of the transfer; its number if libcurl has no text.
    public func reason(for code: CURLcode) -> String {
        words.isEmpty ? "libcurl reports error \(code.rawValue)" : words
    }

    /// True if a line of the head, as `takeHead` gets it, is the empty one that ends the head of the final answer.
    public func endsHead(_ line: UnsafeRawBufferPointer) -> Bool {
        guard let first = line.first else { return false }
        return (first == 13 || first == 10) && status >= 200
    }

    /// The status of the last HTTP answer; 0 if none exists.
    public var status: Int { number(CURLINFO_RESPONSE_CODE) }

    private func setCallbacks() {
        // Unretained: libcurl makes callbacks only during transfers, and `deinit` ends the handle before this object is
        // freed.
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = gnss_curl_set_transfer(pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
            let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return handle.takeBody?(part) ?? true ? size * count : 0
        }
        _ = gnss_curl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
        _ = gnss_curl_set_transfer(pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
            handle.takeHead?(UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
        _ = gnss_curl_set_pointer(pointer, CURLOPT_HEADERDATA, context)
    }
}
