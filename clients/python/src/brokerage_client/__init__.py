"""A typed client of the brokerage account service. See README.md."""

from . import types
from .answer import Answer, ProblemError
from .client import BrokerageClient, Retries
from .feed import (
    Feed,
    FeedGapError,
    FeedState,
    FeedStateStore,
    FeedUnavailableError,
    FileFeedState,
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
    "ProblemError",
    "Retries",
    "Token",
    "WebhookVerificationError",
    "receive_webhook",
    "types",
]
