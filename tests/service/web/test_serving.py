"""What keeps `surveyor serve` from starting is told in a sentence."""

import errno
import socket
from pathlib import Path

import pytest

from service.access.singleuser import startup_message
from service.cli.main import run
from service.setup.settings import Settings, read_settings


def test_a_port_that_is_taken_is_reported_before_anything_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--data", str(tmp_path / "data")]) == 2
    assert "cannot be listened on" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("data", ["m.json", "m.json/below"])
def test_a_file_is_no_folder_for_data(tmp_path: Path, capsys: pytest.CaptureFixture[str], data: str) -> None:
    (tmp_path / "m.json").write_text("no folder")
    assert run(["serve", "--port", "0", "--data", str(tmp_path / data)]) == 2
    told = f"--data: {tmp_path / 'm.json'} is a file; name a folder, which is made if it is not there"
    assert capsys.readouterr().err == f"surveyor: {told}\n"


def test_a_folder_that_cannot_be_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "no").symlink_to(tmp_path / "where")
    assert run(["serve", "--port", "0", "--data", str(tmp_path / "no")]) == 3
    assert "cannot be the folder of the database" in capsys.readouterr().err


def test_files_of_another_user_are_named_and_are_no_unexpected_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after `sudo surveyor password` beside a service of another user; root itself may read all."""
    run(["key", "list", "--data", str(tmp_path)])
    open_file = Path.read_text

    def refuse(path: Path, *given: str) -> str:
        if path.name == "password-hash":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return open_file(path, *given)

    monkeypatch.setattr(Path, "read_text", refuse)
    assert run(["serve", "--port", "0", "--data", str(tmp_path)]) == 3
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"surveyor: {tmp_path / 'password-hash'} cannot be read (Permission denied): "
        "it must belong to the user whom the service runs as"
    )


def test_a_file_that_is_no_database_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "surveyor.db").write_bytes(b"no database" * 1000)
    assert run(["serve", "--port", "0", "--data", str(tmp_path)]) == 3
    errors = capsys.readouterr().err
    assert "cannot be used: file is not a database" in errors
    assert "unexpected error" not in errors


def test_the_start_tells_where_to_go_in_plain_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("service.access.singleuser.address_in_network", lambda: "192.168.43.10")
    alone = startup_message(True, Settings(port=8123))
    others = startup_message(False, Settings(host="0.0.0.0", port=8000))
    sixth = startup_message(False, Settings(host="::", port=8000))
    named = startup_message(False, Settings(host="0.0.0.0", public_address="https://maps.example.org"))

    (tmp_path / "surveyor.toml").write_text("port = 8124")
    by_file = startup_message(True, read_settings(tmp_path / "surveyor.toml"))

    assert f"serve --host 0.0.0.0 --port 8124 --config {tmp_path / 'surveyor.toml'}" in by_file
    assert alone.startswith("Surveyor is at http://127.0.0.1:8123, for browsers on this machine")
    assert "open http://192.168.43.10:8123 on them" in alone
    assert others.startswith("Surveyor is at http://192.168.43.10:8000, and asks for a password")
    assert sixth.startswith("Surveyor is at http://[::]:8000, ")  # not by the addresses of IPv4
    assert named.startswith("Surveyor is at https://maps.example.org, ")
