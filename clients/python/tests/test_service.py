"""The client against a running sandbox at `SHEAF_URL`: every scenario by a start, and a webhook that a receiver verifies."""
import os
import threading
import time
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

    def test_a_monitor_tells_what_it_found_once_and_counts_its_runs(self) -> None:
        user = self.sheaf.users.create("monitored-person")
        maja = self.sheaf.as_user(self.sheaf.users.open_session(user["userId"])["token"])
        login: Any = {
            "company": "se-granskog",
            "loginMethod": "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK",
            "parameters": [{"type": "SWEDISH_EID", "personalNumber": "198112189876"}],
        }
        collection = maja.collections.start(login)
        self.assertEqual(collection.finished(timeout=120)["status"], "COMPLETED")
        monitor_id = maja.monitors.create({"source": {"collectionId": collection.id}, "every": "P1D"})["monitorId"]
        self.assertEqual(maja.monitors.change(monitor_id, {"paused": True})["status"], "PAUSED")
        self.assertEqual(maja.monitors.change(monitor_id, {"paused": False})["status"], "ACTIVE")
        maja.monitors.run(monitor_id)
        deadline = time.monotonic() + 120
        while maja.monitors.get(monitor_id)["runs"] < 2 and time.monotonic() < deadline:
            time.sleep(1)
        found = maja.monitors.changes(monitor_id)
        self.assertTrue(all(change["change"] == "ADDED" for change in found.changes))
        self.assertEqual(maja.monitors.changes(monitor_id, cursor=found.cursor).changes, [])
        self.assertIn(monitor_id, [monitor["monitorId"] for monitor in maja.monitors.list()])
        usage = self.sheaf.monitors.usage()
        self.assertGreaterEqual(usage["days"][-1]["started"], 1)
        self.assertEqual(maja.monitors.end(monitor_id)["status"], "ENDED")

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
