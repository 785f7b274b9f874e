/// What `GET /v1/admin/packages` answers.
public struct PackageList: Codable, Hashable, Sendable {
    /// The version of this form; 1.
    public var version: Int
    /// By identifier.
    public var packages: [PackageDescription]

    /// Makes one in the current form.
    public init(packages: [PackageDescription]) {
        version = 1
        self.packages = packages
    }
}
