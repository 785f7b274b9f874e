import Foundation
import SystemPackage

/// Opens the catalogue, and makes it first where there is none.
struct NewCatalog {
    let settings: Settings
    let hasher: PasswordHasher
    let first: FirstAdministratorOptions

    func open() async throws -> SQLiteCatalogStore {
        do {
            try FileManager.default.createDirectory(
                atPath: settings.folder.string, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw ServiceError(
                .permission, "The folder \(settings.folder) can't be made: \(error.localizedDescription)")
        }
        let store = try SQLiteCatalogStore(folder: settings.folder, group: settings.group)
        let service = AdministrationService(store: store, hasher: hasher, lifetime: settings.sessionLifetime)
        try await FirstAdministrator(service: service, options: first).makeIfNeeded()
        return store
    }
}
