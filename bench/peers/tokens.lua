-- Asks for the catalog, each time as the next of some users; the file named by TOKENS has a line for each of them: his token,
-- and after a blank the validator of what he has already, if he has one. Prints requests per second, latencies in
-- microseconds (median, 99th percentile), and how many answers were not what was asked for.
local requests, number = {}, 0

function init()
    for line in io.lines(os.getenv("TOKENS")) do
        local token, validator = line:match("^(%S+) ?(%S*)$")
        local headers = { Authorization = "Bearer " .. token }
        if validator ~= "" then headers["If-None-Match"] = validator end
        requests[#requests + 1] = wrk.format("GET", "/v1/catalog", headers)
    end
end

function request()
    number = number % #requests + 1
    return requests[number]
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format("RESULT %f %f %f %d\n", summary.requests / summary.duration * 1e6, latency:percentile(50),
        latency:percentile(99), errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
