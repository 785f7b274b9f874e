import AppGroupText
import TestSupport
import Testing

@Suite("Escaping") struct EscapingTests {
    @Test("A mark is escaped even if combining marks after it make it part of another character")
    func combiningMarks() {
        #expect("'\u{301}".escaping(["'": #"'\''"#]) == #"'\''"# + "\u{301}")
        #expect("a\r\nb".escaping(["\n": #"\n"#]) == "a\r" + #"\nb"#)
        #expect("<b>&".escaping(["<": "&lt;", ">": "&gt;", "&": "&amp;"]) == "&lt;b&gt;&amp;")
        #expect("".escaping(["a": "b"]).isEmpty)
    }

    @Test("In any text, exactly the marks are replaced, and a replacement is not replaced again")
    func anyText() {
        var source = RandomSource(seed: 7)
        let scalars: [Unicode.Scalar] = ["'", "\\", "a", "\u{301}", "\u{20DD}", "\u{200D}", "\r", "\n", "漢"]
        for _ in 0..<1000 {
            let text = (0..<Int.random(in: 0...8, using: &source)).map { _ in source.pick(scalars) }
            let escaped = String(String.UnicodeScalarView(text)).escaping(["'": #"\'"#, "\\": #"\\"#])
            var read: [Unicode.Scalar] = []
            var rest = Array(escaped.unicodeScalars)[...]
            while let scalar = rest.popFirst() {
                #expect(scalar != "'")
                if scalar == "\\", let marked = rest.popFirst() { read.append(marked) } else { read.append(scalar) }
            }
            #expect(read == text)
        }
    }
}
