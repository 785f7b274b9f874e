import AppGroupText
import Mustache

/// The templates of the pages, which are part of the program.
struct PageTemplates: Sendable {
    /// The names of the pages.
    enum Name: String, CaseIterable {
        case catalog, package, login, publish, account, problem
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
        try library.register(Self.page(PackageResources.account_mustache), named: Name.account.rawValue)
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

    func escapeText(_ text: String) -> String { MarkupText(text).description }
}
