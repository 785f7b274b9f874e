import AppGroupPlatform
import Foundation
import Testing
import ToolSupport

@Suite("Helper programs", .timeLimit(.minutes(20)))
struct ProcessesTests {
    @Test("Waiting for a program ends with it, even if the caller ignores the ends of its children")
    func ignoredEnds() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            #expect(Processes.runInForeground(["true"]) == 0)
            #expect(Processes.run(["true"], killedAfter: .seconds(600)) == 0)
            #expect(Processes.start(["true"], watchingFor: .seconds(600)) == 0)
            let result = try #require(try Processes.capture(["echo", "secret"], killedAfter: .seconds(600)))
            #expect(result.ending == .exit(0) && result.output == Array("secret\n".utf8))
        }
    }

    @Test("A caller that no longer ignores the ends of its children learns their statuses")
    func learnedEnds() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            ThisProcess.learnEndsOfChildren()
            #expect(Processes.run(["sh", "-c", "exit 3"], killedAfter: .seconds(600)) == 3)
            #expect(Processes.run(["sh", "-c", "kill -KILL $$"], killedAfter: .seconds(600)) == nil)
        }
    }
}
