import AppGroup
import Testing

@testable import LauncherBadgeBridge

@Suite struct BusWaitTests {
    @Test(
        "The socket of the bus is found where it has one",
        arguments: [
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1/bus"], "/run/user/1/bus"),
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/tmp/a%20b%2c%zz,guid=0123"], "/tmp/a b,%zz"),
            (["DBUS_SESSION_BUS_ADDRESS": "tcp:host=x;unix:guid=1,path=/tmp/x"], "/tmp/x"),
            (["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=/tmp/x"], nil),
            (["DBUS_SESSION_BUS_ADDRESS": "%"], nil), (["XDG_RUNTIME_DIR": "/run/user/1"], "/run/user/1/bus"),
            ([:], nil),
        ] as [([String: String], String?)])
    func socket(variables: [String: String], expected: String?) {
        #expect(BusWait.socket(ProcessEnvironment(variables)) == expected)
    }

    @Test("Pauses double up to a minute, and begin anew once the bus was there")
    func pauses() {
        let wait = BusWait(ProcessEnvironment([:]))
        #expect((0..<9).map { _ in wait.nextPause() } == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { $0 * 1000 })
        wait.end()
        #expect(wait.nextPause() == 1000)
    }
}
