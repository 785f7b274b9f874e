-- Asks for each line of the file named by PATHS in turn. Prints what tokens.lua prints.
local requests, number = {}, 0

function init()
    for line in io.lines(os.getenv("PATHS")) do requests[#requests + 1] = wrk.format("GET", line) end
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
