"""Starts the service on loopback, announces it in one line of JSON, and serves until it is told to stop."""

import argparse
import json
import pathlib
import signal
import sys
import threading

if not __package__:
    # Started as a folder (`python3 path/to/server`) instead of as a module.
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from server import defects  # noqa: E402
from server.application import Application  # noqa: E402
from server.http_layer import Server  # noqa: E402


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog='server', description=__doc__)
    parser.add_argument('--port', type=int, default=0, help='0 takes any free port')
    parser.add_argument('--defect', choices=sorted(defects.REGISTRY), metavar='NAME', help='make this one mistake')
    parser.add_argument('--defects', action='store_true', help='list the defects as JSON and end')
    return parser.parse_args()


def main() -> int:
    """Runs the service."""
    options = arguments()
    if options.defects:
        print(json.dumps(defects.listing(), indent=2))
        return 0
    if options.defect:
        defects.activate(options.defect)

    server = Server(options.port)
    server.application = Application(f'http://127.0.0.1:{server.server_address[1]}')
    threading.Thread(target=server.serve_forever, kwargs={'poll_interval': 0.05}, daemon=True).start()

    over = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: over.set())

    def until_stdin_closes() -> None:
        while sys.stdin.buffer.raw.read(4096):
            pass
        over.set()

    threading.Thread(target=until_stdin_closes, daemon=True).start()
    print(json.dumps(server.application.announcement()), flush=True)
    over.wait()
    server.shutdown()
    return 0


if __name__ == '__main__':
    sys.exit(main())
