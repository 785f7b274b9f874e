import AppGroupTerminal
import ArgumentParser
import Downloading

struct TrackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "Enters a number, once; visa update looks for it.",
        discussion: """
            What is not said is as for the number that was entered last. A number that is tracked already keeps what \
            is known of it and takes over what is said.

            The presets are london (eleven digits that begin with a 2; number, status, date) and ireland (eight \
            digits; number, decision; the PDF has another address every week).

            A service is asked first, and the PDF read where it fails or does not know the number. It answers with \
            JSON: {"status":"…","date":"…"}.
            """
    )

    @Argument(help: "The number as it was given; spaces in it mean nothing.")
    var number: [String]

    @Option(help: "The address of the PDF.")
    var source: String?

    @Option(help: "The address of a service, with {number} in it.")
    var service: String?

    @Option(help: "The form of the table: london or ireland.")
    var preset: Preset?

    @Option(help: "What a whole number looks like, as a regular expression.")
    var pattern: String?

    @Option(help: "The columns of number, status and date, from 1: 1,2,3; or of number and status: 1,2.")
    var columns: String?

    @Option(help: "A name for the application, such as that of a person.")
    var label: String?

    func validate() throws {
        if preset != nil, pattern != nil { throw ValidationError("Say --preset or --pattern, not both.") }
    }

    func run() throws {
        let number = try ApplicationNumber(typed: number)
        let list = try Store().change { list in
            let known = list.applications.first { $0.number == number }
            let model = known ?? list.applications.last
            var application = known ?? Application(number: number, form: Preset.london.form)
            application.form = try form(like: model)
            try application.form.check(number)
            application.source = try checkedSource() ?? model?.source
            application.service = try checkedService(number) ?? model?.service
            application.label = label ?? application.label
            guard application.source != nil || application.service != nil else {
                throw VisaError.usage("Say where the table is published: --source URL")
            }
            list.applications.removeAll { $0.number == number }
            list.applications.append(application)
        }
        Family.announce(list)
        Output.say("\(number) is tracked. Look for it: visa update")
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

    private func checkedSource() throws -> String? {
        guard let source else { return nil }
        guard WebAddress(source) != nil else {
            throw VisaError.usage("“\(source)” is no address of the kind https://example.org/decisions.pdf")
        }
        return source
    }

    private func checkedService(_ number: ApplicationNumber) throws -> String? {
        guard let service else { return nil }
        guard LookupService.address(service, number) != nil else {
            throw VisaError.usage("“\(service)” is no address of the kind https://example.org/status?number={number}")
        }
        return service
    }
}

extension TableForm.Columns {
    /// Takes two or three places, such as `1,2,3`.
    fileprivate init(parsing text: String) throws(VisaError) {
        let places = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard (2...3).contains(places.count), places.allSatisfy({ (1...TableForm.columnLimit).contains($0) }),
            Set(places).count == places.count
        else { throw .usage("“\(text)” names no columns: say them like 1,2,3 or 1,2") }
        self.init(number: places[0], status: places[1], date: places.count == 3 ? places[2] : nil)
    }
}
