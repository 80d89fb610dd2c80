"""Receiving webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Mapping, Sequence

from .types import PublishedEvent

TOLERANCE = 300


class WebhookVerificationError(Exception):
    """The message does not come from the service, or is older than five minutes."""


def receive_webhook(
    secrets: Sequence[str], headers: Mapping[str, str], body: bytes, now: float | None = None
) -> PublishedEvent:
    """
    Checks signature and age of a webhook message (Standard Webhooks) and returns its event.

    :param secrets: the webhook's secret, or both during a rotation
    :param headers: of the request
    :param body: exactly as received
    :param now: seconds since 1970; for tests
    """
    named = {name.lower(): value for name, value in headers.items()}
    try:
        message = named["webhook-id"]
        sent = named["webhook-timestamp"]
        age = (time.time() if now is None else now) - int(sent)
        signatures = named["webhook-signature"].split(" ")
    except (KeyError, ValueError):
        raise WebhookVerificationError("a header is missing or malformed") from None
    if abs(age) > TOLERANCE:
        raise WebhookVerificationError("the message is too old, or from the future")
    for secret in secrets:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret)
        mac = hmac.new(key, f"{message}.{sent}.".encode() + body, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(mac)
        if any(hmac.compare_digest(expected, one.encode()) for one in signatures):
            event: PublishedEvent = json.loads(body)
            return event
    raise WebhookVerificationError("no signature matches any of the secrets")
