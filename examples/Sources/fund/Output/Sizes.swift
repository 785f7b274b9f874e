/// Sizes of files, as people read them.
enum FileSize {
    /// A size such as `950 B`, `12 KB` or `3.4 MB`, in powers of a thousand.
    static func phrase(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) B" }
        var (value, units) = (bytes, ["KB", "MB", "GB", "TB"][...])
        // From here on, the size would be rounded to 1000 of its unit.
        while value >= 999_500, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        let tenths = (value + 50) / 100
        return tenths < 100
            ? "\(tenths / 10).\(tenths % 10) \(units.first!)" : "\((value + 500) / 1000) \(units.first!)"
    }
}

/// A number of things, such as `1 file` or `3 files`.
func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? singular : plural ?? "\(singular)s")"
}
