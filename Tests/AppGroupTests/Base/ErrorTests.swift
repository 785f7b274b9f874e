import AppGroup
import Testing

@Suite("Errors")
struct ErrorTests {
    @Test("Each kind of error has its exit status of sysexits")
    func hasAStatus() {
        let statuses: [(AppGroupError.Code, AppExitStatus)] = [
            (.invalidValue, 65), (.schemeTaken, 65), (.appTaken, 65), (.ambiguous, 65), (.damaged, 65),
            (.noSuchApp, 66),
            (.notFound, 66), (.notInstalled, 69), (.noHandler, 69), (.launchFailed, 69), (.cannotCreate, 73),
            (.inputOutput, 74),
            (.busy, 75), (.permission, 77), (.tooNew, 78), (.configuration, 78), (.nestedCall, 70),
        ]
        for (code, status) in statuses { #expect(AppGroupError(code, "").exitStatus == status) }
        #expect(Set(statuses.map(\.0)).count == statuses.count)
    }

    @Test("An error prints as its sentence")
    func isASentence() {
        #expect("\(AppGroupError(.busy, "The registry is in use.", errno: 11))" == "The registry is in use.")
    }
}
