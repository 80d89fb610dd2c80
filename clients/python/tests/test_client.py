import json
import unittest
from email.message import Message
from http.client import IncompleteRead

from brokerage_client import (
    Answer,
    ApiKey,
    BrokerageClient,
    ProblemError,
    Retries,
    SentRequest,
    ServiceUnreachableError,
    Token,
)
from brokerage_client.client import Received
from brokerage_client.signing import authorization, timestamp_for


def answer(status, body=None, **headers):
    message = Message()
    message["content-type"] = "application/json"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    return Received(status, message, b"" if body is None else json.dumps(body).encode())


class World:
    """A service that gives these answers in turn; an error stands for a connection that breaks."""

    def __init__(self, *answers, credentials=ApiKey("acme", "secret")):
        self.answers = list(answers)
        self.sent = []
        self.pauses = []
        self.api = BrokerageClient(
            "http://service.example",
            credentials,
            send=self.send,
            sleep=self.pauses.append,
            retries=Retries(base=0),
        )

    def send(self, request, timeout):
        self.sent.append(request)
        one = self.answers.pop(0)
        if isinstance(one, Exception):
            raise one
        return one

    def header(self, name):
        return [request.get_header(name.capitalize()) for request in self.sent]


AWAY = answer(503, [], retry_after="2")
FOLIO = {"folioName": "Growth", "accountNumber": "RA1", "dividendReinvest": True}


class Requests(unittest.TestCase):
    def test_operation(self):
        world = World(answer(201, location="http://service.example/restapi/x/RA%20103"))
        made = world.api.folios.create("RA/1", FOLIO, headers={"Dry-Run": "false"})
        self.assertEqual(made.created_id, "RA 103")
        [request] = world.sent
        self.assertEqual(request.method, "POST")
        self.assertEqual(
            request.full_url, "http://service.example/restapi/accounts/RA%2F1/folios"
        )
        self.assertEqual(json.loads(request.data), FOLIO)
        self.assertEqual(world.header("dry-run"), ["false"])

    def test_query(self):
        world = World(answer(200, []))
        world.api.accounts.list(limit=5, accountType=["I", "J"], accountName="Jane's & mine")
        self.assertEqual(
            world.sent[0].full_url.partition("?")[2],
            "limit=5&accountType=I%2CJ&accountName=Jane%27s%20%26%20mine",
        )

    def test_options_of_a_call(self):
        world = World(answer(200), answer(200))
        world.api.folios.update(
            "RA1", "RA103", FOLIO, idempotency_key="k", if_match='"3"', associated_member_id="jane"
        )
        world.api.folios.update("RA1", "RA103", FOLIO)
        self.assertEqual(world.header("if-match"), ['"3"', None])
        self.assertEqual(world.header("x-associated-member-id"), ["jane", None])
        self.assertEqual(world.header("idempotency-key")[0], "k")

    def test_dry_run(self):
        world = World(answer(200, {"wouldAnswer": 201}), answer(201))
        said = world.api.dry_run(lambda asked: asked.folios.create("RA1", FOLIO))
        self.assertEqual(said["wouldAnswer"], 201)
        world.api.folios.create("RA1", FOLIO)
        self.assertEqual(world.header("dry-run"), ["true", None])

    def test_where_and_as_whom(self):
        for wrong in [lambda: ApiKey("acme", None), lambda: ApiKey("", "s"), lambda: Token(None)]:
            with self.assertRaises(TypeError):
                wrong()
        world = World(answer(200, []))
        world.api._base_url = BrokerageClient("http://service.example/x/", Token("t"))._base_url
        world.api.rtgs.list()
        self.assertEqual(world.sent[0].full_url, "http://service.example/x/restapi/rtgs")

    def test_token(self):
        world = World(answer(200, []), credentials=Token("t"))
        world.api.rtgs.list()
        self.assertEqual(world.header("authorization"), ["Bearer t"])

    def test_signs_what_is_sent(self):
        header = authorization(
            ApiKey("acme", "secret", "jané"),
            "POST",
            "https://api.example.com/restapi/accounts?a=%20b",
            b'{"a":1}',
            "2026-03-02T15:00:00.000+00:00",
        )
        self.assertEqual(
            header,
            "FOLIOWS FOLIOWS_API_KEY=acme,FOLIOWS_MEMBER_ID=jan%C3%A9,"
            "FOLIOWS_SIGNATURE=AE%2Bw9nIj2A8M4CC5efeKBdYQGDZgZSI0TnYizAQFyIc%3D,"
            "FOLIOWS_TIMESTAMP=2026-03-02T15%3A00%3A00.000%2B00%3A00",
        )

    def test_no_two_timestamps_are_the_same(self):
        self.assertEqual(len({timestamp_for(1_900_000_000) for _ in range(3)}), 3)

    def test_secrets_are_not_shown(self):
        self.assertNotIn("hidden", repr(ApiKey("a", "hidden")) + repr(Token("hidden")))

    def test_operations_are_found_by_topic(self):
        world = World(*(answer(200) for _ in range(4)))
        world.api.bank_links.verify("RA1", "7", {})
        world.api.backoffice.firms.define("1", {})
        world.api.sandbox.clock.move({})
        world.api.sandbox.fund("RA1", {})
        self.assertEqual(
            [request.full_url.split("/", 3)[3] for request in world.sent],
            [
                "restapi/accounts/RA1/verify/microdeposits/7",
                "backoffice/firms/1",
                "sandbox/clock",
                "sandbox/accounts/RA1/fund",
            ],
        )

    def test_own_writes_are_read(self):
        world = World(answer(200, []), answer(201, x_consistency_token="t1"), answer(200, []))
        world.api.rtgs.list()
        world.api.folios.create("RA1", FOLIO)
        world.api.rtgs.list()
        self.assertEqual(world.header("x-consistency-token"), [None, None, "t1"])


class Again(unittest.TestCase):
    def test_a_read_after_what_the_answer_asks_for(self):
        world = World(AWAY, AWAY, answer(200, []))
        self.assertEqual(world.api.rtgs.list().body, [])
        self.assertEqual(world.pauses, [2, 2])

    def test_a_write_with_its_key_and_a_signature_of_its_own(self):
        world = World(ConnectionResetError(), answer(201))
        world.api.folios.create("RA1", FOLIO)
        self.assertEqual(len(set(world.header("idempotency-key"))), 1)
        self.assertEqual(len(set(world.header("authorization"))), 2)

    def test_the_callers_key_is_kept(self):
        world = World(answer(201))
        world.api.folios.create("RA1", FOLIO, headers={"Idempotency-Key": "mine"})
        self.assertEqual(world.header("idempotency-key"), ["mine"])

    def test_which_answers_ask_for_it(self):
        for first, times in [
            (answer(429, [], retry_after="1"), 2),
            (answer(409, [], retry_after="1"), 2),
            (answer(409, []), 1),
            (answer(400, []), 1),
            (answer(500, []), 1),
        ]:
            world = World(first, answer(201))
            try:
                world.api.folios.create("RA1", FOLIO)
            except ProblemError:
                pass
            self.assertEqual(len(world.sent), times, first)

    def test_a_deletion_is_sent_once(self):
        world = World(AWAY)
        with self.assertRaises(ProblemError):
            world.api.restrictions.remove("RA1", "1")

    def test_four_times_at_most(self):
        world = World(AWAY, AWAY, AWAY, AWAY)
        with self.assertRaises(ProblemError) as raised:
            world.api.rtgs.list()
        self.assertEqual(raised.exception.status, 503)
        world = World(*[IncompleteRead(b"")] * 4)
        with self.assertRaises(ServiceUnreachableError):
            world.api.rtgs.list()
        world = World(*[ConnectionResetError()] * 4)
        with self.assertRaises(ServiceUnreachableError) as raised:
            world.api.folios.create("RA1", FOLIO, headers={"Idempotency-Key": "mine"})
        self.assertIsInstance(raised.exception.__cause__, ConnectionResetError)
        told = SentRequest("POST", "/restapi/accounts/RA1/folios", 4, "mine")
        self.assertEqual(raised.exception.request, told)
        self.assertEqual(
            str(raised.exception),
            "POST /restapi/accounts/RA1/folios (4 attempts): the service can't be reached",
        )


class Answers(unittest.TestCase):
    def test_a_refusal_has_every_problem(self):
        problems = [{"type": "VALIDATION_RULE", "errorCode": "a.rule", "message": "No"}]
        world = World(answer(400, problems, x_request_id="r1"))
        with self.assertRaises(ProblemError) as raised:
            world.api.folios.create("RA1", FOLIO)
        error = raised.exception
        self.assertEqual((error.status, error.problems, error.request_id), (400, problems, "r1"))
        self.assertTrue(error.has("a.rule"))
        self.assertFalse(error.has("another"))
        self.assertEqual(str(error), "POST /restapi/accounts/RA1/folios: HTTP 400: VALIDATION_RULE a.rule No")

    def test_what_is_no_error_list(self):
        world = World(Received(502, Message(), b"Bad gateway"))
        with self.assertRaises(ProblemError) as raised:
            world.api.rtgs.list()
        self.assertEqual(raised.exception.problems, [])

    def test_pages(self):
        link = '<http://service.example/restapi/trustees?limit=1&cursor=c%201>; rel="next"'
        world = World(answer(200, [{"loginId": "a"}], link=link), answer(200, [{"loginId": "b"}]))
        found = list(world.api.each(world.api.trustees.list(limit=1)))
        self.assertEqual([one["loginId"] for one in found], ["a", "b"])
        self.assertTrue(world.sent[1].full_url.endswith("cursor=c%201"))

    def test_a_document_is_bytes(self):
        headers = {"content_disposition": 'attachment; filename="memorandum.pdf"'}
        message = answer(200, **headers).headers
        message.replace_header("content-type", "application/pdf")
        world = World(Received(200, message, b"%PDF-1.7\n\xe2\xe3\xcf\xd3"))
        read = world.api.private_placement_offers.document("1", "memorandum", associated_member_id="jane")
        self.assertEqual(read.body, b"%PDF-1.7\n\xe2\xe3\xcf\xd3")
        self.assertEqual(world.header("X-associated-member-id"), ["jane"])

    def test_no_location(self):
        with self.assertRaises(ValueError):
            Answer(200, Message(), None, "http://service.example").created_id


if __name__ == "__main__":
    unittest.main()
