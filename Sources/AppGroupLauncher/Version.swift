/// The release that this program is.
enum Version {
    static let current = "0.1.0"
}
