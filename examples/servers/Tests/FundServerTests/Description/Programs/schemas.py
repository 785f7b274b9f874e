"""Runs schemathesis on a fund-server, with signed requests. See ``DescriptionTests``.

    schemas.py SERVER FOLDER SCHEMATHESIS
"""

import base64
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Operation/Programs"))

from funds import Server

# They would end the session of the requests, or guess passwords until the server refuses to check any.
LEFT_OUT = ("logout", "endSession", "changePassword", "login")


def main():
    program, folder, schemathesis = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    with Server(program, folder) as server:
        server.add_user("ada")
        ada = server.client("ada")
        address = f"http://127.0.0.1:{server.port}"
        done = subprocess.run(
            [schemathesis, "--config-file", HERE / "schemathesis.toml", "run", f"{address}/openapi.json", "--url",
             address, "--max-examples", "5", "--phases", "coverage,fuzzing", "--suppress-health-check", "all",
             "--request-timeout", "60", "--no-color", *(f"--exclude-operation-id={name}" for name in LEFT_OUT)],
            cwd=folder, capture_output=True, text=True, env={
                **os.environ, "SCHEMATHESIS_HOOKS": "signing", "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1",
                "FUND_SESSION": ada.session, "FUND_KEY": base64.b64encode(ada.key).decode()})
    found = re.search(r"Tested: (\d+)", done.stdout)
    print(json.dumps({
        "status": done.returncode, "operations": int(found.group(1)) if found else 0,
        "output": done.stdout[-6000:] + done.stderr[-2000:]}))


main()
