extension CatalogOptions {
    /// Opens the catalogue for one command, and lets go of it afterwards.
    func administering<Value: Sendable>(
        _ body: (AdministrationService) async throws -> Value
    ) async throws -> Value {
        let settings = try await settings()
        let store = try SQLiteCatalogStore(folder: settings.folder, group: nil)
        let hasher = PasswordHasher(width: 1)
        let service = AdministrationService(store: store, hasher: hasher, lifetime: settings.sessionLifetime)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(service))
        } catch {
            result = .failure(error)
        }
        await hasher.shutDown()
        try await store.close()
        return try result.get()
    }
}
