#!/usr/bin/env python3
"""A connector for Sheaf in plain Python 3, for an invented Estonian insurer. See docs/connectors.md.

    CONNECTOR_SECRET=some-secret python3 connector.py --port 8091

The user is `mari`, her password `kuldnokk`, the code on her phone 246810, or she uses the insurer's own code and page with
the login method EMAIL. The connector stores nothing between calls: the
session carries all state. Any process with the same CONNECTOR_KEY can continue it, and a repeated call returns the same
step. A connector with side effects, such as sending a code, must remember the Idempotency-Key and act only once.
"""
import argparse, base64, hashlib, hmac, html, json, os, secrets, signal, threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("CONNECTOR_SECRET", "")  # sent by Sheaf
KEY = os.environ.get("CONNECTOR_KEY", "").encode() or secrets.token_bytes(32)  # signs sessions
LONGEST_BODY = 1024 * 1024
PEOPLE = {"mari": {"password": "kuldnokk", "code": "246810"}}
INSURER = {"market": "ee", "insuranceCompany": "Hiiepuu Kindlustus"}  # omit unknown fields: no null, no 0
CAR = {**INSURER, "insuranceType": "vehicleInsurance", "insuranceSubType": "car", "insuranceNumber": "HK-40817",
       "startDate": "2026-03-01", "brand": "Škoda", "registrationNo": "482 KPT", "coverage": "CASCO"}
HOME = {**INSURER, "insuranceType": "houseContentInsurance", "insuranceSubType": "condo", "insuranceNumber": "HK-51230",
        "startDate": "2025-11-15", "insuranceObjectCity": "Tartu", "livingArea": 61.5}
EUR = lambda amount: {"amount": amount, "currency": "EUR"}
COVERAGES = [{"code": "avarii", "name": "Avarii", "included": True, "deductible": {"amount": EUR(200)}}]
PAYMENTS = [{"dueDate": "2026-03-01", "amount": EUR(412.5), "status": "PAID"}, {"dueDate": "2026-09-01", "amount": EUR(412.5), "status": "DUE"}]
CLAIMS = [{"date": "2025-06-11", "type": "Klaasikahju", "status": "PAID", "paidAmount": EUR(180)}]  # sensitive: only if named
DOCUMENTS = [{"documentId": "policy", "name": "Poliis HK-40817", "contentType": "text/plain"}]
FOUND = [{"id": "1", "recordKey": "40817", "insurance": CAR, "coverages": COVERAGES, "payments": PAYMENTS, "documents": DOCUMENTS},
         {"id": "2", "recordKey": "51230", "insurance": HOME}]
QUESTION = {"authenticationInstruction": "Enter the code on your phone.", "responseType": "NUMBER_CODE"}
BORN = [{"type": "DATE_OF_BIRTH", "label": "When were you born, as on the policy?"}]
CODES = [{"text": f"hiiepuu:{number}", "forMillis": 500} for number in (1, 2)]


class Refused(Exception):
    """An HTTP status and a sentence for people, which never quotes the call."""


def same(given, expected):  # in constant time
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode("utf-8", "surrogatepass"))


def signed(state):
    return f"{state}.{hmac.new(KEY, state.encode('utf-8', 'surrogatepass'), hashlib.sha256).hexdigest()}"


def state_of(session):
    state = session.rpartition(".")[0]
    if not same(session, signed(state)):
        raise Refused(422, "Unknown session")
    return json.loads(base64.urlsafe_b64decode(state))


def step(kind, status, who, at, **more):  # the session is signed, not encrypted: keep secrets out
    state = base64.urlsafe_b64encode(json.dumps({**who, "at": at}).encode()).decode()
    return 200, "application/json", json.dumps({"type": kind, "status": status, "session": signed(state), **more})


def begin(body):
    user, login = body["login"].get("username"), body["login"]
    if body["company"] != "ee-hiiepuu" or login["type"] not in ("USERNAME_PASSWORD", "EMAIL"):
        raise Refused(422, "Unsupported company or login")
    who = {"user": user, "products": body["products"], "filter": body.get("filter", {}), "sensitive": body.get("sensitive", [])}
    if login["type"] == "EMAIL":  # the address plays no role
        return step("POLL", "WAITING_FOR_USER_ACTION", who, "CODES_SHOWN", afterMillis=1000, information={"QR_TEXT": CODES})
    right = user in PEOPLE and same(login["password"], PEOPLE[user]["password"])  # a real connector logs in here
    return step("POLL", "LOGIN", who, "LOGGED_IN" if right else "TURNED_AWAY", afterMillis=300)


def found_for(products, wanted, sensitive):  # a real connector asks the company for nothing else
    found = [{**FOUND[0], "claims": CLAIMS}, FOUND[1]] if "CLAIMS" in sensitive else FOUND
    # an omitted member of the filter restricts nothing
    return [each for each in found if "INSURANCE" in products and all(
        each["insurance"][kind] in wanted.get(f"{kind}s", [each["insurance"][kind]]) for kind in ("insuranceType", "insuranceSubType"))]


def resume(body):
    who, event = state_of(body["session"]), body["signal"]
    now = (who["at"], event["type"])
    if now == ("TURNED_AWAY", "TICK"):
        return step("END", "INCORRECT_CREDENTIALS", who, "ENDED")
    if now == ("LOGGED_IN", "TICK"):
        return step("ASK", "TWO_FACTOR_PENDING", who, "CODE_WANTED", asks="TWO_FACTOR_CODE",
                    information={"TWO_FACTOR_AUTHENTICATION_INSTRUCTION": QUESTION})
    if now == ("CODE_WANTED", "INPUT") and event["input"]["type"] == "TWO_FACTOR_CODE":
        if same(event["input"]["value"], PEOPLE[who["user"]]["code"]):
            return step("POLL", "COLLECTING", who, "READY", afterMillis=300)
        return step("END", "INCORRECT_TWO_FACTOR_CODE", who, "ENDED")
    if now == ("CODES_SHOWN", "TICK"):
        if "pageReturn" not in body:  # nothing could prove who returns
            return step("END", "LOGIN_METHOD_NOT_APPLICABLE", who, "ENDED")
        return page({**who, "back": body["pageReturn"]["url"]})
    if now == ("PAGE_SHOWN", "TICK"):
        return page(who)
    if now == ("PAGE_SHOWN", "RETURN"):  # anybody can return: only the page's code proves that the person has logged in
        if same(event["query"].get("code", ""), code_of(who)):
            return step("POLL", "COLLECTING", {**who, "back": ""}, "LOGGED_IN_ON_PAGE", afterMillis=300)
        return step("END", "AUTHENTICATION_ERROR", who, "ENDED")
    if now == ("LOGGED_IN_ON_PAGE", "TICK"):
        return step("ASK", "COLLECTION_INPUT_PENDING", who, "BIRTH_WANTED", asks="COLLECTION_INPUT", information={"REQUIRED_INPUTS": BORN})
    if now == ("BIRTH_WANTED", "INPUT") and event["input"]["inputs"]["DATE_OF_BIRTH"]:
        return step("POLL", "COLLECTING", who, "READY", afterMillis=300)
    if now == ("READY", "TICK"):
        return step("END", "COMPLETED", who, "COLLECTED",
                    collected={"insurance": found_for(who["products"], who["filter"], who["sensitive"]), "wealth": [], "missing": []})
    raise Refused(422, "The session does not wait for this")


def page(who):  # the order in the address is signed, so the page sends people back only to Sheaf
    order = signed(base64.urlsafe_b64encode(json.dumps({"back": who["back"]}).encode()).decode())
    return step("POLL", "WAITING_FOR_USER_ACTION", who, "PAGE_SHOWN", afterMillis=1000,
                information={"REDIRECT_URL": f"http://127.0.0.1:{server.server_port}/login/{order}"})


def code_of(order):
    return hmac.new(KEY, f"code {order['back']}".encode(), hashlib.sha256).hexdigest()


def document(body):
    if state_of(body["session"])["at"] != "COLLECTED" or body["documentId"] != "policy":
        raise Refused(422, "Unknown document")
    return 200, "text/plain", "Hiiepuu Kindlustus\nSõidukikindlustuse poliis HK-40817\n482 KPT, Škoda\n"


def cancel(body):
    state_of(body["session"])  # a real connector logs out here
    return 204, None, ""


CALLS = {"/v1/begin": begin, "/v1/resume": resume, "/v1/document": document, "/v1/cancel": cancel}


class Handler(BaseHTTPRequestHandler):
    timeout = 20  # seconds without data

    def do_POST(self):
        try:
            answer = self.called()
        except Refused as refused:
            return self.refuse(*refused.args)
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError):  # invalid JSON or a missing member
            return self.refuse(400, "The body does not follow the protocol")
        except Exception:  # the message could quote personal data
            return self.refuse(500, "The connector failed")
        self.answer(*answer)

    def do_GET(self):  # the insurer's own page
        try:
            order = state_of(self.path.removeprefix("/login/"))
        except (Refused, ValueError):
            return self.refuse(404, "Unknown page")
        self.answer(200, "text/html", f'<a href="{html.escape(order["back"])}?code={code_of(order)}">Log in as Mari</a>')

    def called(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            raise Refused(400, "Content-Length is required")
        if len(length) > 9 or int(length) > LONGEST_BODY:
            raise Refused(413, "The body is too long")
        body = self.rfile.read(int(length))
        if not same(self.headers.get("Authorization", ""), f"Bearer {SECRET}"):
            raise Refused(401, "The secret is missing or wrong")
        if self.path not in CALLS:
            raise Refused(404, "Unknown call")
        return CALLS[self.path](json.loads(body))

    def answer(self, status, media_type, content):
        self.send_response_only(status)
        if media_type is not None:
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(content.encode())))
        self.end_headers()
        self.wfile.write(content.encode())

    def refuse(self, status, title): self.answer(status, "application/problem+json", json.dumps({"title": title}))

    def send_error(self, code, message=None, explain=None):  # errors from the library
        self.refuse(code, HTTPStatus(code).phrase)


class Server(ThreadingHTTPServer):
    daemon_threads = False  # finish open calls on shutdown
    request_queue_size = 128  # a burst of calls waits instead of being reset
    handle_error = lambda *_: None  # no stack trace when a caller disconnects


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--host", default="127.0.0.1")
    arguments.add_argument("--port", type=int, default=8091, help="0 picks a free port")
    options = arguments.parse_args()
    if SECRET == "":
        arguments.error("set CONNECTOR_SECRET to the secret that Sheaf sends")
    with Server((options.host, options.port), Handler) as server:
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, lambda *_: threading.Thread(target=server.shutdown).start())
        print(f"listens on http://{options.host}:{server.server_port}", flush=True)
        server.serve_forever(poll_interval=0.1)
