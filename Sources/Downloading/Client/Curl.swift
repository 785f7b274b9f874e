import AppGroupPlatform
import CAppGroupCurl

/// libcurl's functions.
typealias Curl = appgroup_curl

extension Curl {
    /// libcurl, loaded when it is first needed; nil if it cannot be loaded. It never changes afterwards.
    nonisolated(unsafe) static let loaded: Curl? = {
        var curl = Curl()
        let isReady =
            names.contains { appgroup_curl_load(&curl, $0) } && curl.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
        return isReady ? curl : nil
    }()

    /// The library with the stable interface, on Linux and on macOS.
    private static let names = ["libcurl.so.4", "libcurl.4.dylib"]

    /// The URL that a reference means in an answer from an address; nil if it means none.
    func resolve(_ reference: String, at address: WebAddress) -> String? {
        guard let resolved = appgroup_curl_resolve(self, address.description, reference) else { return nil }
        defer { self.free(resolved) }
        return String(cString: resolved)
    }
}

/// One of libcurl's easy handles, with the connections it keeps open.
///
/// Hence `@unchecked`: one thread at a time may use it, and its owner sees to that.
final class CurlHandle: @unchecked Sendable {
    let curl: Curl
    let pointer: UnsafeMutableRawPointer

    /// Outlives the pointer: libcurl closes connections when it frees a handle, and reports them here.
    private let sockets = UnsafeMutablePointer<appgroup_curl_sockets>.allocate(capacity: 1)

    /// Makes a handle; nil if libcurl cannot be loaded or has no memory.
    init?() {
        guard let curl = Curl.loaded, let pointer = curl.easy_init() else { return nil }
        self.curl = curl
        self.pointer = pointer
        sockets.initialize(to: appgroup_curl_sockets())
    }

    deinit {
        // An encrypted connection says goodbye to the server, which may be gone.
        ThisProcess.withoutBrokenPipeSignal { curl.easy_cleanup(pointer) }
        sockets.deallocate()
    }

    /// Forgets every option of the last transfer. Connections stay open.
    func reset() {
        curl.easy_reset(pointer)
        sockets.pointee.wasConnected = false
        sockets.pointee.wasOpen = false
        appgroup_curl_watch_sockets(curl, pointer, sockets)
    }

    /// Whether the server has sent bytes that libcurl has not read yet.
    var hasInput: Bool { appgroup_curl_has_input(sockets) }

    /// Whether the connection that was closed last had been established.
    var wasConnected: Bool { sockets.pointee.wasConnected }

    /// Whether the last transfer made a connection and encrypted it.
    var hasEncrypted: Bool { appgroup_curl_has_encrypted(curl, pointer) }

    /// Whether the server had not ended the connection that was closed last.
    var wasOpen: Bool { sockets.pointee.wasOpen }

    /// Waits until the connection can be read or written, or has ended.
    /// - Returns: False if that takes longer.
    func wait(toWrite isToWrite: Bool, until deadline: Deadline) -> Bool {
        !deadline.hasPassed && appgroup_curl_wait(sockets, isToWrite, deadline.pollMilliseconds)
    }

    func set(_ option: CURLoption, _ value: Int) { appgroup_curl_set_number(curl, pointer, option, value) }

    @discardableResult
    func set(_ option: CURLoption, _ value: String) -> Bool {
        appgroup_curl_set_text(curl, pointer, option, value) == CURLE_OK
    }

    /// - Returns: whether this version of libcurl knows the option.
    func set(_ option: CURLoption, copying bytes: [UInt8]) -> Bool {
        appgroup_curl_set_bytes(curl, pointer, option, bytes, bytes.count) == CURLE_OK
    }

    /// A number about the last transfer; 0 if this version of libcurl does not know it.
    func number(_ information: CURLINFO) -> Int {
        var value = 0
        appgroup_curl_get_number(curl, pointer, information, &value)
        return value
    }

    /// The server's certificate in PEM, if the last transfer made a connection and was asked to keep the certificate.
    var certificate: String? { appgroup_curl_certificate(curl, pointer).map { String(cString: $0) } }

    /// A text about the last transfer; nil if there is none.
    func text(_ information: CURLINFO) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard appgroup_curl_get_text(curl, pointer, information, &value) == CURLE_OK else { return nil }
        return value.map { String(cString: $0) }
    }
}
