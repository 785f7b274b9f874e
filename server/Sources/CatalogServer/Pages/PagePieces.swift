/// The page of a catalog in pieces: what comes before the list, each package, and what comes after it. Each piece is rendered when
/// its turn comes, because a page with many packages is large.
struct PagePieces: Sequence, IteratorProtocol {
    private let templates: PageTemplates
    private var page: CatalogPage
    private var packages: AnyIterator<CatalogPage.Package>
    private var part = Part.start

    private enum Part {
        case start, packages, end
    }

    init(_ page: CatalogPage, from templates: PageTemplates) {
        (self.page, self.templates) = (page, templates)
        packages = AnyIterator(page.packages.makeIterator())
    }

    mutating func next() -> String? {
        switch part {
        case .start:
            part = .packages
            return around.start
        case .packages:
            guard let package = packages.next() else {
                part = .end
                return around.end
            }
            if package.newest?.command != nil { page.explainsCommands = true }
            return templates.render(.package, package)
        case .end: return nil
        }
    }

    /// The text around the list.
    private var around: (start: String, end: String) {
        let text = templates.render(.catalog, page)
        let parts = text.split(separator: "\(CatalogPage.mark)\n", maxSplits: 1, omittingEmptySubsequences: false)
        return ("\(parts[0])", parts.count > 1 ? "\(parts[1])" : "")
    }
}
