"""A reader whose place the service keeps: it prints the accounts that are opened, and parks what it can't handle. A second one, or
one that was killed, goes on from there. Environment: BASE_URL, API_KEY, SHARED_SECRET.
"""

import os
import time

from brokerage_client import ApiKey, BrokerageClient

NAME = "openings"
api = BrokerageClient(
    os.environ["BASE_URL"], ApiKey(os.environ["API_KEY"], os.environ["SHARED_SECRET"])
)


def handle(event):
    """An event may come again: after a crash before its page was acknowledged."""
    print(event["data"]["accountNumber"], flush=True)


def park(event):
    account, sequence = event["data"]["accountNumber"], int(event["sequence"])
    api.feed_subscriptions.park(
        NAME, {"accountNumber": account, "sequence": sequence, "reason": "not-handled"}
    )


# where it begins counts only the first time
api.feed_subscriptions.put(
    NAME, {"eventTypes": ["brokerage.account.opened.v1"], "from": "2000-01-01"}
)
while True:
    page = api.feed_subscriptions.events(NAME)
    for event in page.body:
        try:
            handle(event)
        except ValueError:
            park(event)
    api.feed_subscriptions.acknowledge(NAME, {"cursor": page.headers["x-feed-cursor"]})
    if not page.body:
        time.sleep(1)
