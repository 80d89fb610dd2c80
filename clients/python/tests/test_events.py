import itertools
import json
import os
import tempfile
import unittest
from email.message import Message

from brokerage_client import (
    Answer,
    Feed,
    FeedGapError,
    FeedUnavailableError,
    FileFeedState,
    ProblemError,
    SentRequest,
    ServiceUnreachableError,
    WebhookVerificationError,
    known_event,
    receive_webhook,
)


SENT = SentRequest("GET", "/restapi/events", 1)


def event(account, sequence):
    return {"id": f"{account}-{sequence}", "sequence": str(sequence), "data": {"accountNumber": account}}


class Pages:
    """A client that has these pages, by cursor."""

    def __init__(self, pages):
        self.pages = pages

    def request(self, method, path, *, query):
        page = self.pages[query["cursor"]]
        if isinstance(page, list):
            page = page.pop(0)
        if isinstance(page, Exception):
            raise page
        events, cursor, more = page
        headers = Message()
        headers["x-feed-cursor"] = cursor
        if more:
            headers["link"] = f'<http://service.example{path}?cursor={cursor}>; rel="next"'
        return Answer(200, headers, events, "http://service.example")


class Feeds(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.state = FileFeedState(os.path.join(folder.name, "feed.json"))

    def ids(self, pages):
        return [one["id"] for one in Feed(Pages(pages), self.state).read()]

    def test_from_page_to_page_and_on_from_there(self):
        pages = {
            None: ([event("A", 1), event("B", 1)], "c1", True),
            "c1": ([], "c2", True),
            "c2": ([event("A", 2)], "c3", False),
        }
        self.assertEqual(self.ids(pages), ["A-1", "B-1", "A-2"])
        self.assertEqual(self.state.load(), {"cursor": "c3", "sequences": {"A": 2, "B": 1}})
        self.assertEqual(self.ids({"c3": ([event("B", 2)], "c4", False)}), ["B-2"])

    def test_after_an_error_goes_on_with_the_event_that_was_not_dealt_with(self):
        pages = {None: ([event("A", 1), event("A", 2)], "c1", False)}
        with self.assertRaises(ZeroDivisionError):
            for one in Feed(Pages(pages), self.state).read():
                if one["id"] == "A-2":
                    raise ZeroDivisionError
        self.assertEqual(self.ids(pages), ["A-2"])

    def test_a_hole(self):
        pages = {None: ([event("A", 1), event("A", 3)], "c1", False)}
        with self.assertRaisesRegex(FeedGapError, "account A: expected event 2, got 3"):
            self.ids(pages)


    def test_the_service_is_away_for_a_while(self):
        away = [ConnectionResetError(), ProblemError(503, [], None, SENT)]
        with self.assertRaises(FeedUnavailableError):
            self.ids({None: away[0]})
        feed = Feed(Pages({None: [*away, ([event("A", 1)], "c1", False)]}), self.state)
        self.assertEqual(next(feed.follow(every=0))["id"], "A-1")

    def test_a_feed_that_is_refused(self):
        feed = Feed(Pages({None: ProblemError(403, [], None, SENT)}), self.state)
        with self.assertRaises(ProblemError):
            next(feed.follow(every=0))


class Streams:
    """A client whose streams have these lines; an error ends one. Remembers where each was begun."""

    def __init__(self, *streams):
        self.streams = list(streams)
        self.begun = []

    def lines(self, path, headers):
        self.begun.append(headers.get("last-event-id"))
        for line in self.streams.pop(0):
            if isinstance(line, Exception):
                raise line
            yield line


def message(account, sequence):
    return [f"id: c{sequence}", f"data: {json.dumps(event(account, sequence))}", ""]


class Live(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.state = FileFeedState(os.path.join(folder.name, "feed.json"))

    def take(self, client, count):
        return [one["id"] for one in itertools.islice(Feed(client, self.state).follow(), count)]

    def test_goes_on_after_each_end(self):
        heartbeat = [": hello", "event: heartbeat", 'data: {"cursor": "c"}', ""]
        client = Streams(
            [*heartbeat, *message("A", 1), ConnectionResetError()],
            [ServiceUnreachableError(SENT)],
            [ProblemError(503, [], None, SENT)],
            [*message("A", 1), *message("A", 2), "event: end", 'data: {"reason": "stopping"}', ""],
            message("A", 3),
        )
        self.assertEqual(self.take(client, 3), ["A-1", "A-2", "A-3"])
        self.assertEqual(client.begun, [None, "c1", "c1", "c1", "c2"])

    def test_an_event_counts_once_the_next_is_asked_for(self):
        self.assertEqual(self.take(Streams([*message("A", 1), *message("A", 2)]), 2), ["A-1", "A-2"])
        client = Streams([*message("A", 2), *message("A", 3)])
        self.assertEqual(self.take(client, 1), ["A-2"])
        self.assertEqual(client.begun, ["c1"])

    def test_a_hole_and_a_refusal_end_it(self):
        with self.assertRaises(FeedGapError):
            self.take(Streams([*message("A", 1), *message("A", 3)]), 2)
        with self.assertRaises(ProblemError):
            self.take(Streams([ProblemError(403, [], None, SENT)]), 1)


class Types(unittest.TestCase):
    def test_known(self):
        created = {**event("A", 1), "type": "brokerage.folio.created.v1"}
        self.assertIs(known_event(created), created)
        self.assertIsNone(known_event({**created, "type": "brokerage.folio.created.v9"}))


class Webhooks(unittest.TestCase):
    # the example of https://www.standardwebhooks.com
    SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    BODY = b'{"test": 2432232314}'
    HEADERS = {
        "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,b3RoZXI= v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    OTHER = "whsec_b3RoZXI="

    def take(self, secrets=(SECRET,), body=BODY, now=1614265330, **headers):
        return receive_webhook(secrets, {**self.HEADERS, **headers}, body, now)

    def test_what_the_service_sent(self):
        self.assertEqual(self.take(), {"test": 2432232314})
        self.assertEqual(self.take((self.OTHER, self.SECRET), now=1614265330 - 299)["test"], 2432232314)

    def test_what_it_did_not_send(self):
        for refused in [
            lambda: self.take((self.OTHER,)),
            lambda: self.take(()),
            lambda: self.take(body=b'{"test": 1}'),
            lambda: self.take(now=1614265330 + 301),
            lambda: self.take(now=1614265330 - 301),
            lambda: self.take(**{"webhook-timestamp": "soon"}),
            lambda: self.take(**{"webhook-signature": "v1,é"}),
            lambda: receive_webhook([self.SECRET], {}, self.BODY),
        ]:
            with self.assertRaises(WebhookVerificationError):
                refused()


if __name__ == "__main__":
    unittest.main()
