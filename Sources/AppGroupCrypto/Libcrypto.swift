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

/// libcrypto can't be loaded, has no memory, or refuses a function, as MD5 is refused where only those of FIPS 140 may be used.
public struct LibcryptoMissing: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that says what may be wrong.
    public var description: String {
        "libcrypto can't be used on this machine: OpenSSL is missing, or refuses a function that is needed."
    }
}
