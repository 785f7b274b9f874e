/// What a file is, as far as its name says.
enum FileKind: String, CaseIterable, Sendable {
    /// Something to read.
    case document
    /// Something to look at or to listen to.
    case multimedia
    case other

    init(name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let ending = parts.count > 1 ? parts.last?.lowercased() ?? "" : ""
        self = Self.documents.contains(ending) ? .document : Self.media.contains(ending) ? .multimedia : .other
    }

    private static let documents: Set<String> = [
        "pdf", "txt", "text", "md", "markdown", "rst", "tex", "html", "htm", "xhtml", "mhtml", "rtf", "doc", "docx",
        "odt",
        "pages", "xls", "xlsx", "ods", "numbers", "csv", "tsv", "ppt", "pptx", "odp", "key", "epub", "djvu", "ps",
        "eml",
        "msg", "xml", "json",
    ]

    private static let media: Set<String> = [
        "png", "jpg", "jpeg", "gif", "webp", "avif", "heic", "heif", "bmp", "tif", "tiff", "svg", "ico", "mp3", "m4a",
        "aac",
        "ogg", "oga", "opus", "flac", "wav", "aiff", "wma", "mid", "mp4", "m4v", "mkv", "webm", "mov", "avi", "mpg",
        "mpeg",
        "ogv", "wmv", "3gp",
    ]

    /// The heading above such files.
    var heading: String {
        switch self {
        case .document: "Documents"
        case .multimedia: "Multimedia"
        case .other: "Other files"
        }
    }
}
