/// What the header of a part of a form says (RFC 7578, section 4).
struct MultipartHeader: Hashable, Sendable {
    /// The name of the field.
    let name: String
    /// What the file was called where it comes from; empty where nobody chose one, `nil` for a part that is no file.
    let fileName: String?

    init(name: String, fileName: String?) {
        self.name = name
        self.fileName = fileName
    }

    /// Reads the lines of a header.
    init(_ bytes: some Collection<UInt8>) throws(MultipartError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw MultipartError("The header of a part of the form is no UTF-8; name the file in another way.")
        }
        var disposition: ParameterizedValue?
        for line in text.unicodeScalars.split(separator: "\r\n".unicodeScalars) {
            guard let colon = line.firstIndex(of: ":") else {
                throw MultipartError(
                    "The header of a part of the form has a line without a colon; send the form again.")
            }
            guard Substring(line[..<colon]).lowercased() == "content-disposition" else { continue }
            guard disposition == nil else {
                throw MultipartError("A part of the form has two names; send the form again.")
            }
            disposition = ParameterizedValue(String(line[line.index(after: colon)...]))
        }
        guard let disposition, disposition.value == "form-data", let name = disposition["name"] else {
            throw MultipartError("A part of the form has no name; send the form again.")
        }
        self.init(name: name, fileName: disposition["filename"])
    }
}
