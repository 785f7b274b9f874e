import AppCatalog

/// What the file of a release is called where somebody saves it: letters, digits, `.`, `-` and `_` of ASCII alone, so that it
/// needs no escaping in a header, a shell or a file system.
enum FileName {
    static func of(_ package: CatalogPackage, _ release: CatalogRelease) -> String {
        let version = release.version ?? release.build
        return [plain(package.id), version.map { plain($0) }].compactMap { $0 }.joined(separator: "-") + ".ipa"
    }

    private static func plain(_ text: String) -> String {
        let safe = text.unicodeScalars.map { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || ".-_".unicodeScalars.contains(scalar))
                ? Character(scalar) : "_"
        }
        return String(safe.prefix(100))
    }
}
