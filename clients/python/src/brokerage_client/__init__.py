"""A typed client of the brokerage account service. See README.md."""

from . import events, types
from .answer import Answer, ProblemError, SentRequest, ServiceUnreachableError
from .client import BrokerageClient, Retries
from .events import KnownEvent
from .feed import (
    Feed,
    FeedGapError,
    FeedState,
    FeedStateStore,
    FeedUnavailableError,
    FileFeedState,
    known_event,
)
from .signing import ApiKey, Credentials, Token
from .webhooks import WebhookVerificationError, receive_webhook

__all__ = [
    "Answer",
    "ApiKey",
    "BrokerageClient",
    "Credentials",
    "Feed",
    "FeedGapError",
    "FeedState",
    "FeedStateStore",
    "FeedUnavailableError",
    "FileFeedState",
    "KnownEvent",
    "ProblemError",
    "Retries",
    "SentRequest",
    "ServiceUnreachableError",
    "Token",
    "WebhookVerificationError",
    "events",
    "known_event",
    "receive_webhook",
    "types",
]
