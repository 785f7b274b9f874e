/// Where a city's interface is (GET discovery, <https://wiki.open311.org/Service_Discovery/>).
public struct GeoDiscovery: Hashable, Sendable {
    /// One address of the interface.
    public struct Endpoint: Hashable, Sendable {
        /// Whether reports that are filed there count.
        public enum Kind: String, Sendable, CaseIterable { case production, test }

        /// The base of the paths `/services.xml` and the others.
        public var url: String
        /// When the interface changed, which is never in the future.
        public var changeset: GeoTime
        /// Whether reports count.
        public var kind: Kind
        /// Media types, such as `text/xml`.
        public var formats: [String]

        /// An address.
        public init(url: String, changeset: GeoTime, kind: Kind = .production, formats: [String]) {
            (self.url, self.changeset, self.kind, self.formats) = (url, changeset, kind, formats)
        }

        /// The namespace that says which version this is.
        public static let specification = "http://wiki.open311.org/GeoReport_v2"
    }

    /// When this document changed.
    public var changeset: GeoTime
    /// How to reach a person.
    public var contact: String
    /// How to get an API key.
    public var keyService: String
    /// The addresses.
    public var endpoints: [Endpoint]

    /// A city's interface.
    public init(changeset: GeoTime, contact: String, keyService: String, endpoints: [Endpoint]) {
        (self.changeset, self.contact, self.keyService, self.endpoints) = (changeset, contact, keyService, endpoints)
    }
}
