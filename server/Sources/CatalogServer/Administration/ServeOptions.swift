import ArgumentParser
import Configuration

/// How the server is run, beside where its catalogue lies.
struct ServeOptions: ParsableArguments {
    @Option(help: "The address to listen at (127.0.0.1).") var host: String?
    @Option(help: "The port (8080); 0 takes a free one, which the log names.") var port: Int?
    @Option(help: ArgumentHelp("TLS: the chain of certificates, PEM.", valueName: "FILE")) var tlsCertificate: String?
    @Option(help: ArgumentHelp("TLS: the private key, PEM.", valueName: "FILE")) var tlsKey: String?
    @Option(help: "Where users reach it; links begin with it. Else what they ask for.") var publicURL: String?
    @Option(
        help: ArgumentHelp(
            "Proxies whose X-Forwarded-For, -Proto and -Host are believed, with commas between.",
            valueName: "ADDRESS[/BITS],…"))
    var trustedProxies: String?
    @Option(help: ArgumentHelp("Days without use after which a login ends (30).", valueName: "DAYS"))
    var sessionIdleDays: Int?
    @Option(help: ArgumentHelp("Days after which every login ends (365).", valueName: "DAYS"))
    var sessionMaximumDays: Int?
    @Option(help: ArgumentHelp("Passwords hashed at once, 128 MiB each (2).", valueName: "N")) var passwordThreads: Int?
    @Option(help: ArgumentHelp("Seconds that requests have to end when the server is told to (10).", valueName: "S"))
    var shutdownSeconds: Int?
    @Option(help: ArgumentHelp("Mebibytes that a package may have (4096).", valueName: "MIB")) var packageMebibytes:
        Int?
    @Option(
        help: ArgumentHelp(
            "When a package is published, remove what is older than its newest N that all users get, by channel and platform.",
            valueName: "N"))
    var keptReleases: Int?
    @Option(
        help: ArgumentHelp(
            "Seconds after which a transfer that moves less than 1 KiB in each is ended, and a request that is not whole (30).",
            valueName: "S"))
    var transferSeconds: Int?
    @Option(help: "debug, info, warning or error (info).") var logLevel: String?

    var contents: [SettingsReader.Key: ConfigContent?] {
        [
            .host: host.map { .string($0) }, .port: port.map { .int($0) },
            .tlsCertificate: tlsCertificate.map { .string($0) }, .tlsKey: tlsKey.map { .string($0) },
            .publicURL: publicURL.map { .string($0) },
            .trustedProxies: trustedProxies.map { .stringArray($0.split(separator: ",").map(String.init)) },
            .sessionIdleDays: sessionIdleDays.map { .int($0) },
            .sessionMaximumDays: sessionMaximumDays.map { .int($0) },
            .passwordThreads: passwordThreads.map { .int($0) },
            .packageMebibytes: packageMebibytes.map { .int($0) }, .keptReleases: keptReleases.map { .int($0) },
            .transferSeconds: transferSeconds.map { .int($0) },
            .shutdownSeconds: shutdownSeconds.map { .int($0) }, .logLevel: logLevel.map { .string($0) },
        ]
    }
}
