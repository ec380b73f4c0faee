import pytest

from service.settings import SettingsError, read_settings


def test_the_command_line_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SURVEYOR_PORT", "9000")
    monkeypatch.setenv("SURVEYOR_HOST", "0.0.0.0")

    settings = read_settings(port=9001, host=None)

    assert (settings.host, settings.port) == ("0.0.0.0", 9001)


def test_a_value_that_cannot_be_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SURVEYOR_PORT", "many")

    with pytest.raises(SettingsError, match="port"):
        read_settings()
