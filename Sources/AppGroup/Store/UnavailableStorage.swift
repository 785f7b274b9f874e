/// Stands where an environment has no place for a store: every call says why.
struct UnavailableStorage: RegistryStorage {
    let reason: AppGroupError

    func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result { throw reason }
    func write<Result>(patience: Duration, _ body: (any RegistryWriter) throws -> Result) throws -> Result {
        throw reason
    }
    func version() throws -> StorageVersion { throw reason }
}
