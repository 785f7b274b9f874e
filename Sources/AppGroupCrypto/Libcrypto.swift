package import CAppGroupCrypto

/// OpenSSL's libcrypto, loaded when it is first needed.
package enum Libcrypto {
    /// Its functions; `nil` if it cannot be loaded. They never change afterwards.
    package static let functions: appgroup_crypto? = {
        var crypto = appgroup_crypto()
        return appgroup_crypto_load_any(&crypto) ? crypto : nil
    }()

    /// Its functions, for what cannot do without.
    package static func required() throws(LibcryptoMissing) -> appgroup_crypto {
        guard let functions else { throw LibcryptoMissing() }
        return functions
    }
}

/// libcrypto cannot be loaded, or has no memory.
package struct LibcryptoMissing: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String { "libcrypto can't be loaded on this machine; install OpenSSL." }
}
