import CAppGroupCurl

/// Why an answer did not come, or is incomplete.
public enum TransferFailure: Error, Sendable, Hashable {
    /// libcurl cannot be used on this machine.
    case unavailable
    /// The system has no thread left for the transfer.
    case noThread
    /// The name of the server, or of the proxy, is unknown.
    case noHost, noProxyHost
    /// The server refuses connections.
    case refusedConnection
    /// No connection was established in time: none to the server, none by the proxy, or none that is encrypted. A
    /// proxy that refuses connections is silent, too.
    case silentServer, silentProxy, silentEncryption
    /// The proxy wants other credentials.
    case proxyCredentials
    /// The proxy does not allow the connection, or is no HTTP proxy.
    case refusedByProxy
    /// The proxy says that it can't reach the server at the moment, or is busy.
    case unreachableByProxy
    /// The connection was cut.
    case cut
    /// The connection was cut before it was encrypted, by accident or by a server that does not want it.
    case cutHandshake
    /// The server stopped sending, or stopped taking.
    case silent
    /// The certificate is for another name.
    case otherName
    /// The certificate has expired, or its time has not begun.
    case expired, notYetValid
    /// No trusted authority signed the certificate, or it is not valid for another reason.
    case untrusted
    /// The bytes that came are not TLS, or were changed on their way.
    case brokenEncryption
    /// The bytes that came are not HTTP.
    case nonsense
    /// The body cannot be decompressed.
    case badCompression
    /// Another failure, in libcurl's words.
    case other(String)

    /// Reads what libcurl reported about the last transfer of a handle.
    /// - Parameters:
    ///   - code: Any code but success.
    ///   - isSecure: Whether the connection was to be encrypted.
    init(_ code: CURLcode, _ handle: CurlHandle, isSecure: Bool, through proxy: Proxy) {
        let proxyStatus = handle.number(CURLINFO_HTTP_CONNECTCODE)
        switch proxyStatus {
        case 0, 200..<300: break
        case 407:
            self = .proxyCredentials
            return
        case 502, 503, 504:
            self = .unreachableByProxy
            return
        default:
            self = .refusedByProxy
            return
        }
        let hasAnswered = handle.number(CURLINFO_RESPONSE_CODE) != 0
        let hasAsked = handle.number(CURLINFO_REQUEST_SIZE) != 0
        // In a tunnel that an earlier transfer made, the proxy has no status. If that tunnel was cut, and libcurl could not connect
        // to the proxy again, it counts no connection either.
        let isReused = hasAsked && handle.number(CURLINFO_NUM_CONNECTS) == 0 && code != CURLE_COULDNT_CONNECT
        let isProxied = if case .http = proxy { isSecure && proxyStatus == 0 && !isReused } else { false }
        let isTunnelUnused = proxyStatus != 0 && !handle.hasEncrypted
        let isEnded = !handle.wasOpen
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: self = .noHost
        case CURLE_COULDNT_RESOLVE_PROXY: self = .noProxyHost
        case CURLE_COULDNT_CONNECT: self = isProxied ? .silentProxy : .refusedConnection
        case CURLE_OPERATION_TIMEDOUT:
            if hasAnswered || hasAsked && !isProxied {
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
            self = .init(verification: handle.number(CURLINFO_SSL_VERIFYRESULT))
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            if isProxied || isTunnelUnused {
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

    /// The fault of a certificate.
    /// - Parameter result: OpenSSL's number: 9 is `X509_V_ERR_CERT_NOT_YET_VALID`, and 10 `X509_V_ERR_CERT_HAS_EXPIRED`. libcurl
    ///   checks the name itself, after OpenSSL found nothing (0), and uses 1 for what is not known.
    private init(verification result: Int) {
        switch result {
        case ...1: self = .otherName
        case 9: self = .notYetValid
        case 10: self = .expired
        default: self = .untrusted
        }
    }
}
