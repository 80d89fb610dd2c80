"""Builds the wheel with the standard library alone, for pip (PEP 517): no other package is downloaded."""

import base64
import hashlib
import pathlib
import re
import zipfile

HERE = pathlib.Path(__file__).parent
MADE = "brokerage_client/operations.py"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517: writes the wheel into the directory, and returns its name."""
    project = dict(re.findall(r'^([\w-]+) = "(.+)"$', (HERE / "pyproject.toml").read_text(), re.M))
    name, version = project["name"].replace("-", "_"), project["version"]
    info = f"{name}-{version}.dist-info"
    source = HERE / "src"
    files = {
        path.relative_to(source).as_posix(): path.read_bytes()
        for path in sorted(source.glob(f"{name}/*.py*"))
    }
    if MADE not in files:
        raise SystemExit(f"{MADE} is missing: run `npm ci && npm run build` in the repository first.")
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\nSummary: {project['description']}\n"
        f"Requires-Python: {project['requires-python']}\nClassifier: Private :: Do Not Upload\n"
        f"Description-Content-Type: text/markdown\n\n{(HERE / 'README.md').read_text(encoding='utf-8')}"
    ).encode()
    files[f"{info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: build_backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = "".join(
        f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in files.items()
    )
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    wheel = f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(f"{wheel_directory}/{wheel}", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return wheel


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
