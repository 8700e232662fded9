"""The client against a running sandbox at `SHEAF_URL`: every scenario by a start, and a webhook that a receiver verifies."""
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, List

from sheaf_client import Client, WebhookVerificationError, verify_webhook


class Service(unittest.TestCase):
    def setUp(self) -> None:
        self.sheaf = Client(os.environ["SHEAF_URL"], "sheaf-demo")
        self.addCleanup(self.sheaf.close)

    def test_password_scenarios_end_in_the_status_that_the_catalog_names(self) -> None:
        scenarios = [
            each
            for each in self.sheaf.sandbox.scenarios()
            if each["company"] == "se-nordhem"
            and "USERNAME_AND_PASSWORD" in each["loginMethods"]
            and not each.get("supplements")
            and "expire" not in each
        ]
        self.assertGreaterEqual(len(scenarios), 3)
        for scenario in scenarios:
            with self.subTest(scenario=scenario["scenario"]):
                request: Any = {
                    "company": scenario["company"],
                    "loginMethod": "USERNAME_AND_PASSWORD",
                    "parameters": [each for each in scenario["parameters"] if each["type"] == "USERNAME_PASSWORD"],
                }
                last = self.sheaf.collections.start(request).finished(timeout=120)
                self.assertEqual(last["status"], scenario["finalStatus"])

    def test_a_webhook_is_verified_by_its_receiver(self) -> None:
        received: List[Any] = []

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                received.append((dict(self.headers.items()), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        endpoint = self.sheaf.webhook_endpoints.create({"url": f"http://127.0.0.1:{server.server_port}/hooks"})
        self.addCleanup(self.sheaf.webhook_endpoints.delete, endpoint["endpointId"])
        self.assertEqual(self.sheaf.webhook_endpoints.test(endpoint["endpointId"]).get("status"), 204)

        [(headers, body)] = received
        self.assertEqual(verify_webhook(headers, body, endpoint["secret"])["type"], "endpoint.test")
        with self.assertRaises(WebhookVerificationError) as raised:
            verify_webhook(headers, body + b" ", endpoint["secret"])
        self.assertEqual(raised.exception.code, "NO_MATCH")


if __name__ == "__main__":
    unittest.main()
