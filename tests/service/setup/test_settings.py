import subprocess
import sys
from pathlib import Path

import pytest

from service.setup.settings import Settings, SettingsError, read_settings


@pytest.fixture(name="config")
def _config(tmp_path: Path) -> Path:
    path = tmp_path / "surveyor.toml"
    path.write_text('port = 7000\nhost = "::1"\nmost_waiting = 5\nproxies = ["10.0.0.0/24"]\n')
    return path


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(config: Path) -> None:
    settings = read_settings(
        config, {"SURVEYOR_PORT": "9000", "SURVEYOR_HOST": "0.0.0.0"}, port=9001, host=None
    )

    assert (settings.port, settings.host, settings.most_waiting) == (9001, "0.0.0.0", 5)
    assert [str(network) for network in settings.proxies] == ["10.0.0.0/24"]


def test_the_environment_may_name_the_file(config: Path) -> None:
    assert read_settings(environment={"SURVEYOR_CONFIG": str(config)}).port == 7000


def test_nothing_needs_to_be_set() -> None:
    settings = read_settings(environment={})

    assert settings == Settings()
    assert settings.database_address == f"sqlite:///{Path.cwd()}/surveyor-data/surveyor.db"
    assert settings.blobs_address == f"{Path.cwd()}/surveyor-data/photos"


def test_there_are_as_many_readers_as_cores_that_may_be_used() -> None:
    """A container or a unit that is bound to one core of many (cpuset, CPUAffinity) has one reader."""
    words = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); "
    words += "from service.setup.settings import Settings; print(Settings().readers)"
    assert subprocess.check_output([sys.executable, "-c", words], text=True) == "1\n"


def test_a_folder_in_the_home_is_meant_as_in_a_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = read_settings(environment={"SURVEYOR_DATA": "~/hall", "SURVEYOR_BLOBS": "~/photos"})
    assert settings.blobs_address == str(tmp_path / "photos")
    assert settings.database_address == f"sqlite:///{tmp_path / 'hall' / 'surveyor.db'}"


def test_what_is_empty_in_the_environment_is_not_said() -> None:
    assert read_settings(environment={"SURVEYOR_CLUSTER": "", "SURVEYOR_PROXIES": ""}) == Settings()


def test_addresses_of_proxies_are_listed_with_commas() -> None:
    settings = read_settings(environment={"SURVEYOR_PROXIES": "10.0.0.7, fd00::/8"})

    assert [str(network) for network in settings.proxies] == ["10.0.0.7/32", "fd00::/8"]


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("PORT", "many", "SURVEYOR_PORT: say a whole number"),
        ("PORTT", "1", "SURVEYOR_PORTT: there is no such setting; did you mean port"),
        ("XYZ", "1", "SURVEYOR_XYZ: there is no such setting"),
        ("LOGIN_RATE", "often", 'SURVEYOR_LOGIN_RATE: write it as a number and a time, such as "10/minute"'),
        ("PUBLIC_ADDRESS", "scores.example.org", "SURVEYOR_PUBLIC_ADDRESS: write it as https://name"),
        ("PROXIES", "nginx", "SURVEYOR_PROXIES: write addresses as 10.0.0.7 or 10.0.0.0/24"),
        ("PASSWORD_HASH", "hunter22", "SURVEYOR_PASSWORD_HASH: this is no hash of a password"),
        ("LOG_FORMAT", "xml", "SURVEYOR_LOG_FORMAT: say 'auto', 'text' or 'json'"),
        ("SCAN_DAYS", "999999", "SURVEYOR_SCAN_DAYS: say 36500 or less"),
        ("RETENTION_DAYS", "999999", "SURVEYOR_RETENTION_DAYS: say 36500 or less"),
        ("SESSION_HOURS", "99999999", "SURVEYOR_SESSION_HOURS: say 876000 or less"),
        ("LEASE_SECONDS", "inf", "SURVEYOR_LEASE_SECONDS: say 86400"),
        ("PROGRESS_SECONDS", "inf", "SURVEYOR_PROGRESS_SECONDS: say 60"),
        ("RATE_STORAGE", "a-file", "SURVEYOR_RATE_STORAGE: write memory://"),
        ("RATE_STORAGE", "redsi://:hunter22@host", "SURVEYOR_RATE_STORAGE: write memory://"),
        ("RATE_STORAGE", "redis://:hunter22@host", "SURVEYOR_RATE_STORAGE: write memory://, or redis://host"),
        ("DATA", "~nobody-of-that-name/x", "SURVEYOR_DATA: ~nobody-of-that-name/x begins with ~"),
        ("BLOBS", "~nobody-of-that-name/x", "SURVEYOR_BLOBS: ~nobody-of-that-name/x begins with ~"),
    ],
)
def test_what_cannot_be_is_named_with_who_says_it(variable: str, value: str, message: str) -> None:
    with pytest.raises(SettingsError) as error:
        read_settings(environment={f"SURVEYOR_{variable}": value})

    assert str(error.value).startswith(message)
    assert "hunter22" not in str(error.value)


def test_a_bad_value_of_the_file_is_named_with_the_file(config: Path) -> None:
    config.write_text("readers = 0\nmost_wating = 3\n")
    with pytest.raises(SettingsError, match=rf"most_wating in {config}: there is no such .* most_waiting"):
        read_settings(config, {})

    config.write_text("readers = 0\n")
    with pytest.raises(SettingsError, match=rf"readers in {config}: say more than 0"):
        read_settings(config, {})


@pytest.mark.parametrize(
    ("content", "message"), [(None, "cannot be read: No such file"), ("port", "is no TOML")]
)
def test_a_file_that_is_none_is_reported(config: Path, content: str | None, message: str) -> None:
    config.unlink()
    if content is not None:
        config.write_text(content)

    with pytest.raises(SettingsError, match=message):
        read_settings(config, {})


def test_secrets_are_not_shown() -> None:
    settings = read_settings(
        environment={
            "SURVEYOR_DATABASE": "postgresql://ann:hunter22@db/surveyor",
            "SURVEYOR_RATE_STORAGE": "memory://hunter22",
            "SURVEYOR_PASSWORD_HASH": "$argon2id$hunter22",
        }
    )

    assert "hunter22" not in repr(settings)
    assert settings.database_address == "postgresql://ann:hunter22@db/surveyor"


def test_every_setting_is_reported_in_the_docs() -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "settings.md").read_text()

    assert [name for name in Settings.model_fields if f"`{name}`" not in page] == []
