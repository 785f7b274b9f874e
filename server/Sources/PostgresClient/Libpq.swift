import CLibpq
import Serving

/// libpq's functions.
typealias Libpq = appgroup_libpq

extension Libpq {
    /// libpq, loaded for the first database. It never changes afterwards.
    ///
    /// - Throws: `configuration` if it cannot be loaded.
    static func loaded() throws(ServiceError) -> Libpq {
        guard let library else {
            throw ServiceError(
                .configuration,
                "PostgreSQL can't be used because its client library libpq can't be loaded; install it (Debian: libpq5)."
            )
        }
        return library
    }

    private static let library: Libpq? = {
        var libpq = Libpq()
        return names.contains { appgroup_libpq_load(&libpq, $0) } ? libpq : nil
    }()

    /// The library on Linux, and where Homebrew puts it on macOS.
    private static let names = ["libpq.so.5", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib"]
}
