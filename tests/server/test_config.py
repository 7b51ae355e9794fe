"""Settings come from the command line, then the environment, then the defaults; wrong ones are named."""

from __future__ import annotations

import pytest

from sandtable.server.config import BadSetting, Mail, read_config


def test_the_order_of_settings() -> None:
    environment = {
        "SANDTABLE_MODE": "club",
        "SANDTABLE_REGISTRATION": "false",
        "SANDTABLE_HOT": "7",
        "SANDTABLE_MAIL_HOST": "mail.example",
        "SANDTABLE_MAIL_PORT": "25",
        "SANDTABLE_DATA": "elsewhere",
        "OTHER": "x",
    }
    config = read_config("sqlite://", environment, hot=9, url=None)
    assert (config.mode, config.registration, config.hot, config.url) == ("club", False, 9, "")
    assert config.mail == Mail(host="mail.example", port=25)
    assert not config.is_secure
    assert read_config("sqlite://", {}).is_local


@pytest.mark.parametrize("wrong", [{"SANDTABLE_MODE": "pub"}, {"SANDTABLE_HOT": "0"}, {"SANDTABLE_MAIL_PORT": "25"}])
def test_a_wrong_setting_is_named(wrong: dict[str, str]) -> None:
    with pytest.raises(BadSetting, match="begins with SANDTABLE_"):
        read_config("sqlite://", wrong)


def test_every_setting_and_option_stands_in_the_manual() -> None:
    import inspect
    from pathlib import Path

    from sandtable.server import commands
    from sandtable.server.config import Config

    manual = (Path(__file__).resolve().parents[2] / "docs" / "club.md").read_text(encoding="utf-8")
    names = [f"SANDTABLE_{name.upper()}" for name in Config.__struct_fields__ if name != "mail"]
    names += [f"SANDTABLE_MAIL_{name.upper()}" for name in Mail.__struct_fields__]
    names += [f"`--{name.replace('_', '-')}" for name in inspect.signature(commands.serve).parameters]
    assert [name for name in names if name not in manual] == []
