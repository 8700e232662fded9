"""A small site that stands for the company until COMPANY_URL names the real one. The user is mari, kuldnokk, 246810."""
import json, threading, urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

POLICIES = [{"policyNumber": "AB-40817", "registration": "482 KPT", "startDate": "2026-03-01", "brand": "Skoda"}]
LOGIN = {"csrf": "d41d8cd9", "username": "mari", "password": "kuldnokk"}
PAGES = {
    "/login": '<form method="post"><input type="hidden" name="csrf" value="d41d8cd9"><input name="username"><input name="password"></form>',
    "/api/policies": json.dumps({"holder": "Mari Maasikas", "policies": POLICIES}),
    "/policies/AB-40817/terms": "Policy AB-40817\nHolder Mari Maasikas\n",
}


class Handler(BaseHTTPRequestHandler):
    log_message = lambda *_: None

    def reply(self, status, body, cookie=None):
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if body.startswith("{") else "text/html")
        if cookie:
            self.send_header("Set-Cookie", f"{cookie}; Path=/; HttpOnly")
        self.end_headers()
        self.wfile.write(body.encode())

    def do_GET(self):
        is_open = self.path == "/login" or "session=" in self.headers.get("Cookie", "")
        page = PAGES.get(self.path) if is_open else None
        self.reply(404 if page is None else 200, page or "Unknown")

    def do_POST(self):
        form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        if self.path == "/login" and form == LOGIN:
            return self.reply(200, "<p>We have sent a code to your phone.</p>", "login=Zm9sbG93ZXI")
        if self.path == "/code" and form.get("code") == "246810":
            return self.reply(200, "<p>Welcome, Mari Maasikas</p>", "session=bWFyaS1tYWFzaWthcw")
        self.reply(403, "<p>Wrong.</p>")


def start_site():
    """Starts the site on a free port and returns its URL. It needs the session's cookie for everything behind the login."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"
