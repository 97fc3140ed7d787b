"""Estimates a bulk send, places the order and reads its state. Needs Python 3.9 or later and nothing else.

HERALD_URL, HERALD_KEY, HERALD_SECRET, HERALD_LIST: the address, the app key, its secret, the id of a contact list.
"""

import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ["HERALD_URL"]
KEY = os.environ["HERALD_KEY"]
SECRET = os.environ["HERALD_SECRET"]


def call(method, path, content=None, **headers):
    body = b"" if content is None else json.dumps(content).encode()
    now = str(int(time.time()))
    nonce = uuid.uuid4().hex
    text = "\n".join([method, "/api" + path, now, nonce, hashlib.sha256(body).hexdigest()])
    signature = hmac.new(SECRET.encode(), text.encode(), hashlib.sha256).hexdigest()
    request = urllib.request.Request(URL + "/api" + path, body or None, method=method)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    for name, value in {
        **headers,
        "Content-Type": "application/json",
        "X-Herald-Key": KEY,
        "X-Herald-Timestamp": now,
        "X-Herald-Nonce": nonce,
        "X-Herald-Signature": signature,
    }.items():
        request.add_header(name, value)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)["data"]
    except urllib.error.HTTPError as error:
        answer = json.load(error)
        sys.exit(f"{answer['code']}: {answer['message']}")


order = {
    "name": "Spring sale",
    "groupId": os.environ["HERALD_LIST"],
    "channel": "whatsapp",
    "countryCode": "BR",
    "message": {"type": "text", "text": "20% off this week"},
}
cost = call("POST", "/gc/groupsendorder/estimate", order)["cost"]
print("cost", cost)

# Keep the key until the answer arrives: the same key and body never make a second order.
once = uuid.uuid4().hex
placed = call("POST", "/gc/groupsendorder", {**order, "expectedCost": cost}, Idempotency_Key=once)
print("order", placed["id"])

print("status", call("GET", "/gc/groupsendorder/" + placed["id"])["status"])
