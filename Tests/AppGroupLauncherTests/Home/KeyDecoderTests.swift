import Testing

@testable import AppGroupLauncher

struct KeyDecoderTests {
    @Test(
        "The bytes that a terminal sends are decoded into keys",
        arguments: [
            ("a", [.character("a")]), ("é日👩", [.character("é"), .character("日"), .character("👩")]),
            ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[1;5D", [.up, .down, .right, .left]),
            ("\u{1B}[H\u{1B}[4~\u{1B}[5~\u{1B}[6~\u{1B}[1~", [.home, .end, .pageUp, .pageDown, .home]),
            ("\r\n\u{7F}\u{8}", [.enter, .enter, .backspace, .backspace]),
            ("\u{3}\u{1A}\t", [.control("c"), .control("z"), .control("i")]),
            ("\u{1B}[200~x\u{1B}[201~", [.character("x")]), ("\u{0}", []),
        ] as [(String, [Key])])
    func keys(text: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.keys(in: Array(text.utf8)) == keys)
        #expect(!decoder.isUndecided)
        // The same result if each byte arrives separately, as over a slow connection.
        #expect(text.utf8.flatMap { decoder.keys(in: [$0]) } == keys)
    }

    @Test(
        "Alt does not change keys with a sequence, and a character with Alt is ignored",
        arguments: [
            ("\u{1B}\u{1B}[A\u{1B}\u{1B}OB\u{1B}[1;3C", [.up, .down, .right]), ("\u{1B}fx", [.character("x")]),
            ("\u{1B}éx\u{1B}日", [.character("x")]), ("\u{1B}\u{7F}\u{1B}\r", []),
            ("\u{1B}\u{1B}fx", [.escape, .character("x")]), ("\u{1B}\u{1B}\u{1B}[A", [.escape, .up]),
        ] as [(String, [Key])])
    func alt(text: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.keys(in: Array(text.utf8)) == keys)
        #expect(!decoder.isUndecided)
        #expect(text.utf8.flatMap { decoder.keys(in: [$0]) } == keys)
    }

    @Test("An Escape that nothing follows is a key, and half a sequence is not")
    func silence() {
        var decoder = KeyDecoder()
        for keys in [[.escape], [.escape, .escape]] as [[Key]] {
            #expect(decoder.keys(in: Array(repeating: 0x1B, count: keys.count)) == [] && decoder.isUndecided)
            #expect(decoder.keysOfSilence() == keys)
        }
        for key in ["[", "O"] {
            #expect(decoder.keys(in: Array("\u{1B}\(key)".utf8)) == [] && decoder.isUndecided)
            #expect(decoder.keysOfSilence() == [] && !decoder.isUndecided)
        }
        #expect(decoder.keys(in: [0xE6, 0x97]) == [] && decoder.isUndecided)
        #expect(decoder.keysOfSilence() == [] && !decoder.isUndecided)
    }

    @Test("Invalid UTF-8 and endless sequences are dropped")
    func garbage() {
        var decoder = KeyDecoder()
        #expect(
            decoder.keys(in: [0xFF, 0x80, 0x61, 0xC0, 0xED, 0xA0, 0x80, 0x62]) == [.character("a"), .character("b")])
        #expect(decoder.keys(in: Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100)) == [])
        #expect(decoder.keys(in: Array("x".utf8)) == [.character("x")])
    }
}
