"""What a newcomer does, against a running service: `test/journeys/installed-clients.spec.ts` starts it."""

import json
import os
import sys
import tempfile

from brokerage_client import (
    ApiKey,
    BrokerageClient,
    Feed,
    FileFeedState,
    ProblemError,
    receive_webhook,
)
from brokerage_client.client import send_once

posted = []


def lose_the_first_answer(request, timeout):
    received = send_once(request, timeout)
    if request.method == "POST":
        posted.append((request.get_header("Idempotency-key"), received))
        if len(posted) == 1:
            raise ConnectionResetError
    return received


environment = os.environ
credentials = ApiKey(environment["API_KEY"], environment["SHARED_SECRET"])
base_url = environment["BASE_URL"]
api = BrokerageClient(base_url, credentials, send=lose_the_first_answer)

member = json.loads(environment["MEMBER"])
login = api.members.create(member).created_id
(first_key, _), (second_key, again) = posted
numbers = [
    api.accounts.open(
        {
            "accountName": name,
            "accountType": "I",
            "billingPlanOid": environment["BILLING_PLAN"],
            "primaryAccountOwner": login,
        }
    ).created_id
    for name in ("First", "Second")
]

try:
    refused = api.rtgs.get("none").status
except ProblemError as error:
    refused = error.status

with tempfile.TemporaryDirectory() as folder:
    state = FileFeedState(f"{folder}/feed.json")
    path = f"/restapi/accounts/{numbers[0]}/events"
    events = [event["type"] for event in Feed(api, state, path).read()]
    later = list(Feed(api, state, path).read())

webhook = json.loads(environment["WEBHOOK"])
message = receive_webhook([webhook["secret"]], webhook["headers"], webhook["body"].encode())

json.dump(
    {
        "loginId": api.members.get(login).body["loginId"],
        "retried": first_key == second_key and again.headers["idempotent-replayed"] == "true",
        # the list is in the order of account numbers, which are random
        "accounts": sorted(
            account["accountName"] for account in api.each(api.accounts.list(owner=login, limit=1))
        ),
        "refused": refused,
        "events": events,
        "later": later,
        "type": message["type"],
    },
    sys.stdout,
)
