import AppGroup
import Downloading
import Testing

@testable import visa

@Suite("The times of what updates find")
struct UpdaterTests {
    private let person: Person
    private let server: BadServer

    init() throws {
        person = try Person()
        server = try BadServer()
    }

    private func update(at moment: Timestamp) throws {
        let file = try TrackingFile(ProcessEnvironment(person.environment))
        var updater = Updater(file: file, client: WebClient(), progress: Progress(isQuiet: true))
        updater.clock = { moment }
        _ = try updater.run { _ in }
    }

    @Test("A change keeps the time at which it was found if later updates find the same")
    func keepsTime() throws {
        try server.put(TablePDF.list(rows: 20))
        try person.track("21000000001", "--source", server.address())
        for hour: Int64 in 0...1 { try update(at: Timestamp(seconds: 1_795_000_000 + hour * 3600)) }
        let application = try person.status("--history").applications[0]
        let later = "2026-11-18T12:06:40Z"
        #expect(application.history?.map(\.seen) == ["2026-11-18T11:06:40Z"])
        #expect(application.lastFound == later && application.lastCheck?.at == later, "\(application)")
    }
}
