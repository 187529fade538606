// SPDX-License-Identifier: Apache-2.0

public import CCurl

/// A transfer of libcurl with what it must not outlive: its headers and its words of failure. Belongs to one thread.
public final class CurlHandle {
    /// libcurl's easy handle, for its functions. It is valid while this object lives, which frees it.
    public let pointer: UnsafeMutableRawPointer
    /// Takes a line of the answer's head, its end included. The bytes are libcurl's and valid during the call.
    public var takeHead: ((UnsafeRawBufferPointer) -> Void)?
    /// Takes a part of the answer's body; false ends the transfer. The bytes are libcurl's and valid during the call.
    public var takeBody: ((UnsafeRawBufferPointer) -> Bool)?

    /// libcurl reads the list during transfers; `deinit` frees it after the handle.
    private var headers: UnsafeMutablePointer<curl_slist>?
    /// libcurl writes its words here; `deinit` frees the memory after the handle.
    private let error: UnsafeMutablePointer<CChar>

    /// A handle without signals, for TLS 1.2 and newer with the server's certificate verified; nil where there is no
    /// memory.
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

    /// Sets an option of a number, or of yes (1) and no (0).
    public func set(_ option: CURLoption, _ value: Int) { _ = gnss_curl_set_long(pointer, option, value) }

    /// Sets an option of a text, which is copied.
    public func set(_ option: CURLoption, _ text: String) { _ = gnss_curl_set_text(pointer, option, text) }

    /// Sets an option of bytes, which are copied.
    public func set(_ option: CURLoption, blob: some Sequence<UInt8>) {
        _ = Array(blob).withUnsafeBytes { gnss_curl_set_blob(pointer, option, $0.baseAddress, $0.count) }
    }

    /// Sets the headers of the request, each `Name: value`.
    public func setHeaders(_ lines: [String]) {
        for line in lines { headers = curl_slist_append(headers, line) ?? headers }
        _ = gnss_curl_set_list(pointer, CURLOPT_HTTPHEADER, headers)
    }

    /// A number that libcurl knows of the transfer, 0 where it does not.
    public func number(_ information: CURLINFO) -> Int {
        var number = 0
        _ = gnss_curl_get_long(pointer, information, &number)
        return number
    }

    /// A large number that libcurl knows of the transfer, 0 where it does not.
    public func offset(_ information: CURLINFO) -> Int64 {
        var number: curl_off_t = 0
        _ = gnss_curl_get_offset(pointer, information, &number)
        return Int64(number)
    }

    /// A text that libcurl knows of the transfer.
    public func text(_ information: CURLINFO) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        _ = gnss_curl_get_text(pointer, information, &text)
        return text.map { String(cString: $0) }
    }

    /// libcurl's own words for what went wrong; empty where it has none.
    public var words: String { String(cString: error) }

    /// The status of the last answer of HTTP, 0 if absent.
    public var status: Int { number(CURLINFO_RESPONSE_CODE) }

    private func setCallbacks() {
        // Unretained: libcurl calls back only during transfers, and `deinit` ends the handle before this object is
        // gone.
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
