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
    Reads the event feed page by page, stores its cursor, yields each event once, in the order of its account, and checks that no
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
                        f"account {account}: expected event {before + 1}, got {sequence}"
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
        Yields every event since the last one, and future ones. Polls again after ``every`` seconds, even if the service could not be
        reached. Ends only if the feed is refused or has a gap.
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
