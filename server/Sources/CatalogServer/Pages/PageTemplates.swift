import Mustache

/// The pages' templates, which are part of the program.
struct PageTemplates: Sendable {
    /// The names of the pages.
    enum Name: String, CaseIterable {
        case catalog, login, publish, problem
    }

    private let library: MustacheLibrary

    /// Reads the templates. Throws only where one of them has a mistake, which a test would show.
    init() throws {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        var library = MustacheLibrary()
        try library.register(Self.page(PackageResources.catalog_mustache), named: Name.catalog.rawValue)
        try library.register(Self.page(PackageResources.login_mustache), named: Name.login.rawValue)
        try library.register(Self.page(PackageResources.publish_mustache), named: Name.publish.rawValue)
        try library.register(Self.page(PackageResources.problem_mustache), named: Name.problem.rawValue)
        try library.register(Self.page(PackageResources.page_mustache), named: "page")
        self.library = library
    }

    /// A page with its contents.
    func render(_ name: Name, _ contents: some Sendable) -> String {
        library.render(contents, withTemplate: name.rawValue) ?? ""
    }

    private static func page(_ template: [UInt8]) -> String { "{{% CONTENT_TYPE: \(HTMLText.name)}}" + text(template) }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
