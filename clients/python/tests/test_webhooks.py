"""Webhooks that are no webhooks of Sheaf. The signature is the published example of Standard Webhooks 1.0."""
import base64
import hashlib
import hmac
import json
import unittest
from typing import Any

from sheaf_client import WebhookVerificationError, verify_webhook

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
EXAMPLE = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
NOW = 1614265330.0


def signed(body: str, at: int = int(NOW)) -> dict[str, str]:
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    mac = hmac.new(key, f"id.{at}.{body}".encode(), hashlib.sha256).digest()
    signature = f"v1,{base64.b64encode(mac).decode()}"
    return {"Webhook-Id": "id", "Webhook-Timestamp": str(at), "Webhook-Signature": f"v1,AAAA v2,x {signature}"}


class Webhooks(unittest.TestCase):
    def refused(self, code: str, headers: dict[str, str], body: str, secret: Any = SECRET) -> None:
        with self.assertRaises(WebhookVerificationError) as raised:
            verify_webhook(headers, body, secret, now=lambda: NOW)
        self.assertEqual(raised.exception.code, code)

    def test_an_event_is_returned_with_any_of_two_secrets(self) -> None:
        body = json.dumps({"eventId": "e", "type": "endpoint.test", "version": "2026-04-01"})
        event = verify_webhook(signed(body), body.encode(), ["whsec_AAAA", SECRET], now=lambda: NOW)
        self.assertEqual(event["eventId"], "e")

    def test_the_published_signature_matches(self) -> None:
        # The example's body is no event of Sheaf, which shows only after its signature has matched.
        self.refused("MALFORMED", EXAMPLE, '{"test": 2432232314}')

    def test_everything_else_is_refused_with_its_reason(self) -> None:
        body = json.dumps({"eventId": "e", "type": "endpoint.test", "version": "2025-01-01"})
        self.refused("OTHER_VERSION", signed(body), body)
        self.refused("NO_MATCH", signed(body), body + " ")
        self.refused("NO_MATCH", signed(body), body, "whsec_AAAA")
        self.refused("TOO_OLD", signed(body, int(NOW) - 301), body)
        self.refused("TOO_NEW", signed(body, int(NOW) + 301), body)
        self.refused("MALFORMED", {**signed(body), "Webhook-Timestamp": "٣"}, body)
        self.refused("MALFORMED", {**signed(body), "Webhook-Signature": "v2,x"}, body)
        self.refused("MISSING_HEADER", {}, body)
        for secret in ("", "whsec_", "no base64!", []):
            with self.assertRaises(ValueError):
                verify_webhook(signed(body), body, secret, now=lambda: NOW)


if __name__ == "__main__":
    unittest.main()
