/// The smallest part of PDF's syntax that means something.
enum Token {
    case integer(Int)
    case real(Double)
    case string([UInt8])
    case name(String)
    case keyword(Keyword)
    case arrayStart, arrayEnd, dictionaryStart, dictionaryEnd
    /// The bytes end, perhaps within a token.
    case end
}
