/// The smallest part of PDF's syntax that means something: a plain value, which owns no memory.
enum Token {
    case integer(Int)
    case real(Double)
    /// Where its lexer has the bytes: ``Lexer/text(_:)``.
    case string(Range<Int>)
    /// Where its lexer has the bytes: ``Lexer/text(_:)``.
    case name(Range<Int>)
    case keyword(Keyword)
    case arrayStart, arrayEnd, dictionaryStart, dictionaryEnd
    /// The bytes end, perhaps within a token.
    case end
}
