"""Responses of the service."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from email.message import Message
from typing import Any, Generic, List, TypeVar, cast
from urllib.parse import unquote, urljoin, urlsplit

from .types import Problem

T = TypeVar("T")


@dataclass(frozen=True)
class Answer(Generic[T]):
    """A successful response."""

    status: int
    headers: Message
    """By case-insensitive name: ``headers["etag"]``, or None."""
    body: T
    url: str
    """URL of the request."""

    @property
    def created_id(self) -> str:
        """Id of the created resource: the last segment of ``Location``."""
        location = self.headers["location"]
        if location is None:
            raise ValueError(f"the response from {self.url} has no Location")
        return unquote(urlsplit(location).path.rsplit("/", 1)[-1])

    @property
    def next(self) -> str | None:
        """URL of the next page of a list."""
        found = re.search(r'<([^>]+)>\s*;[^,]*rel="?next"?', self.headers["link"] or "")
        return urljoin(self.url, found[1]) if found else None


@dataclass(frozen=True)
class SentRequest:
    """The request that an error is about."""

    method: str
    path: str
    """Without the query, which may name persons."""
    attempts: int
    """How often it was sent."""
    idempotency_key: str | None = None
    """``Idempotency-Key`` of all attempts: with it, the request can be sent again later."""

    def __str__(self) -> str:
        attempts = f" ({self.attempts} attempts)" if self.attempts > 1 else ""
        return f"{self.method} {self.path}{attempts}"


class ServiceUnreachableError(ConnectionError):
    """No attempt got a response: the service may or may not have carried the request out. ``__cause__`` is the last error."""

    def __init__(self, request: SentRequest) -> None:
        self.request = request
        super().__init__(f"{request}: the service can't be reached")


class ProblemError(Exception):
    """An unsuccessful response, with every problem the service found."""

    def __init__(
        self,
        status: int,
        problems: List[Problem],
        request_id: str | None,
        request: SentRequest,
    ) -> None:
        self.status = status
        self.problems = problems
        self.request_id = request_id
        """``X-Request-Id``, for the operator of the service."""
        self.request = request
        super().__init__(f"{request}: HTTP {status}: {'; '.join(map(_in_words, problems))}")

    def has(self, error_code: str) -> bool:
        """Whether any problem has this error code."""
        return any(problem.get("errorCode") == error_code for problem in self.problems)


def problem_error(
    status: int, headers: Message, body: bytes, request: SentRequest
) -> ProblemError:
    """The error for an unsuccessful response, whose body may be anything if a proxy sent it."""
    try:
        content: Any = json.loads(body)
    except ValueError:
        content = None
    problems = cast(List[Problem], content) if isinstance(content, list) else []
    return ProblemError(status, problems, headers["x-request-id"], request)


def _in_words(problem: Problem) -> str:
    parts = [problem.get(name) for name in ("type", "field", "errorCode", "message")]
    return " ".join(str(part) for part in parts if part is not None)
