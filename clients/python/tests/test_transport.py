"""What the client does when servers fail, and what it sends. Responses are prepared, so nothing waits."""
import asyncio
import json
import unittest
from typing import Any, List, Union

import httpx

from sheaf_client import (
    AsyncClient,
    Client,
    Clock,
    SheafConnectionError,
    SheafDeadlineError,
    SheafProblem,
    SheafQuestionError,
)

Prepared = Union[httpx.Response, Exception]

ID = "01900000-0000-7000-8000-000000000001"


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    fields = {"content-type": "application/problem+json", **{k.replace("_", "-"): v for k, v in headers.items()}}
    body = {"type": "/problems/x", "title": "x", "status": status, "detail": "why", "code": code, "requestId": "r"}
    return httpx.Response(status, headers=fields, content=json.dumps(body).encode())


def status(value: str, *, etag: str, final: bool = False, **members: Any) -> httpx.Response:
    body: dict[str, Any] = {"collectionId": ID, "status": value, "products": ["INSURANCE"], **members}
    if not final:
        body["pollingInterval"] = 2
    date = "Sun, 29 Nov 2026 00:00:00 GMT"
    return httpx.Response(200, headers={"etag": etag, "preference-applied": "wait=30", "date": date}, json=body)


class Prepare:
    """Answers requests with prepared responses, and remembers the requests."""

    def __init__(self, *responses: Prepared) -> None:
        self.left: List[Prepared] = list(responses)
        self.requests: List[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        response = self.left.pop(0)
        if isinstance(response, Exception):
            raise response
        return response


def client(prepared: Prepare, clock: Clock = Clock(random=lambda: 0.0), **options: Any) -> Client:
    http = httpx.Client(transport=httpx.MockTransport(prepared))
    return Client("http://sheaf.example/api/", "key", http_client=http, clock=clock, **options)


class Consents(unittest.TestCase):
    def test_a_renewal_returns_the_new_consent(self) -> None:
        prepared = Prepare(httpx.Response(201, json={"consentId": "new"}))
        renewed = client(prepared).consents.renew(ID, {"parameters": None}, idempotency_key="k")
        self.assertEqual(renewed.id, "new")
        (request,) = prepared.requests
        self.assertEqual(request.url.path, f"/api/consents/{ID}/renewal")
        self.assertEqual(request.headers["idempotency-key"], "k")


class Retries(unittest.TestCase):
    def test_a_start_is_repeated_with_the_same_key_until_it_succeeds(self) -> None:
        prepared = Prepare(
            httpx.ConnectError("refused"),
            problem(503, "STARTING", retry_after="0"),
            status("LOGIN", etag='"1"'),
        )
        started = client(prepared).collections.start({"company": "c", "parameters": []})
        self.assertEqual(started.id, ID)
        self.assertEqual(len({request.headers["idempotency-key"] for request in prepared.requests}), 1)
        self.assertEqual(str(prepared.requests[0].url), "http://sheaf.example/api/collections")
        self.assertEqual(prepared.requests[0].headers["service-version"], "2026-04-01")

    def test_a_refusal_is_a_problem_at_once(self) -> None:
        prepared = Prepare(problem(404, "COLLECTION_NOT_FOUND"))
        with self.assertRaises(SheafProblem) as raised:
            client(prepared).collections.at("x/y").status()
        self.assertEqual(raised.exception.code, "COLLECTION_NOT_FOUND")
        self.assertTrue(str(prepared.requests[0].url).endswith("/collections/x%2Fy/status"))

    def test_limits_that_protect_a_person_are_not_repeated(self) -> None:
        for code in ("TOO_MANY_ATTEMPTS", "UNATTENDED_LIMIT"):
            prepared = Prepare(problem(429, code, retry_after="0"))
            with self.assertRaises(SheafProblem):
                client(prepared).collections.start({"company": "c", "parameters": []})

    def test_a_pause_of_more_than_a_minute_is_left_to_the_caller(self) -> None:
        date = "Sun, 29 Nov 2026 00:00:00 GMT"
        for after in ("61", "Sun, 29 Nov 2026 00:01:01 GMT"):
            with self.assertRaises(SheafProblem) as raised:
                client(Prepare(problem(429, "RATE_LIMITED", retry_after=after, date=date))).users.find("x")
            self.assertEqual(raised.exception.retry_after, 61)

    def test_a_request_whose_response_has_a_secret_is_not_repeated(self) -> None:
        prepared = Prepare(httpx.ReadError("lost"))
        with self.assertRaises(SheafConnectionError):
            client(prepared).webhook_endpoints.create({"url": "https://receiver.example/hooks"})
        self.assertNotIn("idempotency-key", prepared.requests[0].headers)

    def test_another_server_s_page_and_a_redirect_are_no_responses(self) -> None:
        page = httpx.Response(200, headers={"content-type": "text/html"}, content=b"<p>proxy</p>")
        redirect = httpx.Response(302, headers={"location": "https://other.example/"})
        for response in (page, redirect):
            with self.assertRaisesRegex(SheafConnectionError, "not from Sheaf"):
                client(Prepare(response)).users.find("x")

    def test_a_broken_credential_is_refused_without_being_repeated(self) -> None:
        with self.assertRaises(ValueError) as raised:
            Client("http://sheaf.example", "secret\n")
        self.assertNotIn("secret", str(raised.exception))


class Following(unittest.TestCase):
    def test_a_collection_is_followed_by_held_requests_to_its_end(self) -> None:
        unchanged = httpx.Response(304, headers={"etag": '"1"', "preference-applied": "wait=30"})
        prepared = Prepare(
            status("LOGIN", etag='"1"'), unchanged, status("COMPLETED", etag='"2"', final=True)
        )
        seen: List[str] = []
        last = client(prepared).collections.at(ID).finished(on_status=lambda each: seen.append(each["status"]))
        self.assertEqual((last["status"], seen), ("COMPLETED", ["LOGIN", "COMPLETED"]))
        self.assertEqual(prepared.requests[1].headers["if-none-match"], '"1"')
        self.assertEqual(prepared.requests[1].headers["prefer"], "wait=30")

    def test_the_deadline_says_what_was_seen_last(self) -> None:
        times = iter([0.0, 0.0, 0.0, 5.0, 9.0, 99.0])
        clock = Clock(monotonic=lambda: next(times, 99.0), random=lambda: 0.0)
        with self.assertRaises(SheafDeadlineError) as raised:
            client(Prepare(status("LOGIN", etag='"1"')), clock).collections.at(ID).finished(timeout=5)
        last: Any = raised.exception.last_status
        self.assertEqual(last["status"], "LOGIN")

    def test_a_rejected_answer_is_asked_for_again(self) -> None:
        pending = {"inputId": "i", "type": "TWO_FACTOR_CODE", "expiresAt": "2026-11-29T00:03:00Z"}
        prepared = Prepare(
            status("TWO_FACTOR", etag='"1"', pendingInput=pending),
            problem(400, "INVALID_INPUT"),
            status("LOGIN", etag='"2"'),
            status("COMPLETED", etag='"3"', final=True),
        )
        rejected: List[Any] = []

        def code(question: Any) -> str:
            rejected.append(question.rejected and question.rejected.code)
            return str(len(rejected))

        client(prepared).collections.at(ID).finished(on_input={"TWO_FACTOR_CODE": code})
        self.assertEqual(rejected, [None, "INVALID_INPUT"])
        sent = {"type": "TWO_FACTOR_CODE", "inputId": "i", "value": "2"}
        self.assertEqual(json.loads(prepared.requests[2].content), sent)

    def test_a_question_without_a_handler_is_an_error(self) -> None:
        pending = {"inputId": "i", "type": "COLLECTION_INPUT", "expiresAt": "2026-11-29T00:03:00Z"}
        with self.assertRaisesRegex(SheafQuestionError, "COLLECTION_INPUT"):
            client(Prepare(status("WAITING", etag='"1"', pendingInput=pending))).collections.at(ID).finished()

    def test_a_list_is_read_page_by_page(self) -> None:
        first = httpx.Response(200, headers={"link": '</collections?cursor=two>; rel="next"'}, json=[{"n": 1}])
        prepared = Prepare(first, httpx.Response(200, json=[{"n": 2}]))
        entries: List[Any] = list(client(prepared).collections.list(status=["LOGIN", "COMPLETED"], latest=True))
        self.assertEqual(entries, [{"n": 1}, {"n": 2}])
        self.assertEqual(dict(prepared.requests[1].url.params)["cursor"], "two")
        self.assertEqual(dict(prepared.requests[0].url.params)["status"], "LOGIN,COMPLETED")
        self.assertEqual(dict(prepared.requests[0].url.params)["latest"], "true")


class Asynchronous(unittest.TestCase):
    def test_handlers_can_be_awaited_and_events_go_on_from_their_cursor(self) -> None:
        pending = {"inputId": "i", "type": "TWO_FACTOR_CHOICE", "expiresAt": "2026-11-29T00:03:00Z"}
        page = {"link": '</events?cursor=two>; rel="next"', "preference-applied": "wait=30"}
        prepared = Prepare(
            status("TWO_FACTOR", etag='"1"', pendingInput=pending),
            status("LOGIN", etag='"2"'),
            status("COMPLETED", etag='"3"', final=True),
            httpx.Response(200, headers=page, json=[{"eventId": "a"}, {"eventId": "b"}]),
            httpx.Response(200, headers=page, json=[{"eventId": "c"}]),
        )

        async def choose(_: Any) -> str:
            await asyncio.sleep(0)
            return "SMS"

        async def run() -> List[Any]:
            async with httpx.AsyncClient(transport=httpx.MockTransport(prepared)) as http:
                sheaf = AsyncClient("http://sheaf.example", "key", http_client=http)
                await sheaf.as_user("token").collections.at(ID).finished(on_input={"TWO_FACTOR_CHOICE": choose})
                received = []
                async for each in sheaf.events.iterate(since="2026-11-29T00:00:00Z"):
                    received.append((each.event["eventId"], each.cursor))
                    if len(received) == 3:
                        return received
                return received

        self.assertEqual(asyncio.run(run()), [("a", None), ("b", "two"), ("c", "two")])
        self.assertEqual(prepared.requests[0].headers["authorization"], "Bearer token")
        self.assertEqual(json.loads(prepared.requests[1].content)["methodId"], "SMS")
        self.assertEqual(dict(prepared.requests[4].url.params), {"cursor": "two"})


if __name__ == "__main__":
    unittest.main()
