import AppGroup
import Foundation
import Testing

@testable import LauncherBadgeBridge

@Suite struct BusWaitTests {
    @Test(
        "The socket of the bus is found in its address",
        arguments: [
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1/bus"], "/run/user/1/bus"),
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/tmp/a%20b%2c%zz%+1,guid=0123"], "/tmp/a b,%zz%+1"),
            (["DBUS_SESSION_BUS_ADDRESS": "tcp:host=x;unix:guid=1,path=/tmp/x"], "/tmp/x"),
            (["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=/tmp/x"], nil),
            (["DBUS_SESSION_BUS_ADDRESS": "%"], nil), (["XDG_RUNTIME_DIR": "/run/user/1"], "/run/user/1/bus"),
            ([:], nil),
        ] as [([String: String], String?)])
    func socket(variables: [String: String], expected: String?) {
        #expect(BusWait.socket(ProcessEnvironment(variables)) == expected)
    }

    @Test("The socket's folder is watched only until the bus is there")
    func watches() throws {
        let wait = BusWait(
            ProcessEnvironment(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/tmp/bus"]), patience: .seconds(600))
        func watched() throws -> Bool {
            try String(contentsOfFile: "/proc/self/fdinfo/\(wait.number)", encoding: .utf8).contains("inotify wd:")
        }
        for _ in 0..<2 {
            for _ in 0..<2 { wait.arm() }
            #expect(try watched())
            wait.end()
            #expect(try !watched())
        }
    }

    @Test("Pauses double up to a minute, and start over after the bus was there")
    func pauses() {
        let wait = BusWait(ProcessEnvironment([:]), patience: .seconds(86_400))
        #expect((0..<9).map { _ in wait.nextPause() } == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        wait.end()
        #expect(wait.nextPause() == .seconds(1))
    }

    @Test("The wait ends when patience has run out, which begins again when the bus goes away")
    func givesUp() {
        let wait = BusWait(ProcessEnvironment([:]), patience: .zero)
        #expect(wait.hasGivenUp && wait.nextPause() == .zero)
        let patient = BusWait(ProcessEnvironment([:]), patience: .seconds(86_400))
        #expect(!patient.hasGivenUp)
        #expect(patient.deadline != .never)
        patient.end()
        #expect(patient.deadline == .never)
        patient.arm()
        #expect(!patient.hasGivenUp)
    }
}
