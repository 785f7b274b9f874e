import AppGroup

/// Where the catalogue's data lives. The behaviour that every implementation owes is written in `CatalogStoreTests`.
///
/// Each change is one transaction together with its entry in the audit log: both are there afterwards, or neither. A change
/// that returned is durable. Other processes may change the same data at any time.
protocol CatalogStore: AccountStore, SessionStore, GrantStore, ReleaseStore, AuditStore {
    /// The family to which everything in it belongs.
    var group: GroupID { get }

    /// 256 random bits, made when the catalogue was: what signs links.
    var signingKey: [UInt8] { get }

    /// What the counter of changes is now, read from the data itself.
    func generation() async throws -> Generation

    /// Throws where the data can't be read.
    func check() async throws

    /// Writes a copy of everything into a file, while others read and write.
    func backUp(to path: String) async throws

    /// Lets go of it. Nothing else may be asked afterwards.
    func close() async throws
}
