package import AppGroupCrypto
package import CAppGroupCrypto

extension Libcrypto {
    /// Its functions.
    ///
    /// - Throws: `configuration` if it cannot be loaded.
    package static func forServer() throws(ServiceError) -> appgroup_crypto {
        do { return try required() } catch { throw ServiceError(.configuration, error.description) }
    }
}
