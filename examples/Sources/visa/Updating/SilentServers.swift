import Downloading

/// The servers that did not answer during an update. Each is asked once: waiting for it again, for another number or file,
/// would hold up everything else.
final class SilentServers {
    private var failures: [String: DownloadError] = [:]

    /// Asks a server, unless it has not answered before.
    ///
    /// - Throws: The failure from before; what `body` throws.
    func ask<Answer>(_ address: WebAddress, _ body: () throws -> Answer) throws -> Answer {
        let server = "\(address.isSecure) \(address.host.lowercased())"
        if let failure = failures[server] { throw failure }
        do { return try body() } catch let error as DownloadError {
            // A redirect may have led to another server, which is the silent one.
            if error.isSilence, error.host?.lowercased() == address.host.lowercased() { failures[server] = error }
            throw error
        }
    }
}

extension DownloadError {
    /// Whether no answer began to arrive although there was time for it, or none can.
    fileprivate var isSilence: Bool {
        guard head == nil else { return false }
        switch failure {
        case .noHost, .noProxyHost, .refusedConnection, .silentServer, .silentProxy, .silentEncryption, .silent,
            .unreachableByProxy:
            return true
        default: return false
        }
    }
}
