import Testing

@testable import AppGroupLauncher

struct KeyDecoderTests {
    @Test(
        "The bytes that a terminal sends are decoded into keys",
        arguments: [
            ("a", [.character("a")]), ("é日👩", [.character("é"), .character("日"), .character("👩")]),
            ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[1;5D", [.up, .down, .right, .left]),
            ("\u{1B}[H\u{1B}[4~\u{1B}[5~\u{1B}[6~\u{1B}[1~", [.home, .end, .pageUp, .pageDown, .home]),
            ("\r\n\u{7F}\u{8}", [.enter, .control("j"), .backspace, .backspace]), ("\u{1B}[Z", [.backTab]),
            (
                "\u{1B}[<0;1;2M\u{1B}[<0;1;2m\u{1B}[<2;80;24M\u{1B}[<64;5;5M\u{1B}[<65;5;5M",
                [
                    .mouse(MouseEvent(.left, row: 1, column: 0)),
                    .mouse(MouseEvent(.left, row: 1, column: 0, isReleased: true)),
                    .mouse(MouseEvent(.right, row: 23, column: 79)), .mouse(MouseEvent(.wheelUp, row: 4, column: 4)),
                    .mouse(MouseEvent(.wheelDown, row: 4, column: 4)),
                ]
            ), ("\u{1B}[<;;M\u{1B}[<0;0;0M\u{1B}[<1;2;2M\u{1B}[<99999999999999999999;1;1Mx", [.character("x")]),
            ("\u{3}\u{1A}\t", [.control("c"), .control("z"), .control("i")]),
            ("\u{1B}[200~x\u{1B}[201~", [.character("x")]), ("\u{0}", []),
            // The mouse of a terminal without mode 1006, and the keypad's Enter.
            ("\u{1B}[M !!\u{1B}[M`9.x\u{1B}OM", [.character("x"), .enter]),
            // F1 to F5 on Linux's console.
            ("\u{1B}[[A\u{1B}[[Ex", [.character("x")]),
            // Late answers of a slow terminal, which nothing is waiting for.
            (
                "\u{1B}_Gi=31;OK\u{1B}\\a\u{1B}]11;rgb:1/2/3\u{7}b\u{1B}P1+r436f=323536\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4cc",
                [.character("a"), .character("b"), .character("c")]
            ),
        ] as [(String, [Key])])
    func keys(text: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.keys(in: Array(text.utf8)) == keys)
        #expect(!decoder.isUndecided)
        // The same result if each byte arrives separately, as over a slow connection.
        #expect(text.utf8.flatMap { decoder.keys(in: [$0]) } == keys)
    }

    @Test(
        "Control characters in pasted text are no keys",
        arguments: [
            (
                "\u{1B}[200~a\rb\n\u{3}\t\u{7F}é\u{1B}[201~\r",
                [.character("a"), .character("b"), .character("é"), .enter]
            ),
            ("\u{1B}[200~a\u{1B}\u{1B}O\u{1B}[201~\r", [.character("a"), .character("O"), .enter]),
            ("\u{1B}\u{1B}[200~\r\u{1B}[201~\u{3}", [.control("c")]),
        ] as [(String, [Key])])
    func pasted(text: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.keys(in: Array(text.utf8)) == keys)
        #expect(text.utf8.flatMap { decoder.keys(in: [$0]) } == keys)
        #expect(!decoder.isUndecided)
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

    @Test("A BS byte is Ctrl-h if the terminal sends DEL for Backspace, and Backspace otherwise")
    func erase() {
        for (erase, key) in [(0x7F, .control("h")), (0x08, .backspace), (nil, .backspace)] as [(UInt8?, Key)] {
            var decoder = KeyDecoder(erase: erase)
            #expect(decoder.keys(in: [0x08, 0x7F]) == [key, .backspace])
        }
    }

    @Test("Invalid UTF-8 and endless sequences are dropped")
    func garbage() {
        var decoder = KeyDecoder()
        #expect(
            decoder.keys(in: [0xFF, 0x80, 0x61, 0xC0, 0xED, 0xA0, 0x80, 0x62]) == [.character("a"), .character("b")])
        #expect(decoder.keys(in: Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100)) == [])
        #expect(decoder.keys(in: Array("x".utf8)) == [.character("x")])
        for place in ["1;0", "0;1", "1;-1", "1;65536", "9223372036854775807;1", "1;9223372036854775807"] {
            #expect(decoder.keys(in: Array("\u{1B}[<0;\(place)M".utf8)) == [], "\(place)")
        }
        #expect(decoder.keys(in: Array("\u{1B}]".utf8) + Array(repeating: UInt8(ascii: "1"), count: 5000)) == [])
        #expect(decoder.keys(in: Array("x".utf8)) == [.character("x")])
    }
}
