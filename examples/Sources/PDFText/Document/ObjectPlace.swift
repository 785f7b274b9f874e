/// Where an object stands, as a cross-reference or a look through the file tells.
enum ObjectPlace {
    case offset(Int)
    /// The object with this index in the object stream with this number.
    case compressed(stream: Int, index: Int)
    /// It was deleted.
    case free
}
