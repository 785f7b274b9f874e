extension Charset {
    /// The names under which `iconv` may know a character set that mail and documents call by a name in lowercase, the likeliest
    /// first. Browsers, Python and `iconv` have different names, and some names mean more in practice than they should (WHATWG,
    /// Encoding Standard, 4.2).
    static func names(for name: String) -> [String] {
        [usual[name], name, name.replacing("_", with: "-"), name.filter { $0.isLetter || $0.isNumber }]
            .compactMap(\.self)
    }

    private static let usual = [
        "iso-8859-1": "windows-1252", "iso8859-1": "windows-1252", "latin1": "windows-1252", "latin-1": "windows-1252",
        "iso-8859-8-i": "iso-8859-8", "iso-8859-8-e": "iso-8859-8", "iso-8859-9": "windows-1254",
        "iso-8859-11": "cp874", "windows-874": "cp874",
        "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "gb-2312": "gb18030", "euc-cn": "gb18030",
        "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "windows-31j": "cp932",
        "ks_c_5601-1987": "cp949", "euc-kr": "cp949", "korean": "cp949", "big5": "big5-hkscs",
        "macroman": "macintosh", "mac-roman": "macintosh", "mac_roman": "macintosh", "x-mac-roman": "macintosh",
        "maccentraleurope": "mac-centraleurope", "maclatin2": "mac-centraleurope", "maciceland": "mac-is",
        "cp_is": "cp861", "csibm861": "cp861", "maccyrillic": "mac-cyrillic", "x-mac-cyrillic": "mac-cyrillic",
        "koi8": "koi8-r", "koi": "koi8-r",
        "unicode": "utf-16", "unicodebig": "utf-16be", "win-1251": "windows-1251", "win1251": "windows-1251",
        // ASCII counts as UTF-8, since much mail claims to be ASCII and isn't.
        "utf8": "utf-8", "us-ascii": "utf-8", "ascii": "utf-8",
    ]
}
