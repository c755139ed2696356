"""Installed like software: a wheel is built, installed into an empty environment, and serves."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.support.left_out import NO_REGISTRY
from tests.support.places import ROOT
from tests.support.served import free_port

#: seconds that one step may take; nothing here is timed
PATIENCE = 300


def run(*command: object, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PARAGRAF", "VIRTUAL"))}
    return subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**kept, **env},
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that has the wheel and what it needs, nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    made = run(sys.executable, "-m", "venv", "env", cwd=folder)
    assert made.returncode == 0, made.stderr
    python = folder / "env" / "bin" / "python"
    pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check")
    built = run(*pip, "wheel", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    if built.returncode:
        pytest.skip(f"{NO_REGISTRY}: {built.stderr.strip()[-200:]}")
    [wheel] = folder.glob("paragraf-*.whl")
    done = run(*pip, "install", "--no-compile", "-c", ROOT / "constraints.txt", wheel, cwd=folder)
    if done.returncode:
        pytest.skip(f"{NO_REGISTRY}: {done.stderr.strip()[-200:]}")
    return python.parent


@pytest.mark.slow
def test_a_wheel_in_an_empty_environment_answers_and_serves(installed: Path, tmp_path: Path) -> None:
    folders = {"PARAGRAF_CACHE": str(tmp_path / "cache"), "PARAGRAF_DATA": str(tmp_path / "data")}
    told = run(installed / "paragraf", "--version", cwd=tmp_path, **folders)
    assert told.returncode == 0 and "version" in told.stdout, told.stderr
    [corpus] = (installed.parent / "lib").glob("python*/site-packages/corpus")
    games = sorted(path.parent.name for path in corpus.glob("*/game.toml"))
    assert games == sorted(path.parent.name for path in (ROOT / "corpus").glob("*/game.toml"))
    shown = run(installed / "paragraf", "show", "disputes", "--game", games[-1], cwd=tmp_path, **folders)
    assert shown.returncode == 0 and shown.stdout, shown.stderr
    missing = run(installed / "paragraf", "mcp", cwd=tmp_path, **folders)
    assert missing.returncode == 2 and "paragraf[mcp]" in missing.stderr  # what is optional says so
    port = free_port()
    env = {
        **os.environ,
        **folders,
        "PARAGRAF_CORPUS": str(corpus / games[-1]),
        "PARAGRAF_OFFLINE": str(tmp_path / "none"),
        "PYTHONPATH": "",
    }
    with subprocess.Popen(
        [installed / "paragraf", "serve", "--port", str(port)],
        cwd=tmp_path,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as server:
        try:
            until = time.monotonic() + PATIENCE
            while True:
                assert server.poll() is None and time.monotonic() < until, server.stderr and server.stderr.read()
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/g/{games[-1]}/", timeout=10) as page:
                        assert page.status == 200
                    break
                except OSError:
                    time.sleep(0.5)
        finally:
            server.terminate()


@pytest.mark.slow
def test_what_phones_are_given_is_packed_from_an_installed_program_too(installed: Path, tmp_path: Path) -> None:
    asked = "from web.pocket.packing import _installed, _own; print(sorted({name.split('/')[1] for name, _ in (*_installed(), *_own())}))"
    found = run(installed / "python", "-c", asked, cwd=tmp_path)
    assert found.returncode == 0, found.stderr
    assert all(f"'{name}'" in found.stdout for name in ("flask", "whoosh", "grammar", "kb", "referee", "web"))
