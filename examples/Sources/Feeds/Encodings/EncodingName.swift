import ToolSupport

/// The names of encodings that HTTP and documents use.
enum EncodingName {
    /// The character set with a name, in whatever way it is written: browsers, Python and `iconv` have different names, and
    /// some names mean more in practice than they should (WHATWG, Encoding Standard, 4.2).
    static func charset(_ name: String) -> Charset? {
        let name = name.lowercased()
        for candidate in [usual[name], name, name.replacing("_", with: "-"), squeezed(name)].compactMap({ $0 }) {
            if let charset = Charset(candidate) { return charset }
        }
        return nil
    }

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

    private static let usual = [
        "iso-8859-1": "windows-1252", "iso8859-1": "windows-1252", "latin1": "windows-1252", "latin-1": "windows-1252",
        "iso-8859-9": "windows-1254", "iso-8859-11": "cp874", "windows-874": "cp874",
        "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "gb-2312": "gb18030", "euc-cn": "gb18030",
        "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "windows-31j": "cp932",
        "ks_c_5601-1987": "cp949", "euc-kr": "cp949", "korean": "cp949", "big5": "big5-hkscs",
        "macroman": "macintosh", "mac-roman": "macintosh", "mac_roman": "macintosh", "x-mac-roman": "macintosh",
        "maccentraleurope": "mac-centraleurope", "maclatin2": "mac-centraleurope", "maciceland": "mac-is",
        "cp_is": "cp861", "csibm861": "cp861", "maccyrillic": "mac-cyrillic", "x-mac-cyrillic": "mac-cyrillic",
        "koi8": "koi8-r",
        "koi": "koi8-r",
        "unicode": "utf-16", "unicodebig": "utf-16be", "win-1251": "windows-1251", "win1251": "windows-1251",
    ]
}
