"""Authentication of requests."""

from __future__ import annotations

import base64
import hashlib
import hmac
import threading
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Union
from urllib.parse import quote


@dataclass(frozen=True)
class ApiKey:
    """An API key and its shared secret sign each request."""

    api_key: str
    shared_secret: str = field(repr=False)
    member_id: str | None = None
    """Login id of the member to act as; without one, the API client acts for itself."""

    def __post_init__(self) -> None:
        if not (self.api_key and self.shared_secret):
            raise TypeError("The credentials need api_key and shared_secret, each a text.")


@dataclass(frozen=True)
class Token:
    """A bearer token, sent with each request."""

    token: str = field(repr=False)

    def __post_init__(self) -> None:
        if not self.token:
            raise TypeError("The credentials need a token.")


Credentials = Union[ApiKey, Token]

_lock = threading.Lock()
_last_signed = 0


def timestamp_for(now: float) -> str:
    """Time of a signature. Each is different, because an identical signature would be refused as a replay."""
    global _last_signed
    with _lock:
        _last_signed = max(int(now * 1000), _last_signed + 1)
        signed = datetime.fromtimestamp(_last_signed / 1000, timezone.utc)
    return signed.isoformat(timespec="milliseconds")


def authorization(
    credentials: Credentials, method: str, url: str, body: bytes, timestamp: str
) -> str:
    """``Authorization`` of one request, different for each attempt. ``url`` and ``body`` must be exactly as sent."""
    if isinstance(credentials, Token):
        return f"Bearer {credentials.token}"
    digest = hashlib.md5(body, usedforsecurity=False).hexdigest()
    text = f"{method}\n{url}\n{timestamp}\n{digest}"
    secret = credentials.shared_secret.encode()
    signature = base64.b64encode(hmac.new(secret, text.encode(), hashlib.sha256).digest())
    parameters = [f"FOLIOWS_API_KEY={credentials.api_key}"]
    if credentials.member_id is not None:
        parameters.append(f"FOLIOWS_MEMBER_ID={quote(credentials.member_id, safe='')}")
    parameters.append(f"FOLIOWS_SIGNATURE={quote(signature, safe='')}")
    parameters.append(f"FOLIOWS_TIMESTAMP={quote(timestamp, safe='')}")
    return f"FOLIOWS {','.join(parameters)}"
