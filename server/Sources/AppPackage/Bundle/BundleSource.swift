/// Where an app bundle's files are read from: a package, or a folder.
protocol BundleSource {
    /// The name of the bundle's folder, such as `Rooms.app`.
    var folderName: String { get }

    /// The names and sizes in bytes of the files that lie directly in the bundle.
    func files() throws(PackageError) -> [String: UInt64]

    /// The bytes of a file of the bundle, links followed.
    ///
    /// - Parameters:
    ///   - name: Its path inside the bundle.
    ///   - limit: The most bytes that are wanted. A larger file is refused.
    /// - Returns: `nil` where there is no such file.
    func contents(of name: String, limit: Int) throws(PackageError) -> [UInt8]?

    /// The first bytes of a file of the bundle, links followed: at most `count`.
    ///
    /// - Returns: `nil` where there is no such file.
    func beginning(of name: String, count: Int) throws(PackageError) -> [UInt8]?
}
