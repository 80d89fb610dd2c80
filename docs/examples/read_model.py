"""A read model of one's own: the firm's accounts and their cash transactions, in a file. It begins from lists, follows the event
feed from exactly there, and goes on where it was after a restart. Environment: BASE_URL, API_KEY, SHARED_SECRET, MODEL (the file).
"""

import json
import os

from brokerage_client import ApiKey, BrokerageClient, Feed, ProblemError

MODEL = os.environ.get("MODEL", "model.json")
api = BrokerageClient(
    os.environ["BASE_URL"], ApiKey(os.environ["API_KEY"], os.environ["SHARED_SECRET"])
)


class Model:
    """The model and the place in the feed that it has reached, kept together: so each event changes it once."""

    def __init__(self):
        try:
            with open(MODEL, encoding="utf-8") as file:
                self.kept = json.load(file)
        except FileNotFoundError:
            self.kept = begin()
            self.write()

    def write(self):
        with open(f"{MODEL}.new", "w", encoding="utf-8") as file:
            json.dump(self.kept, file)
        os.replace(f"{MODEL}.new", MODEL)

    def load(self):
        return self.kept

    def save(self, state):
        self.kept.update(state)
        self.write()


def begin():
    """
    Takes the end of the feed first, then lists that are not older. What happens meanwhile may be in a list already and comes as an
    event too, which reads it once more.
    """
    end = api.feed.of_firm(cursor="newest", limit=1).headers
    since = {"X-Consistency-Token": end["x-feed-position"]}
    kept = {"cursor": end["x-feed-cursor"], "sequences": {}, "accounts": {}, "cash": {}}
    for account in api.each(api.accounts.list(limit=500, headers=since)):
        number = account["accountNumber"]
        kept["accounts"][number] = account
        transactions = api.each(api.cash_transactions.list(number, limit=500, headers=since))
        kept["cash"][number] = {one["oid"]: one for one in transactions}
    return kept


def if_there(read):
    """None for what may no longer be read."""
    try:
        return read().body
    except ProblemError as error:
        if error.status in (403, 404, 410):
            return None
        raise


def handle(event, kept):
    """Events are thin: they say what has changed. The state right after it, or a later one, is read."""
    number, since = event["data"]["accountNumber"], {"X-Consistency-Token": event["position"]}
    if event["type"].startswith("brokerage.account."):
        account = if_there(lambda: api.accounts.get(number, headers=since))
        if account:
            kept["accounts"][number] = account
    if event["type"].startswith("brokerage.cash-transaction."):
        oid = event["data"]["oid"]
        transaction = if_there(lambda: api.cash_transactions.get(number, oid, headers=since))
        if transaction:
            kept["cash"].setdefault(number, {})[oid] = transaction


model = Model()
for event in Feed(api, model).follow():
    handle(event, model.kept)
