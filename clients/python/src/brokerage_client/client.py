"""The client: signs requests, retries them where that is safe, and reads its own writes."""

from __future__ import annotations

import json
import random
import time
import uuid
from copy import copy
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException
from itertools import count
from typing import Any, Callable, Dict, Iterator, List, Mapping, TypeVar, cast
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .answer import Answer, SentRequest, ServiceUnreachableError, problem_error
from .operations import NONE, Operations
from .signing import Credentials, authorization, timestamp_for
from .types import DryRun

T = TypeVar("T")


@dataclass(frozen=True)
class Retries:
    """How often and how fast a request is retried."""

    attempts: int = 4
    """Maximum number of attempts."""
    base: float = 0.2
    """Maximum first pause in seconds; doubles with each pause."""
    most: float = 10.0
    """Maximum pause that the client chooses, in seconds."""


@dataclass(frozen=True)
class Received:
    """A response of any status."""

    status: int
    headers: Message
    body: bytes

    @property
    def asks_again(self) -> bool:
        """Whether a store is unavailable, there were too many requests, or the same request is still running."""
        still_running = self.status == 409 and "retry-after" in self.headers
        return self.status in (429, 503) or still_running


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirects, because a signature covers one URL."""

    def redirect_request(
        self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> None:
        return None


_opener = build_opener(_NoRedirect)


def send_once(request: Request, timeout: float) -> Received:
    """Sends a request once and returns any response."""
    try:
        with _opener.open(request, timeout=timeout) as response:
            return Received(response.status, response.headers, response.read())
    except HTTPError as error:
        with error:
            return Received(error.code, error.headers, error.read())


def open_lines(request: Request, timeout: float) -> Iterator[bytes]:
    """Opens a response and yields its lines as they arrive. Raises HTTPError for an unsuccessful one."""
    with _opener.open(request, timeout=timeout) as response:
        yield from response


class BrokerageClient(Operations):
    """
    A client of the service, for one thread at a time. Every operation is a method, grouped by topic:
    ``client.accounts.get("RA1B2C3D4E").body["accountStatus"]``. Unsuccessful responses are raised as `ProblemError`;
    `ServiceUnreachableError`, an `OSError`, means that there was none.
    """

    def __init__(
        self,
        base_url: str,
        credentials: Credentials,
        *,
        retries: Retries = Retries(),
        timeout: float = 30.0,
        send: Callable[[Request, float], Received] = send_once,
        stream: Callable[[Request, float], Iterator[bytes]] = open_lines,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """
        :param base_url: scheme, authority and, behind a proxy, path
        :param timeout: seconds that an attempt may take
        :param send: sends one attempt; for tests
        :param stream: opens a live stream; for tests
        :param sleep: waits between attempts; for tests
        """
        super().__init__(self.request)
        self._base_url = base_url.rstrip("/")
        self._credentials = credentials
        self._retries = retries
        self._timeout = timeout
        self._send = send
        self._stream = stream
        self._sleep = sleep
        self._consistency: str | None = None
        self._always: Mapping[str, str] = NONE

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Mapping[str, Any] = NONE,
        headers: Mapping[str, Any] = NONE,
    ) -> Answer[Any]:
        """
        Sends any request. Each attempt has its own signature; all attempts of a POST or PUT share an ``Idempotency-Key``. The
        token of the newest write is sent with every later request, so that reads include it.

        :param path: absolute path, such as ``/restapi/accounts``, or the URL of a ``Link``
        :param body: sent as JSON; None sends none
        :param query: None values are omitted, a list is sent as one text with commas
        """
        url = self._url(path, query)
        text = b"" if body is None else json.dumps(body).encode()
        given = {**self._always, **headers}
        sent = {name.lower(): str(value) for name, value in given.items() if value is not None}
        sent.setdefault("user-agent", "brokerage-client-python")
        if text:
            sent.setdefault("content-type", "application/json")
        if method in ("POST", "PUT"):
            sent.setdefault("idempotency-key", str(uuid.uuid4()))
        repeatable = method in ("GET", "HEAD") or "idempotency-key" in sent
        most = self._retries.attempts if repeatable else 1

        def tried(attempts: int) -> SentRequest:
            return SentRequest(method, urlsplit(url).path, attempts, sent.get("idempotency-key"))

        for attempt in count(1):
            received: Received | None = None
            try:
                received = self._attempt(method, url, text, sent)
            except (OSError, HTTPException) as error:
                if attempt == most:
                    raise ServiceUnreachableError(tried(attempt)) from error
            if received is not None:
                if received.status < 300:
                    content = _content(received)
                    return Answer(received.status, received.headers, content, url)
                if attempt == most or not received.asks_again:
                    raise problem_error(
                        received.status, received.headers, received.body, tried(attempt)
                    )
            self._sleep(self._pause(attempt, received))
        raise AssertionError("unreachable")

    def dry_run(self, call: Callable[[BrokerageClient], Answer[Any]]) -> DryRun:
        """
        What a write would do, without doing it: ``api.dry_run(lambda asked: asked.members.create(body))["wouldDo"]``. Raises
        `ProblemError` if it would be refused.
        """
        asked = copy(self)
        asked._always = {"dry-run": "true"}
        Operations.__init__(asked, asked.request)
        return cast(DryRun, call(asked).body)

    def lines(self, path: str, headers: Mapping[str, str] = NONE) -> Iterator[str]:
        """Opens a live stream once and yields its lines as they arrive; a silence longer than the timeout raises `OSError`."""
        url = self._url(path, NONE)
        signed = authorization(self._credentials, "GET", url, b"", timestamp_for(time.time()))
        request = Request(url, None, {**headers, "authorization": signed}, method="GET")
        try:
            for line in self._stream(request, self._timeout):
                yield line.decode().rstrip("\r\n")
        except HTTPError as error:
            with error:
                tried = SentRequest("GET", urlsplit(url).path, 1)
                raise problem_error(error.code, error.headers, error.read(), tried) from error

    def each(self, first: Answer[List[T]]) -> Iterator[T]:
        """Yields every item of a list, starting from its first page; reads further pages as needed."""
        page: Answer[List[T]] = first
        while True:
            yield from page.body
            if page.next is None:
                return
            page = self.request("GET", page.next)

    def _url(self, path: str, query: Mapping[str, Any]) -> str:
        given = {name: _as_text(value) for name, value in query.items() if value is not None}
        url = self._base_url + path if path.startswith("/") else path
        if given:
            url += f"?{urlencode(given, quote_via=quote)}"
        # encodes what a URL can't contain, but nothing twice
        return quote(url, safe="%/:?=&!$'()*+,;@[]~")

    def _attempt(self, method: str, url: str, text: bytes, headers: Dict[str, str]) -> Received:
        signed = authorization(
            self._credentials, method, url, text, timestamp_for(time.time())
        )
        request = Request(url, text or None, {**headers, "authorization": signed}, method=method)
        if self._consistency is not None and not request.has_header("X-consistency-token"):
            request.add_header("X-consistency-token", self._consistency)
        received = self._send(request, self._timeout)
        self._consistency = received.headers["x-consistency-token"] or self._consistency
        return received

    def _pause(self, attempt: int, received: Received | None) -> float:
        """``Retry-After`` plus a random part of a growing pause."""
        try:
            asked = float(received.headers["retry-after"] or 0) if received else 0.0
        except ValueError:
            asked = 0.0
        own = min(self._retries.most, self._retries.base * 2 ** (attempt - 1))
        return asked + own * random.random()


def _content(received: Received) -> Any:
    if not received.body:
        return None
    if received.headers.get_content_disposition() == "attachment":
        return received.body
    if "json" in received.headers.get_content_type():
        if received.headers.get_content_type() != "application/x-ndjson":
            return json.loads(received.body)
    return received.body.decode()


def _as_text(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else value
