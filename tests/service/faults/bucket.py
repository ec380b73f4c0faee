"""A store that speaks S3, on loopback, which can be made to hang."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection

from tests.service.servers import free_port, wait_until

NAME = "surveyor"
ADDRESS = f"s3://{NAME}/photos"


@dataclass(frozen=True)
class Bucket:
    """A bucket in the memory of a process."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def environment(self) -> dict[str, str]:
        """What the environment says of it; each request may last a second."""
        return environment_of(self.port)

    def hang(self) -> None:
        """Take what comes, and answer nobody."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Answer again, those too who have long gone."""
        self.process.send_signal(signal.SIGCONT)


def environment_of(port: int) -> dict[str, str]:
    """Return what leads to a bucket at a port of this machine."""
    return {
        "AWS_ENDPOINT": f"http://127.0.0.1:{port}",
        "AWS_ALLOW_HTTP": "true",
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "anybody",
        "AWS_SECRET_ACCESS_KEY": "anything",
        "AWS_TIMEOUT": "1s",
    }


@contextmanager
def run_bucket() -> Iterator[Bucket]:
    """Serve an empty bucket."""
    bucket = _started()
    try:
        yield bucket
    finally:
        bucket.process.kill()
        bucket.process.wait()


def _started() -> Bucket:
    """Start a server, at another port if somebody else has taken the free one meanwhile."""
    while True:
        port = free_port()
        words = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(partial(_has_ended_or_is_made, process, port), "the bucket")
        if process.poll() is None:
            return Bucket(process, port)


def _has_ended_or_is_made(process: subprocess.Popen[bytes], port: int) -> bool:
    return process.poll() is not None or _is_made(port)


def _is_made(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port)
    try:
        connection.request("PUT", f"/{NAME}")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
