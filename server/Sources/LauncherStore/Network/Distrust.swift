/// Why the other side of a connection is not known to be the server.
enum Distrust: Hashable {
    /// No authority that is trusted signed the certificate.
    case unknownAuthority
    /// The certificate is for another name.
    case otherName
    /// The certificate has expired, or its time has not begun.
    case expired, notYetValid
    /// The bytes that came are not TLS, or were changed on their way.
    case noEncryption

    /// The reason, and what the person can do, in sentences. Only what helps against this reason is in them.
    ///
    /// - Parameters:
    ///   - server: The server that was asked first.
    ///   - authorityFile: The certificates that are trusted beside those of the system.
    func words(about server: ServerAddress, trusting authorityFile: String?) -> String {
        switch self {
        case .unknownAuthority:
            let command = "launcher login \(server) --ca-file FILE"
            guard let authorityFile else {
                return "no trusted authority signed its certificate. If your company has its own authority: \(command)"
            }
            return "neither an authority in \(authorityFile) nor one of the system signed its certificate. If it has "
                + "another authority: \(command)"
        case .otherName: return "its certificate is for another name. Check the address, or tell its administrator."
        case .expired, .notYetValid:
            let reason = self == .expired ? "has expired" : "is not valid yet"
            return "its certificate \(reason), or the clock of this machine is wrong. Check the clock, or tell its "
                + "administrator."
        case .noEncryption:
            let advice =
                server.isLoopback ? "If it has no TLS: launcher login \(server.unencrypted)" : "Check the address."
            return "it does not speak TLS, or what it sent was changed on its way. \(advice)"
        }
    }
}
