#!/usr/bin/env python3
"""A connector for Sheaf in plain Python 3, to an invented Estonian insurer; docs/connectors.md is the guide.

    CONNECTOR_SECRET=some-secret python3 connector.py --port 8091

The person is `mari`, her password `kuldnokk`, the code on her phone 246810. Nothing is kept between two calls: what the
next one needs is in the session. So each process with the same CONNECTOR_KEY can go on with it, and a call that is
repeated gives the same step. What acts out there (sends a code, say) has to remember the Idempotency-Key, and act once.
"""
import argparse, base64, hashlib, hmac, json, os, secrets, signal, threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("CONNECTOR_SECRET", "")  # what Sheaf shows
KEY = os.environ.get("CONNECTOR_KEY", "").encode() or secrets.token_bytes(32)  # what signs sessions
LONGEST_BODY = 1024 * 1024
PEOPLE = {"mari": {"password": "kuldnokk", "code": "246810"}}
INSURER = {"market": "ee", "insuranceCompany": "Hiiepuu Kindlustus"}  # what is not known is left out: no null, no 0
CAR = {**INSURER, "insuranceType": "vehicleInsurance", "insuranceSubType": "car", "insuranceNumber": "HK-40817",
       "startDate": "2026-03-01", "brand": "Škoda", "registrationNo": "482 KPT", "coverage": "CASCO"}
HOME = {**INSURER, "insuranceType": "houseContentInsurance", "insuranceSubType": "condo", "insuranceNumber": "HK-51230",
        "startDate": "2025-11-15", "insuranceObjectCity": "Tartu", "livingArea": 61.5}
DOCUMENTS = [{"documentId": "policy", "name": "Poliis HK-40817", "contentType": "text/plain"}]
FOUND = [{"id": "1", "insurance": CAR, "documents": DOCUMENTS}, {"id": "2", "insurance": HOME}]
QUESTION = {"authenticationInstruction": "Enter the code on your phone.", "responseType": "NUMBER_CODE"}


class Refused(Exception):
    """An HTTP status, and a sentence for people, which quotes nothing of the call."""


def same(given, expected):  # takes as long for a text that is nearly right as for any other
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode("utf-8", "surrogatepass"))


def signed(state):
    return f"{state}.{hmac.new(KEY, state.encode('utf-8', 'surrogatepass'), hashlib.sha256).hexdigest()}"


def state_of(session):
    state = session.rpartition(".")[0]
    if not same(session, signed(state)):
        raise Refused(422, "No session of this connector")
    return json.loads(base64.urlsafe_b64decode(state))


def step(kind, status, user, at, **more):  # the session is signed, not hidden: no password is in it
    state = base64.urlsafe_b64encode(json.dumps({"user": user, "at": at}).encode()).decode()
    return 200, "application/json", json.dumps({"type": kind, "status": status, "session": signed(state), **more})


def begin(body):
    user, login = body["login"].get("username"), body["login"]
    if body["company"] != "ee-hiiepuu" or login["type"] != "USERNAME_PASSWORD":
        raise Refused(422, "No company or no login of this connector")
    right = user in PEOPLE and same(login["password"], PEOPLE[user]["password"])  # a real one logs in at the company
    return step("POLL", "LOGIN", user, "LOGGED_IN" if right else "TURNED_AWAY", afterMillis=300)


def resume(body):
    state, event = state_of(body["session"]), body["signal"]
    user, now = state["user"], (state["at"], event["type"])
    if now == ("TURNED_AWAY", "TICK"):
        return step("END", "INCORRECT_CREDENTIALS", user, "ENDED")
    if now == ("LOGGED_IN", "TICK"):
        return step("ASK", "TWO_FACTOR_PENDING", user, "CODE_WANTED", asks="TWO_FACTOR_CODE",
                    information={"TWO_FACTOR_AUTHENTICATION_INSTRUCTION": QUESTION})
    if now == ("CODE_WANTED", "INPUT") and event["input"]["type"] == "TWO_FACTOR_CODE":
        if same(event["input"]["value"], PEOPLE[user]["code"]):
            return step("POLL", "COLLECTING", user, "READY", afterMillis=300)
        return step("END", "INCORRECT_TWO_FACTOR_CODE", user, "ENDED")
    if now == ("READY", "TICK"):
        return step("END", "COMPLETED", user, "COLLECTED", collected={"insurance": FOUND, "wealth": [], "missing": []})
    raise Refused(422, "Not what this session waits for")


def document(body):
    if state_of(body["session"])["at"] != "COLLECTED" or body["documentId"] != "policy":
        raise Refused(422, "No document of this session")
    return 200, "text/plain", "Hiiepuu Kindlustus\nSõidukikindlustuse poliis HK-40817\n482 KPT, Škoda\n"


def cancel(body):
    state_of(body["session"])  # a real one logs out at the company
    return 204, None, ""


CALLS = {"/v1/begin": begin, "/v1/resume": resume, "/v1/document": document, "/v1/cancel": cancel}


class Handler(BaseHTTPRequestHandler):
    timeout = 20  # seconds without a word

    def do_POST(self):
        try:
            answer = self.called()
        except Refused as refused:
            return self.refuse(*refused.args)
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError):  # no JSON, a member missing
            return self.refuse(400, "The body is not what the protocol says")
        except Exception:  # whatever it says could quote a person: it is neither told nor logged
            return self.refuse(500, "The connector failed")
        self.answer(*answer)

    def called(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            raise Refused(400, "The body has to come with its Content-Length")
        if len(length) > 9 or int(length) > LONGEST_BODY:
            raise Refused(413, "The body is too long")
        body = self.rfile.read(int(length))
        if not same(self.headers.get("Authorization", ""), f"Bearer {SECRET}"):
            raise Refused(401, "The secret is missing or wrong")
        if self.path not in CALLS:
            raise Refused(404, "No call of the protocol")
        return CALLS[self.path](json.loads(body))

    def answer(self, status, media_type, content):
        self.send_response_only(status)
        if media_type is not None:
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(content.encode())))
        self.end_headers()
        self.wfile.write(content.encode())

    def refuse(self, status, title): self.answer(status, "application/problem+json", json.dumps({"title": title}))

    def send_error(self, code, message=None, explain=None):  # what the library refuses by itself
        self.refuse(code, HTTPStatus(code).phrase)


class Server(ThreadingHTTPServer):
    daemon_threads = False  # whoever is being answered when it is told to stop, is answered
    request_queue_size = 128  # in a burst of calls, they wait; they are not reset
    handle_error = lambda *_: None  # a caller who left, which is no reason to print a stack


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--host", default="127.0.0.1")
    arguments.add_argument("--port", type=int, default=8091, help="0 takes any that is free")
    options = arguments.parse_args()
    if SECRET == "":
        arguments.error("CONNECTOR_SECRET has to be set: the secret that Sheaf shows")
    with Server((options.host, options.port), Handler) as server:
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, lambda *_: threading.Thread(target=server.shutdown).start())
        print(f"listens on http://{options.host}:{server.server_port}", flush=True)
        server.serve_forever(poll_interval=0.1)
