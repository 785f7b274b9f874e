import CAppGroupCurl

/// What kept an answer from coming, or from coming whole.
public enum TransferFailure: Error, Sendable, Hashable {
    /// libcurl cannot be used on this machine.
    case unavailable
    /// The server's name, or the proxy's, is not known.
    case noHost, noProxyHost
    /// The server, or the proxy, does not let itself be connected to.
    case refusedConnection
    /// No connection was established in time: not at all, not by the proxy, or without encryption.
    case silentServer, silentProxy, silentEncryption
    /// The proxy wants other credentials.
    case proxyCredentials
    /// The proxy does not permit the connection, or is not an HTTP proxy.
    case refusedByProxy
    /// The connection was cut.
    case cut
    /// The connection was cut before it was encrypted: by an accident, or by a server that does not want it.
    case cutHandshake
    /// Nothing came any more, or nothing more was taken.
    case silent
    /// The certificate is for another name.
    case otherName
    /// The certificate is not vouched for, or is not valid.
    case untrusted
    /// What came is not TLS, or was changed on its way.
    case brokenEncryption
    /// What came is not HTTP.
    case nonsense
    /// What came cannot be decompressed.
    case badCompression
    /// Something else, in libcurl's words.
    case other(String)

    /// Reads what libcurl said of the last transfer of a handle.
    /// - Parameters:
    ///   - code: any but the one for success.
    ///   - isSecure: whether the connection was to be encrypted.
    init(_ code: CURLcode, _ handle: CurlHandle, isSecure: Bool, through proxy: Proxy) {
        let proxyStatus = handle.number(CURLINFO_HTTP_CONNECTCODE)
        if proxyStatus == 407 {
            self = .proxyCredentials
            return
        }
        if proxyStatus != 0, proxyStatus / 100 != 2 {
            self = .refusedByProxy
            return
        }
        let isProxied = if case .http = proxy { isSecure && proxyStatus == 0 } else { false }
        let isEnded = !handle.wasOpen
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: self = .noHost
        case CURLE_COULDNT_RESOLVE_PROXY: self = .noProxyHost
        case CURLE_COULDNT_CONNECT: self = .refusedConnection
        case CURLE_OPERATION_TIMEDOUT:
            if handle.number(CURLINFO_RESPONSE_CODE) != 0 || handle.number(CURLINFO_REQUEST_SIZE) != 0 && !isProxied {
                self = .silent
            } else if isProxied {
                self = .silentProxy
            } else {
                self = isSecure && handle.wasConnected ? .silentEncryption : .silentServer
            }
        case CURLE_SSL_CONNECT_ERROR:
            if handle.number(CURLINFO_OS_ERRNO) != 0 {
                self = .cut
            } else {
                self = isEnded ? .cutHandshake : .brokenEncryption
            }
        case CURLE_PEER_FAILED_VERIFICATION:
            self = handle.number(CURLINFO_SSL_VERIFYRESULT) > 1 ? .untrusted : .otherName
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            if isProxied {
                self = .refusedByProxy
            } else if isEnded || handle.number(CURLINFO_OS_ERRNO) != 0 {
                self = .cut
            } else {
                self = isSecure ? .brokenEncryption : .nonsense
            }
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_FAIL_REWIND: self = .cut
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: self = isProxied ? .refusedByProxy : .nonsense
        case CURLE_BAD_CONTENT_ENCODING: self = .badCompression
        default: self = .other(handle.curl.easy_strerror(code).map { String(cString: $0) } ?? "code \(code.rawValue)")
        }
    }
}
