"""The kit for connectors of Sheaf in Python 3.9 or newer, without dependencies: the server, steps, sealed sessions, the company's
site, and cassettes. See docs/connector-kit.md.

A connector is an object with `companies` and the functions `begin(order, call)`, `resume(state, signal, call)` and, if it needs
them, `document(state, document_id, call)`, `cancel(state, call)` and `page(path)`. `state` is JSON: what one call leaves to the
next. It is sealed into the session, so it can contain cookies.
"""
import argparse, base64, datetime, email.utils, hashlib, hmac, ipaddress, json, os, secrets, signal, sys, threading, traceback, zlib
import urllib.error, urllib.parse, urllib.request
from collections import OrderedDict, namedtuple
from html.parser import HTMLParser
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BODY = 8 * 1024 * 1024  # device responses need the most
MAX_RESPONSE = 20 * 1024 * 1024
MAX_KEPT = 1000


class Refusal(Exception):
    """An HTTP status and a sentence for people, which never quotes the call."""


def same(given, expected):
    """Compares in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode("utf-8", "surrogatepass"))


# Sessions. HMAC-SHA-256 in counter mode encrypts, and a second one authenticates. The nonce is derived from the state, so that a
# repeated call returns the same session: equal states have equal sessions, and no two states share a nonce.

def _mac(key, purpose, data):
    return hmac.new(key, purpose + b"\0" + data, hashlib.sha256).digest()


def _mask(key, nonce, data):
    stream = b"".join(_mac(key, b"stream", nonce + i.to_bytes(4, "big")) for i in range((len(data) + 31) // 32))
    return bytes(a ^ b for a, b in zip(data, stream))


def seal(key, state):
    """Seals a state into a session."""
    text = json.dumps(state, sort_keys=True).encode()
    nonce = _mac(key, b"nonce", text)
    sealed = nonce + _mask(key, nonce, text)
    return _text(sealed + _mac(key, b"tag", sealed))


def unseal(key, session):
    """Opens a session. Fails with 422 if this key did not seal it."""
    try:
        sealed = base64.urlsafe_b64decode(session.encode("ascii") + b"=" * (-len(session) % 4))
    except ValueError:
        raise Refusal(422, "Unknown session") from None
    body, tag = sealed[:-32], sealed[-32:]
    text = _mask(key, body[:32], body[32:])
    if len(sealed) < 64 or not hmac.compare_digest(tag, _mac(key, b"tag", body)):
        raise Refusal(422, "Unknown session")
    if _text(sealed) != session:  # base64 has several spellings of the same bytes
        raise Refusal(422, "Unknown session")
    return json.loads(text)


def _text(sealed):
    return base64.urlsafe_b64encode(sealed).decode().rstrip("=")


# Steps: the step without its session, and the state for the next call.

def show(status, state, after_millis=1000, **more):
    """Shows a status, and continues with the signal TICK after a pause."""
    return {"type": "POLL", "status": status, "afterMillis": after_millis, **more}, state


def wait(state, after_millis=1000, **more):
    """Waits for the person to act elsewhere, such as in an app."""
    return show("WAITING_FOR_USER_ACTION", state, after_millis, **more)


def redirect(url, state, after_millis=1000):
    """Sends the person to a page. Only the signal RETURN leads on."""
    return wait(state, after_millis, information={"REDIRECT_URL": url})


def exchange_once(status, state):
    """Continues immediately with a call that uses up a code or a token that works once."""
    return show(status, state, 0, once=True)


def ask(asks, information, state, **more):
    """Asks the person, and continues with the signal INPUT, or RESPONSES for RESPONSE_OBJECT."""
    status = {"CONTACT_FORM": "CONTACT_FORM_PENDING", "COLLECTION_INPUT": "COLLECTION_INPUT_PENDING",
              "RESPONSE_OBJECT": "WAITING_FOR_USER_ACTION"}.get(asks, "TWO_FACTOR_PENDING")
    return {"type": "ASK", "status": status, "asks": asks, "information": information, **more}, state


def ask_code(instruction, state, response_type="NUMBER_CODE"):
    """Asks for the code that the company sent."""
    details = {"authenticationInstruction": instruction, "responseType": response_type}
    return ask("TWO_FACTOR_CODE", {"TWO_FACTOR_AUTHENTICATION_INSTRUCTION": details}, state)


def complete(state, insurance=(), wealth=(), missing=(), **more):
    """Ends the collection with its records, or without any."""
    status = "COMPLETED" if insurance or wealth else "COMPLETED_EMPTY"
    collected = {"insurance": list(insurance), "wealth": list(wealth), "missing": list(missing)}
    return {"type": "END", "status": status, "collected": collected, **more}, state


def fail(status, state, **more):
    """Ends the collection without records, such as with INCORRECT_CREDENTIALS."""
    return {"type": "END", "status": status, **more}, state


# The company's site.

class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class SiteResponse:
    def __init__(self, status, url, headers, content):
        self.status, self.url, self.headers, self.content = status, url, headers, content
        try:
            self.text = content.decode(headers.get_content_charset("utf-8"), "replace")
        except LookupError:  # an encoding that Python does not know
            self.text = content.decode("utf-8", "replace")

    def json(self):
        return json.loads(self.text)


def _unzip(content, encoding):
    """Decompresses gzip and deflate, and nothing longer than a response may be."""
    if encoding not in ("gzip", "x-gzip", "deflate"):
        return content
    try:
        return zlib.decompressobj(47 if content[:1] in (b"\x1f", b"\x78") else -15).decompress(content, MAX_RESPONSE + 1)
    except zlib.error:
        raise Refusal(502, "The company's response is damaged") from None


def _is_over(flag):
    """Returns true for the part of a cookie that ends it (RFC 6265, 5.3)."""
    name, _, value = flag.strip().lower().partition("=")
    if name == "max-age":
        return value.startswith(("0", "-"))
    try:
        return name == "expires" and email.utils.parsedate_to_datetime(value.replace("-", " ")).timestamp() <= 0
    except (ValueError, TypeError, OverflowError):
        return False


def _is_address(host):
    try:
        return bool(ipaddress.ip_address(host))
    except ValueError:
        return False


def _covers(scope, host):
    """Returns true if a cookie's hosts include this one (RFC 6265, 5.1.3)."""
    return host == scope or (scope.startswith(".") and not _is_address(host) and f".{host}".endswith(scope))


def _scope_of(flags, host):
    """Returns the hosts that a cookie is for, or None if its Domain is none of the sender's (RFC 6265, 5.3). A name without a dot
    is always everybody's, such as `ee`."""
    flags = [flag.strip().lower().partition("=") for flag in flags]
    domain = next((value.strip().removeprefix(".") for name, _, value in reversed(flags) if name.strip() == "domain"), "")
    if domain == "" or (domain == host and (_is_address(host) or "." not in host)):
        return host
    return f".{domain}" if "." in domain and _covers(f".{domain}", host) else None


class Site:
    """A browser without scripts: requests with cookies, which the state can keep, by host and name. A host that begins with a dot
    stands for itself and all hosts below it."""

    def __init__(self, cookies=None, proxy=""):
        self.cookies, self.proxy = json.loads(json.dumps(cookies or {})), proxy
        handlers = [_NoRedirect, *([urllib.request.ProxyHandler({})] if proxy else [])]
        self.opener = urllib.request.build_opener(*handlers)

    def get(self, url, headers=None):
        return self.send("GET", url, None, headers or {})

    def post(self, url, form=None, json_body=None, headers=None):
        if form is not None:
            return self.send("POST", url, urllib.parse.urlencode(form).encode(),
                             {"Content-Type": "application/x-www-form-urlencoded", **(headers or {})})
        return self.send("POST", url, json.dumps(json_body).encode(), {"Content-Type": "application/json", **(headers or {})})

    def send(self, method, url, body, headers):
        for _ in range(9):
            response = self._once(method, url, body, headers)
            location = response.headers.get("Location")
            if location is None or not 300 <= response.status <= 399:
                return response
            url = urllib.parse.urljoin(url, location)
            if response.status not in (307, 308):  # a redirect forgets the body (RFC 9110, 15.4)
                method, body, headers = "GET", None, {}
        raise Refusal(502, "The company redirects without end")

    def _once(self, method, url, body, headers):
        split = urllib.parse.urlsplit(url)
        scheme, host = split.scheme, split.hostname or ""  # all ports of a host share its cookies (RFC 6265, 8.5)
        if scheme not in ("http", "https"):  # urllib also opens file: and ftp: URLs, to which a company could redirect
            raise Refusal(502, "The company redirects to a URL that is not http or https")
        sent = {"User-Agent": "sheaf-connector", **headers}
        jars = [jar for scope, jar in self.cookies.items() if _covers(scope, host)]
        if any(jars):
            sent["Cookie"] = "; ".join(f"{name}={value}" for jar in jars for name, value in jar.items())
        target = url
        if self.proxy:  # a cassette is recorded or replayed
            target, sent["Cassette-Url"] = self.proxy, url
        request = urllib.request.Request(target, data=body, headers=sent, method=method)
        try:
            answer = self.opener.open(request, timeout=20)
        except urllib.error.HTTPError as error:
            answer = error
        except OSError:
            raise Refusal(504, "The company cannot be reached") from None
        with answer:
            content = _unzip(answer.read(MAX_RESPONSE + 1), answer.headers.get("Content-Encoding", "").strip().lower())
            if len(content) > MAX_RESPONSE:
                raise Refusal(502, "The company's response is too long")
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                pair, *flags = cookie.split(";")
                name, _, value = pair.partition("=")
                scope = _scope_of(flags, host)
                if scope is None:
                    continue
                jar = self.cookies.setdefault(scope, {})
                if any(_is_over(flag) for flag in flags):
                    jar.pop(name.strip(), None)
                else:
                    jar[name.strip()] = value.strip()
            return SiteResponse(answer.status, url, answer.headers, content)


# Forms and tables, by the names that people or the company's server know them by. A page without these names has changed, which
# must not look like a wrong password or like no contracts.

class _Page(HTMLParser):
    """Collects a page's forms, as (action, names, fields), and its tables, as lists of rows."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.tables, self.open, self.list = [], [], [], None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        own = {name: value or "" for name, value in attributes}
        if tag == "table":
            self.tables.append([])
            self.open.append(self.tables[-1])
        elif tag == "tr" and self.open:
            self.open[-1].append([])
        elif tag in ("td", "th") and self.open and self.open[-1]:
            span = own.get("colspan", "")
            self.open[-1][-1].append({"text": "", "link": None, "span": int(span) if len(span) < 3 and span.isdecimal() else 1})
        elif tag in ("a", "br"):
            for cell in self.cell():
                cell["text"] += " " if tag == "br" else ""
                cell["link"] = cell["link"] or own.get("href")
        elif tag == "form":
            self.forms.append((own.get("action", ""), set(), {}))
        if self.forms and "disabled" not in own:
            self.field(tag, own, *self.forms[-1][1:])

    def field(self, tag, own, names, fields):
        name, kind = own.get("name", ""), own.get("type", "text").lower()
        is_choice = kind in ("checkbox", "radio")
        if tag == "select":
            self.list = name
        if tag == "option" and self.list and ("selected" in own or self.list not in fields):
            fields[self.list] = own.get("value", "")
        if tag in ("input", "select", "textarea") and name:
            names.add(name)
            is_sent = kind not in ("submit", "button", "image", "reset", "file") and (not is_choice or "checked" in own)
            if tag != "select" and is_sent:
                fields[name] = own.get("value", "on" if is_choice else "")

    def handle_endtag(self, tag):
        if tag == "table" and self.open:
            self.open.pop()

    def handle_data(self, data):
        for cell in self.cell():
            cell["text"] += data

    def cell(self):
        return self.open[-1][-1][-1:] if self.open and self.open[-1] else []


def _changed(what):  # Sheaf retries, and counts the call against the company's availability
    return Refusal(502, f"The company's page has changed: {what}")


Cell = namedtuple("Cell", "text link")


def read_form(page, *names):
    """Returns the URL and the fields of the form with these fields, or fails with 502 if the page has none. The fields have the
    page's own values, such as hidden tokens, so add what the person entered."""
    forms = sorted(_Page(page.text).forms, key=lambda form: len(set(names) - form[1]))
    missing = [name for name in names if not forms or name not in forms[0][1]]
    if not forms or missing:
        raise _changed(f"it has no form with {', '.join(missing)}")
    return urllib.parse.urljoin(page.url, forms[0][0]), forms[0][2]


def read_table(page, *columns):
    """Returns the rows of the table with these columns as dictionaries of cells, which have `text` and `link` (a URL or None).
    Fails with 502 if there is no such table. A row with fewer cells, such as a sum, is left out."""
    tidy = lambda text: " ".join(text.split())
    missing = columns
    for rows in _Page(page.text).tables:
        for at, row in enumerate(rows):
            labels = [tidy(cell["text"]).removesuffix(":").rstrip() for cell in row for _ in range(cell["span"])]
            missing = min(missing, [column for column in columns if column not in labels], key=len)
            if not missing:
                shown = lambda cell: Cell(tidy(cell["text"]), cell["link"] and urllib.parse.urljoin(page.url, cell["link"]))
                return [{column: shown(row[labels.index(column)]) for column in columns}
                        for row in rows[at + 1:] if len(row) >= len(labels)]
    raise _changed(f"it has no table with {', '.join(missing)}")


class Call:
    """What a call can use: the company's site, the time, and where a page sends the person back to."""

    def __init__(self, proxy="", time=None, page_return=None):
        self.proxy, self.time, self.page_return = proxy, time, page_return

    def site(self, cookies=None):
        return Site(cookies, self.proxy)

    def now(self):
        if self.time is None:
            return datetime.datetime.now(datetime.timezone.utc)
        return datetime.datetime.fromisoformat(self.time.replace("Z", "+00:00"))


MEMBERS = {"begin": {"company": str, "products": list, "loginMethod": str, "login": dict}, "resume": {"session": str, "signal": dict},
           "document": {"session": str, "documentId": str}, "cancel": {"session": str}}


def _fits(body, members):
    """Returns true if the members have their types, and what the person entered is text."""
    if not isinstance(body, dict) or not all(isinstance(body.get(name), kind) for name, kind in members.items()):
        return False
    entered = body.get("login", {}), body.get("signal", {}), body.get("signal", {}).get("input", {})
    return all(isinstance(each, dict) and not any(isinstance(value, (int, float)) for value in each.values())
               and isinstance(each.get("type", ""), str) for each in entered)


class Calls:
    """The calls of the protocol. A repeated key returns the same answer while this process remembers it."""

    def __init__(self, connector, key, proxy=""):
        self.connector, self.key, self.proxy = connector, key, proxy
        self.kept, self.lock = OrderedDict(), threading.Lock()

    def __call__(self, name, body, idempotency_key=None, time=None):
        if idempotency_key is None:
            return self.call(name, body, time)
        content = _mac(self.key, b"body", json.dumps(body, sort_keys=True).encode())  # bodies hold credentials
        with self.lock:
            slot = self.kept.setdefault((name, idempotency_key, content), {"lock": threading.Lock()})
            while len(self.kept) > MAX_KEPT:
                self.kept.popitem(last=False)
        with slot["lock"]:  # a failed call acts again
            if "answer" not in slot:
                slot["answer"] = self.call(name, body, time)
            return slot["answer"]

    def call(self, name, body, time):
        if name not in MEMBERS:
            raise Refusal(404, "Unknown call")
        if not _fits(body, MEMBERS[name]):
            raise Refusal(400, "The body does not follow the protocol")
        call = Call(self.proxy, time, body.get("pageReturn"))
        if name == "begin":
            if body["company"] not in self.connector.companies:
                raise Refusal(422, "Unknown company")
            return self.step(self.connector.begin(body, call))
        state = unseal(self.key, body["session"])
        if name == "resume":
            return self.step(self.connector.resume(state, body["signal"], call))
        if name == "cancel":
            getattr(self.connector, "cancel", lambda *_: None)(state, call)
            return 204, None, b""
        if not hasattr(self.connector, "document"):
            raise Refusal(422, "Unknown document")
        media_type, content = self.connector.document(state, body["documentId"], call)
        return 200, media_type, content if isinstance(content, bytes) else content.encode()

    def step(self, taken):
        step, state = taken
        return 200, "application/json", json.dumps({**step, "session": seal(self.key, state)}).encode()


class Handler(BaseHTTPRequestHandler):
    timeout = 20  # seconds without data
    max_body = MAX_BODY

    def do_POST(self):
        try:
            answer = self.called()
        except Refusal as refusal:
            return self.refuse(*refusal.args)
        except Exception as error:  # neither the answer nor the output quotes the message, which could contain personal data
            frames = "".join(f"\n  {frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(error.__traceback__))
            print(f"the connector failed: {type(error).__name__}{frames}", file=sys.stderr, flush=True)
            return self.refuse(500, "The connector failed")
        self.answer(*answer)

    def do_GET(self):  # the connector's own pages
        try:
            page = getattr(self.server.calls.connector, "page", lambda _: None)(self.path)
        except (Refusal, ValueError):
            page = None
        if page is None:
            return self.refuse(404, "Unknown page")
        self.answer(200, "text/html", page.encode())

    def called(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            raise Refusal(400, "Content-Length is required")
        if len(length) > 9 or int(length) > self.max_body:
            raise Refusal(413, "The body is too long")
        body = self.rfile.read(int(length))
        if not same(self.headers.get("Authorization", ""), f"Bearer {self.server.secret}"):
            raise Refusal(401, "The secret is missing or wrong")
        if not self.path.startswith("/v1/"):
            raise Refusal(404, "Unknown call")
        time = self.headers.get("Cassette-Time") if self.server.calls.proxy else None
        try:
            parsed = json.loads(body)
        except (RecursionError, ValueError):
            raise Refusal(400, "The body is not JSON") from None
        return self.server.calls(self.path[4:], parsed, self.headers.get("Idempotency-Key"), time)

    def answer(self, status, media_type, content):
        self.send_response_only(status)
        if media_type is not None:
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def refuse(self, status, title):
        self.answer(status, "application/problem+json", json.dumps({"title": title}).encode())

    def send_error(self, code, message=None, explain=None):  # errors from the library
        self.refuse(code, HTTPStatus(code).phrase)


class Server(ThreadingHTTPServer):
    daemon_threads = False  # finish open calls on shutdown
    request_queue_size = 128  # a burst of calls waits instead of being reset
    handle_error = lambda *_: None  # no stack trace when a caller disconnects


def key_of(text):
    return hashlib.sha256(text.encode()).digest()


def serve(make_connector):
    """Serves the connector that `make_connector(base, key)` makes: `base` is the server's address, `key` is for signatures."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
    arguments.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8091")), help="0 picks a free port")
    options = arguments.parse_args()
    secret = os.environ.get("CONNECTOR_SECRET", "")
    if secret == "":
        arguments.error("set CONNECTOR_SECRET to the secret that Sheaf sends")
    key = key_of(os.environ.get("CONNECTOR_KEY") or secrets.token_hex(32))
    with Server((options.host, options.port), Handler) as server:
        base = f"http://{options.host}:{server.server_port}"
        server.secret, server.calls = secret, Calls(make_connector(base, key), key, os.environ.get("CONNECTOR_PROXY", ""))
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, lambda *_: threading.Thread(target=server.shutdown).start())
        print(f"listens on {base}", flush=True)
        server.serve_forever(poll_interval=0.1)
