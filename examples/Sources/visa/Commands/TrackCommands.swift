import ArgumentParser
import Downloading
import ToolProgram

struct TrackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "Start tracking a number. Then visa update looks for it.",
        discussion: """
            Options that you leave out are taken from the last number that was added. Adding a number again changes \
            its options and keeps what is known about it. An empty text removes a source, a service or a label.

            The presets are london (eleven digits that begin with a 2; number, status, date) and ireland (eight digits; \
            number, decision; the address of the PDF changes every week).

            If a service is set, it is asked first. The PDF is read if the service fails or doesn't know the number. \
            The service answers with JSON: {"status":"…","date":"…"}.
            """
    )

    @Argument(help: "The number. Spaces in it are ignored.")
    var number: [String]

    @Option(help: "The address of the PDF.")
    var source: String?

    @Option(help: "The address of a service, with {number} in it.")
    var service: String?

    @Option(help: "The form of the table.")
    var preset: Preset?

    @Option(help: "A regular expression that matches a whole number.")
    var pattern: String?

    @Option(help: "The columns of number, status and date, such as 1,2,3; or of number and status, such as 1,2.")
    var columns: String?

    @Option(help: "A name for the application, such as the applicant's.")
    var label: String?

    func validate() throws {
        if preset != nil, pattern != nil { throw ValidationError("Use either --preset or --pattern, not both.") }
    }

    func run() throws {
        let number = try ApplicationNumber(typed: number)
        let file = try TrackingFile()
        var before: String?
        let list = try file.change { list in
            let known = list.applications.first { $0.number == number }
            before = known?.source
            let model = known ?? list.applications.last
            var application = known ?? Application(number: number, form: Preset.london.form)
            application.form = try form(like: model)
            try application.form.check(number)
            application.source = try changed(checkedSource(), from: model?.source)
            application.service = try changed(checkedService(number), from: model?.service)
            application.label = changed(label, from: application.label)
            guard application.source != nil || application.service != nil else {
                throw ToolError.usage("Say where the table is published: --source URL")
            }
            // An update that is running has not looked there, so the next one doesn't share its result.
            if let known, !application.isSearched(like: known) { application.lastCheck?.update = 0 }
            list.applications.removeAll { $0.number == number }
            list.applications.append(application)
        }
        Membership.announce(list)
        console.say("\(number) is tracked. To look for it: visa update")
        if let before, !list.applications.contains(where: { $0.source == before }) { file.forget(before) }
    }

    private func form(like model: Application?) throws -> TableForm {
        var form = preset?.form ?? model?.form ?? Preset.london.form
        if let pattern {
            _ = try TableForm.expression(pattern)
            form.pattern = pattern
        }
        if let columns { form.columns = try TableForm.Columns(parsing: columns) }
        return form
    }

    /// The new value of an option: none if the text is empty, and the old one if there is no text.
    private func changed(_ text: String?, from old: String?) -> String? {
        guard let text else { return old }
        return text.isEmpty ? nil : text
    }

    private func checkedSource() throws -> String? {
        guard let source, !source.isEmpty else { return source }
        guard let address = WebAddress(source) else {
            throw ToolError.usage("“\(source)” is not an address such as https://example.org/decisions.pdf")
        }
        try Self.refuseUser(in: address)
        return source
    }

    private static func refuseUser(in address: WebAddress) throws {
        guard address.hasUser else { return }
        throw ToolError.usage("The address contains a user name, but visa stores no passwords. Give a public address.")
    }

    private func checkedService(_ number: ApplicationNumber) throws -> String? {
        guard let service, !service.isEmpty else { return service }
        guard let address = LookupService.address(service, number) else {
            throw ToolError.usage("“\(service)” is not an address such as https://example.org/status?number={number}")
        }
        try Self.refuseUser(in: address)
        return service
    }
}

struct UntrackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "untrack",
        abstract: "Forget a number and everything known about it."
    )

    @Argument(help: "A tracked number.")
    var number: [String]

    func run() throws {
        let number = try ApplicationNumber(typed: number)
        let file = try TrackingFile()
        var removed: Application?
        let list = try file.change { list in
            removed = list.applications.remove(at: try list.index(of: number))
        }
        Membership.announce(list)
        guard let removed else { return }
        console.say("\(removed.number) is no longer tracked.")
        if let source = removed.source, !list.applications.contains(where: { $0.source == source }) {
            file.forget(source)
        }
    }
}

extension Preset: ExpressibleByArgument {}

extension TableForm.Columns {
    /// Parses two or three places, such as `1,2,3`.
    fileprivate init(parsing text: String) throws(ToolError) {
        let places = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard (2...3).contains(places.count), places.allSatisfy({ (1...TableForm.columnLimit).contains($0) }),
            Set(places).count == places.count
        else { throw .usage("“\(text)” is not a list of columns such as 1,2,3 or 1,2") }
        self.init(number: places[0], status: places[1], date: places.count == 3 ? places[2] : nil)
    }
}
