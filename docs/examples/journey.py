"""From two people to a monthly deposit, in a sandbox: a joint account, signed by both, a bank account verified by micro-deposits.
Environment: BASE_URL, API_KEY, SHARED_SECRET, BILLING_PLAN (an id of GET /restapi/billingplans, of type A).
"""

import os
import random

from brokerage_client import ApiKey, BrokerageClient, ProblemError

api = BrokerageClient(
    os.environ["BASE_URL"], ApiKey(os.environ["API_KEY"], os.environ["SHARED_SECRET"])
)
SIGNATURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def member(first_name):
    """A person who may own accounts. Returns the login id."""
    number = random.randint(10_000_000, 99_999_998)
    return api.members.create(
        {
            "loginId": f"{first_name}.{number}".lower(),
            "tid": f"5{number}",
            "firstName": first_name,
            "lastName": "Doe",
            "dateOfBirth": "1980-05-17",
            "email1": "doe@example.com",
            "primaryAddress": {
                "line1": "350 Fifth Avenue",
                "city": "New York",
                "state": "NY",
                "zipcode": "10118",
            },
        }
    ).created_id


jane, john = member("Jane"), member("John")
body = {
    "accountName": "Jane and John",
    "accountType": "J",
    "billingPlanOid": os.environ["BILLING_PLAN"],
    "primaryAccountOwner": jane,
    "jointOwners": [john],
}
for event in api.dry_run(lambda asked: asked.accounts.open(body))["wouldDo"]:
    print("would do:", event["description"])
account = api.accounts.open(body).created_id

# It is restricted until both have signed the customer agreement.
for login_id in (jane, john):
    api.customer_agreements.sign(
        account,
        {
            "loginId": login_id,
            "signatureMethod": "SIGNATURE_IMAGE",
            "signatureImageEncoding": "PNG",
            "signatureData": SIGNATURE,
        },
    )
print(account, api.accounts.get(account).body["accountStatus"])

# Two amounts arrive at the bank account; whoever can read them there owns it. Only a sandbox shows them.
link = api.bank_links.create(
    account,
    {
        "accountType": "C",
        "bankAccountNumber": "123456789",
        "routingNumber": "021000021",
        "ownerLoginId": jane,
        "nameOnAccount": "Jane Doe",
        "bankName": "First Bank",
    },
).created_id
md1, md2 = api.sandbox.micro_deposits(account, link).body["amounts"]
verification = {"bankLinkOid": link, "op": "verify_md", "ownerLoginId": jane}
try:
    api.bank_links.verify(account, link, {**verification, "md1": "1.01", "md2": md2})
except ProblemError as error:
    for problem in error.problems:
        print(problem["message"])  # how many attempts are left
api.bank_links.verify(account, link, {**verification, "md1": md1, "md2": md2})

deposit = api.cash_transactions.create(
    account,
    {
        "transactionType": "AHD",
        "sourceId": link,
        "targetId": account,
        "amount": "250.00",
        "processDate": api.sandbox.clock.get().body["time"][:10],
        "repeatType": "M",
        "repeatInterval": "1",
        "repeatOffset": "31",  # the last day of each month
        "endDateChoice": "transfersInfinite",
    },
).created_id
# In a sandbox the client is the bank too: the money arrives.
api.sandbox.complete_transfer(account, deposit)
for one in api.cash_transactions.list(account).body:
    print(one["processDate"], one["amount"], one["status"])
