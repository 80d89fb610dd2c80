"""Following the events of a firm, or of one account."""

from __future__ import annotations

import json
import os
import random
import time
from http.client import HTTPException
from typing import Dict, Iterator, List, Mapping, Protocol, Tuple, TypedDict, cast

from .answer import Answer, ProblemError
from .client import BrokerageClient
from .events import KNOWN_TYPES, KnownEvent
from .types import PublishedEvent

LONGEST_PAUSE = 30.0
"""Longest pause before connecting again, in seconds."""


def known_event(event: PublishedEvent) -> KnownEvent | None:
    """The event with the type of its data, once ``type`` is compared; None for a type that came later than this client."""
    return cast(KnownEvent, event) if event["type"] in KNOWN_TYPES else None


class FeedState(TypedDict):
    """Progress of a reader."""

    cursor: str | None
    """Where to continue."""
    sequences: Dict[str, int]
    """Sequence of the newest handled event of each account."""


class FeedStateStore(Protocol):
    """Stores the progress of a reader, ideally in one transaction with the results of its events."""

    def load(self) -> FeedState | None:
        """None before the first event."""

    def save(self, state: FeedState) -> None:
        """Replaces the stored state."""


class FileFeedState:
    """Stores the state in a file that is replaced atomically, so a crash leaves either the old or the new one."""

    def __init__(self, path: str) -> None:
        self._path = path

    def load(self) -> FeedState | None:
        try:
            with open(self._path, encoding="utf-8") as file:
                state: FeedState = json.load(file)
                return state
        except FileNotFoundError:
            return None

    def save(self, state: FeedState) -> None:
        with open(f"{self._path}.new", "w", encoding="utf-8") as file:
            json.dump(state, file)
        os.replace(f"{self._path}.new", self._path)


class FeedGapError(Exception):
    """An event of an account is missing, so the reader must not continue."""


class FeedUnavailableError(Exception):
    """The service can't be reached, or asks to retry later."""


class Feed:
    """
    Reads the event feed in pages or live, stores its cursor, yields each event once, in the order of its account, and checks that no
    event of an account is missing. An event counts as handled when the next one is requested. If a reader ends before that, by an
    error or a crash, the event is yielded again: deduplicate by its ``id``.
    """

    def __init__(
        self, client: BrokerageClient, state: FeedStateStore, path: str = "/restapi/events"
    ) -> None:
        """:param path: the feed of the firm, or of one account: ``/restapi/accounts/{number}/events``"""
        self._client = client
        self._store = state
        self._path = path

    def read(self) -> Iterator[PublishedEvent]:
        """Yields every event since the last one, until there are no more. Raises `FeedGapError` and `FeedUnavailableError`."""
        cursor, sequences = self._known()
        while True:
            page = self._page(cursor)
            for event in page.body:
                if _is_next(event, sequences):
                    yield event
                    sequences[event["data"]["accountNumber"]] = int(event["sequence"])
                    self._store.save({"cursor": cursor, "sequences": sequences})
            cursor = page.headers["x-feed-cursor"]
            self._store.save({"cursor": cursor, "sequences": sequences})
            if page.next is None:
                return

    def follow(self, every: float | None = None) -> Iterator[PublishedEvent]:
        """
        Yields every event since the last one, and future ones as they happen. Connects again whenever the stream ends or the service
        can't be reached; ends only if the feed is refused or has a gap.

        :param every: polls after so many seconds instead, for networks that allow no open responses
        """
        failures = 0
        while True:
            began = time.monotonic()
            try:
                yield from self.read() if every is not None else self._live()
            except FeedUnavailableError:
                pass
            failures = 0 if time.monotonic() - began > LONGEST_PAUSE else failures + 1
            longest = min(LONGEST_PAUSE, 0.1 * 2 ** min(failures, 10))
            time.sleep(longest * random.random() if every is None else every)

    def _live(self) -> Iterator[PublishedEvent]:
        """Yields the events of one stream until it ends."""
        cursor, sequences = self._known()
        headers = {"accept": "text/event-stream"}
        if cursor is not None:
            headers["last-event-id"] = cursor
        try:
            for name, cursor, data in _messages(self._client.lines(self._path, headers)):
                if name == "end":
                    return
                if name == "message":
                    event: PublishedEvent = json.loads(data)
                    if _is_next(event, sequences):
                        yield event
                        sequences[event["data"]["accountNumber"]] = int(event["sequence"])
                if cursor is not None:
                    self._store.save({"cursor": cursor, "sequences": sequences})
        except (OSError, HTTPException) as error:
            raise FeedUnavailableError(str(error)) from error
        except ProblemError as error:
            raise _unavailable(error) from error

    def _known(self) -> Tuple[str | None, Dict[str, int]]:
        state = self._store.load() or {"cursor": None, "sequences": {}}
        return state["cursor"], dict(state["sequences"])

    def _page(self, cursor: str | None) -> Answer[List[PublishedEvent]]:
        try:
            return self._client.request("GET", self._path, query={"cursor": cursor})
        except OSError as error:
            raise FeedUnavailableError(str(error)) from error
        except ProblemError as error:
            raise _unavailable(error) from error


def _unavailable(error: ProblemError) -> Exception:
    """The error itself if it will stay."""
    if error.status == 429 or error.status >= 500:
        return FeedUnavailableError(str(error))
    return error


def _is_next(event: PublishedEvent, sequences: Mapping[str, int]) -> bool:
    """Whether an event is new. Raises `FeedGapError` if one before it is missing."""
    account, sequence = event["data"]["accountNumber"], int(event["sequence"])
    before = sequences.get(account)
    if before is not None and sequence > before + 1:
        raise FeedGapError(f"account {account}: expected event {before + 1}, got {sequence}")
    return before is None or sequence > before


def _messages(lines: Iterator[str]) -> Iterator[Tuple[str, str | None, str]]:
    """Name, id and data of each server-sent event."""
    name, identity, data = "message", None, []
    for line in lines:
        field, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if line == "":
            if data:
                yield name, identity, "\n".join(data)
            name, identity, data = "message", None, []
        elif field == "event":
            name = value
        elif field == "id":
            identity = value
        elif field == "data":
            data.append(value)
