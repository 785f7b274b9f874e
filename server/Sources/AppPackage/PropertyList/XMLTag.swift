/// The mark at the beginning or the end of an element.
struct XMLTag {
    enum Kind {
        /// `<name>`.
        case opening
        /// `</name>`.
        case closing
        /// `<name/>`, both at once.
        case empty
    }

    let name: String
    let kind: Kind
}
