package import AppGroup
import AppGroupPlatform

/// The user's own default applications, in `mimeapps.list`. `xdg-mime` sets them; only what it cannot do is done here.
package struct DefaultApplications: Sendable {
    private let environment: ProcessEnvironment
    private let path: String

    /// - Parameter configHome: The user's folder of settings.
    package init(in configHome: String, environment: ProcessEnvironment) {
        self.environment = environment
        path = "\(configHome)/mimeapps.list"
    }

    /// What the user has chosen; nothing if the list is missing or unreadable.
    var list: MimeAppsList { MimeAppsList((try? Files.contents(of: path, limit: Self.limit)) ?? []) }

    private static let limit = 16 << 20

    private var isLink: Bool { (try? Files.status(path, followingLinks: false).kind) == .link }

    /// Makes an entry the default handler of schemes.
    ///
    /// - Throws: ``AppGroupError`` if it does not become the handler of each of them.
    package func set(_ id: String, for schemes: [URLScheme]) throws {
        guard !isSet(id, for: schemes) else { return }
        // In the place of a link, xdg-mime would put a file.
        guard !isLink else {
            return try change { list in
                for scheme in schemes { list.set(scheme, to: id) }
            }
        }
        if Files.exists(path) { _ = try writableFile() }
        guard let tool = environment.executable(named: "xdg-mime") else {
            throw AppGroupError(
                .notFound,
                "\(id) was not made the default handler of \(schemes[0]), because xdg-mime is not in PATH. Install it (Debian: "
                    + "xdg-utils), then try again.")
        }
        let outcome = try? Processes.run(
            Processes.Program(
                executable: tool, arguments: ["default", id] + schemes.map(\.mimeType), environment: environment),
            timeout: .seconds(30))
        // It says nothing if it could not write.
        guard outcome?.mayHaveSucceeded == true, isSet(id, for: schemes) else {
            let reason = PlainText.harmless(
                (outcome?.errors ?? "").split(whereSeparator: \.isNewline).joined(separator: " "))
            throw AppGroupError(
                .inputOutput,
                "xdg-mime could not make \(id) the default handler of \(schemes[0]): "
                    + (reason.isEmpty
                        ? "\(PlainText.harmless(path)) is as it was. See that it can be written." : reason))
        }
    }

    private func isSet(_ id: String, for schemes: [URLScheme]) -> Bool {
        let list = list
        return schemes.allSatisfy { list.handler(of: $0) == id }
    }

    /// Restores the earlier handlers of a scheme, unless the user has chosen another one than the entry in the meantime; `nil` for
    /// none.
    func restore(_ scheme: URLScheme, from id: String, to earlier: String?) throws {
        guard list.handler(of: scheme) == id else { return }
        try change { list in
            // The user may choose another one at this moment.
            if list.handler(of: scheme) == id { list.restore(scheme, to: earlier) }
        }
    }

    /// Writes a changed list. A link stays, and its target gets the text.
    ///
    /// - Parameter body: Changes the list, and does so again if another program writes the list meanwhile: no program locks it, and
    ///   until the new one is on the disk, the user may have chosen a handler elsewhere.
    func change(_ body: (inout MimeAppsList) -> Void) throws {
        try describingErrors("The list of default applications", name) {
            while true {
                let target = try writableFile()
                let before = try Files.contents(of: target, limit: Self.limit)
                var list = MimeAppsList(before)
                body(&list)
                guard list.bytes != before else { return }
                // Most likely, xdg-mime created the file. A link is the user's.
                if list.isEmpty, !isLink { return try Files.remove(path) }
                let isDone = try Files.replace(
                    target, with: list.bytes, permissions: try Files.status(target).permissions, exactly: true,
                    // xdg-mime puts a file in the place of a link.
                    if: {
                        (try? Files.resolved(path)) == target
                            && (try? Files.contents(of: target, limit: Self.limit)) == before
                    })
                if isDone { return }
            }
        }
    }

    /// The list as a message names it: if it is a link, with the file that it leads to, or would lead to.
    private var name: String {
        guard isLink else { return path }
        return "\(path), a link to \((try? Files.resolved(path)) ?? (try? Files.target(ofLink: path)) ?? "nothing"),"
    }

    /// The file that is changed: the list, or what the link in its place leads to.
    ///
    /// - Throws: ``AppGroupError`` if it is no file, such as `/dev/null`, or if nobody may write it. It could still be
    ///   replaced, as `xdg-mime` does, but a program such as Home Manager relies on what it has generated.
    private func writableFile() throws -> String {
        let file = try Files.resolved(path)
        let status = try Files.status(file)
        guard status.kind == .file else {
            throw AppGroupError(
                .inputOutput,
                "The list of default applications \(PlainText.harmless(name)) is not a plain file. Put one in its place."
            )
        }
        guard status.permissions & 0o222 != 0 else {
            throw AppGroupError(
                .inputOutput,
                "The list of default applications \(PlainText.harmless(name)) is write-protected. Make it writable or, if a program "
                    + "such as Home Manager generates it, set the handlers there.")
        }
        return file
    }
}
