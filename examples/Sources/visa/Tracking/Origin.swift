/// Who says what became of a number.
enum Origin: String, Codable, CodingKeyRepresentable {
    case service
    case table
}
