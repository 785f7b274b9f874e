import CExamplesCurl

/// libcurl's functions.
typealias Curl = examples_curl

extension Curl {
    /// libcurl, loaded when it is asked for first; nil where it can't be had. It is never changed afterwards.
    nonisolated(unsafe) static let loaded: Curl? = {
        var curl = Curl()
        let isReady =
            names.contains { examples_curl_load(&curl, $0) } && curl.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
        return isReady ? curl : nil
    }()

    /// The name of the one version whose functions never change, where Linux and macOS have it.
    private static let names = ["libcurl.so.4", "libcurl.4.dylib"]
}
