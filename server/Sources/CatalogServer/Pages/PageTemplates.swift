import Mustache

/// The templates of the pages, which are part of the program.
struct PageTemplates: Sendable {
    /// The names of the pages.
    enum Name: String, CaseIterable {
        case catalog, package, login, publish, problem
    }

    private let library: MustacheLibrary

    /// Reads the templates. Throws only if a template has a mistake, which a test would show.
    init() throws {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        var library = MustacheLibrary()
        try library.register(Self.page(PackageResources.catalog_mustache), named: Name.catalog.rawValue)
        try library.register(Self.page(PackageResources.package_mustache), named: Name.package.rawValue)
        try library.register(Self.page(PackageResources.login_mustache), named: Name.login.rawValue)
        try library.register(Self.page(PackageResources.publish_mustache), named: Name.publish.rawValue)
        try library.register(Self.page(PackageResources.problem_mustache), named: Name.problem.rawValue)
        try library.register(Self.page(PackageResources.page_mustache), named: "page")
        self.library = library
    }

    /// Renders a page with its contents.
    func render(_ name: Name, _ contents: some Sendable) -> String {
        library.render(contents, withTemplate: name.rawValue) ?? ""
    }

    private static func page(_ template: [UInt8]) -> String { "{{% CONTENT_TYPE: \(HTMLText.name)}}" + text(template) }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// Text within a page. Everything that HTML would interpret, in text or in an attribute, is escaped.
///
/// The template library's own escaping works on grapheme clusters. A quotation mark with a combining accent is a cluster that it
/// does not escape, and would end an attribute's value. So this works on Unicode scalars.
struct HTMLText: MustacheContentType {
    /// The name that templates use.
    static let name = "PAGE"

    func escapeText(_ text: String) -> String { Self.escape(text) }

    /// The text with `&`, `<`, `>`, `"` and `'` as references. Line feeds and tabs stay; other control characters become U+FFFD.
    static func escape(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            case "\n", "\t": result.append(scalar)
            case _ where scalar.properties.generalCategory == .control: result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
