"""Following the events of a firm, or of one account."""

from __future__ import annotations

import json
import os
import time
from typing import Dict, Iterator, List, Protocol, TypedDict

from .answer import Answer, ProblemError
from .client import BrokerageClient
from .types import PublishedEvent


class FeedState(TypedDict):
    """How far a reader has come."""

    cursor: str | None
    """Where to go on."""
    sequences: Dict[str, int]
    """Sequence of the newest event of each account that has been dealt with."""


class FeedStateStore(Protocol):
    """Where a reader keeps how far it has come. Best together with what it makes of the events, in one transaction."""

    def load(self) -> FeedState | None:
        """None before the first event."""

    def save(self, state: FeedState) -> None:
        """Replaces what was kept."""


class FileFeedState:
    """Keeps the state in a file, which is replaced as a whole: a crash leaves the old one or the new one."""

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
    """An event of an account is missing: the reader must not go on as if nothing had happened."""


class FeedUnavailableError(Exception):
    """The service can't be reached, or asks to come again later."""


class Feed:
    """
    Reads the event feed page by page, keeps its place, hands each event on once, in the order of its account, and checks that no
    event of an account is missing. An event counts as dealt with when the next one is asked for: where a reader ends before that,
    by an error or a crash, the event comes once more. Go by its ``id``.
    """

    def __init__(
        self, client: BrokerageClient, state: FeedStateStore, path: str = "/restapi/events"
    ) -> None:
        """:param path: the feed of the firm, or of one account: ``/restapi/accounts/{number}/events``"""
        self._client = client
        self._store = state
        self._path = path

    def read(self) -> Iterator[PublishedEvent]:
        """Every event since the last one, until there are no more. Raises `FeedGapError` and `FeedUnavailableError`."""
        known = self._store.load() or {"cursor": None, "sequences": {}}
        cursor, sequences = known["cursor"], dict(known["sequences"])
        while True:
            page = self._page(cursor)
            for event in page.body:
                account, sequence = event["data"]["accountNumber"], int(event["sequence"])
                before = sequences.get(account)
                if before is not None and sequence <= before:
                    continue
                if before is not None and sequence != before + 1:
                    raise FeedGapError(
                        f"account {account}: event {sequence} came where {before + 1} was expected"
                    )
                yield event
                sequences[account] = sequence
                self._store.save({"cursor": cursor, "sequences": sequences})
            cursor = page.headers["x-feed-cursor"]
            self._store.save({"cursor": cursor, "sequences": sequences})
            if page.next is None:
                return

    def follow(self, every: float = 5.0) -> Iterator[PublishedEvent]:
        """
        Every event since the last one, and those to come: looks again after so many seconds, also where the service could not be
        reached. Ends only when the feed is refused or has a hole.
        """
        while True:
            try:
                yield from self.read()
            except FeedUnavailableError:
                pass
            time.sleep(every)

    def _page(self, cursor: str | None) -> Answer[List[PublishedEvent]]:
        try:
            return self._client.request("GET", self._path, query={"cursor": cursor})
        except OSError as error:
            raise FeedUnavailableError(str(error)) from error
        except ProblemError as error:
            if error.status == 429 or error.status >= 500:
                raise FeedUnavailableError(str(error)) from error
            raise
