#!/usr/bin/env python3
"""Receives Sheaf's webhooks with the standard library of Python 3.8 or newer.

    SHEAF_WEBHOOK_SECRETS=whsec_... python3 receiver.py --port 8093

During a rotation, separate the secrets with spaces. Prints a line for each event.
"""
import argparse, base64, hashlib, hmac, json, os, signal, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRETS = os.environ.get("SHEAF_WEBHOOK_SECRETS", "").split()
TOLERANCE = 300  # seconds between the signature and now
LONGEST_BODY = 256 * 1024
HANDLED = set()  # in production, a database table that outlives the process


class Rejected(Exception):
    """The request is not a webhook from Sheaf."""


def field(headers, name):
    if not headers.get(name):
        raise Rejected("MISSING_HEADER")
    return headers[name]


def verify(headers, body, secrets=SECRETS, now=time.time):
    """Returns the event of a webhook (Standard Webhooks 1.0). Raises Rejected if the signature is not valid."""
    message_id, sent, signatures = (field(headers, f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not (sent.isascii() and sent.isdigit() and len(sent) <= 12):
        raise Rejected("MALFORMED")
    age = int(now()) - int(sent)
    if abs(age) > TOLERANCE:
        raise Rejected("TOO_OLD" if age > 0 else "TOO_NEW")
    content = f"{message_id}.{sent}.".encode("latin-1") + body
    given = [signature[3:].encode("latin-1") for signature in signatures.split() if signature.startswith("v1,")]
    if not given:
        raise Rejected("MALFORMED")
    keys = [base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret) for secret in secrets]
    expected = [base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()) for key in keys]
    if not any([hmac.compare_digest(mac, signature) for mac in expected for signature in given]):
        raise Rejected("NO_MATCH")
    return json.loads(body)


def handle(event):
    """Handles an event once. Sheaf waits 15 seconds for the response, so put longer work into a queue of your own."""
    outcome = "repeated" if event["eventId"] in HANDLED else "received"
    HANDLED.add(event["eventId"])
    print(outcome, event["type"], event["eventId"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 15  # seconds for a slow sender

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdigit():
            return self.respond(411, "send Content-Length")
        if int(length) > LONGEST_BODY:
            self.rfile.read(min(int(length), 4 * LONGEST_BODY))  # a sender that is cut off would miss the response
            return self.respond(413, "body too long")
        try:
            handle(verify(self.headers, self.rfile.read(int(length))))
        except Rejected as rejected:
            print("rejected", rejected, flush=True)
            return self.respond(400, str(rejected))
        self.respond(204)

    def respond(self, status, text=""):
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Receives Sheaf's webhooks.")
    parser.add_argument("--port", type=int, default=8093)
    if not SECRETS:
        parser.error("SHEAF_WEBHOOK_SECRETS is missing")
    server = ThreadingHTTPServer(("127.0.0.1", parser.parse_args().port), Receiver)
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"listens on http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()
