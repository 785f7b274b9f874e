public import ArgumentParser
import Foundation
import Logging

/// The options of `serve` that are the same for every server.
public struct ServingOptions: ParsableArguments {
    @Option(help: "The URL at which clients reach the server; by default, the one that they request.")
    var publicURL: String?
    @Option(
        help: ArgumentHelp(
            "Proxies to trust for X-Forwarded-For, -Proto and -Host, separated by commas.",
            valueName: "ADDRESS[/BITS],…"))
    var trustedProxies: String?
    @Option(help: ArgumentHelp("TLS: the certificate chain, PEM.", valueName: "FILE")) var tlsCertificate: String?
    @Option(help: ArgumentHelp("TLS: the private key, PEM.", valueName: "FILE")) var tlsKey: String?
    @Option(
        help: ArgumentHelp(
            "Cut off transfers slower than 1 KiB/s over this many seconds, and requests that take longer to arrive.",
            valueName: "S"))
    var transferSeconds = 30
    @Option(
        help: ArgumentHelp(
            "The maximum number of connections at a time; others get status 503. The limit on open files may allow fewer.",
            valueName: "N"))
    var connections = ConnectionLimits().connections
    @Option(help: "debug, info, warning or error.") var logLevel = "info"

    /// Without any options.
    public init() {}

    /// The settings that the options name.
    ///
    /// - Parameter listen: What the option `--listen` says.
    /// - Throws: `configuration` for a value that can't be.
    public func settings(listen: String) throws(ServiceError) -> ServingSettings {
        var settings = ServingSettings(listen: try ListenAddress(listen))
        if let publicURL { settings.publicURL = try PublicURL(publicURL) }
        for proxy in trustedProxies?.split(separator: ",") ?? [] {
            settings.trustedProxies.append(try AddressRange(proxy.trimmingCharacters(in: .whitespaces)))
        }
        settings.tls = try TLSFiles(certificate: tlsCertificate, key: tlsKey)
        let (seconds, count) = (ServingSettings.allowedTransferSeconds, ServingSettings.allowedConnections)
        guard seconds.contains(transferSeconds), count.contains(connections) else {
            throw ServiceError(
                .configuration,
                "--transfer-seconds must be \(seconds.lowerBound) to \(seconds.upperBound), and --connections "
                    + "\(count.lowerBound) to \(count.upperBound); correct them.")
        }
        (settings.transferSeconds, settings.connections) = (transferSeconds, connections)
        settings.logLevel = try Logger.Level(named: logLevel)
        return settings
    }
}
