import Testing

@testable import MailReading

@Suite("Encoded words")
struct EncodedWordTests {
    @Test(
        "Encoded words are decoded",
        arguments: [
            ("=?utf-8?B?R3LDvMOfZQ==?=", "Grüße"), ("=?UTF-8?b?R3LDvMOfZQ?=", "Grüße"),
            ("=?iso-8859-1?Q?Gr=FC=dfe_?=", "Grüße "), ("a =?utf-8?q?b?= c", "a b c"),
            ("=?koi8-r?B?98XSwQ==?=", "Вера"), ("=?gb18030?B?wO7EyA==?=", "李娜"),
            ("=?ks_c_5601-1987?B?jGO55g==?=", "똠방"), ("=?gb2312?B?1uzpRrv5?=", "朱镕基"),
            ("=?x-mac-roman?B?R3Kfp2U=?=", "Grüße"), ("=?iso-8859-8-i?B?+ezl7Q==?=", "שלום"),
            ("=?iso-8859-8-e?B?+ezl7Q==?=", "שלום"), ("=?ISO-8859-1?B?k4CU?=", "“€”"), ("=?shift_jis?B?h0A=?=", "①"),
            ("=?us-ascii*en-US?Q?Keith_Moore?=", "Keith Moore"), ("=?utf-8?q??=", ""),
            ("x=?utf-8?q?y?=z", "xyz"), ("=?utf-8?q?a=b=ZZ?=", "a=b=ZZ"), ("=?utf-8?q?a=?=", "a"),
        ])
    func areDecoded(field: String, text: String) {
        #expect(field.decodingEncodedWords == text)
    }

    @Test(
        "Adjacent encoded words are joined",
        arguments: [
            ("=?utf-8?q?a?= =?utf-8?q?b?=", "ab"), ("=?utf-8?q?a?=  =?iso-8859-1?q?=E4?= c", "aä c"),
            ("=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"), ("=?utf-8?q?a_?= =?utf-8?q?b?=", "a b"),
            ("=?utf-8?Q?=C3?= =?UTF-8?B?vA==?=", "ü"), ("=?utf-8?Q?=F0=9F?= =?utf-8?Q?=9B?= =?utf-8?Q?=A0?=", "🛠"),
        ])
    func areJoined(field: String, text: String) {
        #expect(field.decodingEncodedWords == text)
    }

    @Test(
        "Malformed encoded words and those in an unknown character set stay unchanged",
        arguments: [
            "=?", "=?=", "=?utf-8?", "=?utf-8?q?", "=?utf-8?q?x", "=?utf-8?q?x?", "=?utf-8?q?x? =", "=?utf-8?x?abc?=",
            "=?utf-8?B?a?=", "=?utf-8?B?!!!!?=", "=??q?x?=", "=?no-such-set?q?x?=", "=?../../etc?q?x?=",
            "=?utf-8//TRANSLIT?q?x?=", "=?no-such-set?q?x?= =?no-such-set?q?y?=", "",
        ])
    func malformedStay(field: String) {
        #expect(field.decodingEncodedWords == field)
    }

    @Test("Bytes that can't be decoded become replacement characters")
    func replaceBytes() {
        #expect("=?utf-8?q?a=FFb?=".decodingEncodedWords == "a\u{FFFD}b")
        #expect("=?shift_jis?q?=82?=".decodingEncodedWords == "\u{FFFD}")
    }

    @Test("The last letter survives in a character set that holds letters back for accents")
    func lastLetterIsKept() {
        #expect("=?windows-1258?q?Vi=EAt_a?=".decodingEncodedWords == "Viêt a")
    }
}
