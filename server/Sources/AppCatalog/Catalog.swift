/// Exactly what one user may have, as `GET /v1/catalog` answers.
///
/// The types of this module are what travels between server and client, no more: text in them is whatever the other side
/// sent. Who receives one checks it before anything is believed: the client in `TrustedCatalog`, the server where it makes its
/// own values of it. Names and meanings are a contract: `docs/json.md`. A field that is added later is optional, and one that
/// a reader does not know is passed over.
public struct Catalog: Codable, Hashable, Sendable {
    /// The version of this form; 1.
    public var version: Int
    /// The family that everything in it belongs to, such as `com.example.tools`.
    public var group: String
    /// The packages of which the user may have at least one release, by identifier.
    public var packages: [CatalogPackage]

    /// Makes a catalogue in the current form.
    public init(group: String, packages: [CatalogPackage]) {
        version = 1
        self.group = group
        self.packages = packages
    }
}
