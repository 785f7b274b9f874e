/// The names of encodings that HTTP and documents use.
enum EncodingName {
    /// Whether this is a name of UTF-8.
    static func isUTF8(_ name: String) -> Bool {
        ["utf8", "u8", "utf", "utf8ucs2", "utf8ucs4", "unicode11utf8", "xunicode20utf8", "cp65001"].contains(
            squeezed(name))
    }

    /// Whether many servers send this name without knowing the encoding.
    static func isThoughtless(_ name: String) -> Bool {
        ["iso88591", "latin1", "usascii", "ascii", "windows1252", "cp1252"].contains(squeezed(name))
    }

    private static func squeezed(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
