"""Requests with credentials, idempotency keys, time limits and retries."""
from __future__ import annotations

import json
import re
import uuid
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Mapping, Optional, Sequence, Union
from urllib.parse import parse_qs, quote, urlsplit

from ._flow import Clock, Flow, Request, Response, Sleep
from .errors import SheafConnectionError, SheafProblem

#: The API version that this client speaks.
SERVICE_VERSION = "2026-04-01"

#: The longest pause between two attempts, in seconds. If Sheaf asks for a longer pause, the call raises.
_MAX_PAUSE = 60

_TEMPORARY = (429, 500, 502, 503, 504)

#: The codes for limits that protect a person. After them, ask the person instead of repeating.
_LASTING = ("TOO_MANY_ATTEMPTS", "UNATTENDED_LIMIT")

QueryValue = Union[str, int, bool, Sequence[str], None]


@dataclass(frozen=True)
class Call:
    """One call of the API."""

    method: str
    path: str
    query: Mapping[str, QueryValue] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    #: The key of a POST request, or False for the routes that accept none. A new one by default.
    idempotency_key: Union[str, bool, None] = None
    #: False if a repetition after a lost response would have a second effect.
    is_repeatable: bool = True
    #: The most seconds for an attempt, if that is less than the client's.
    timeout: Optional[float] = None


@dataclass(frozen=True)
class Settings:
    """The settings of a client."""

    api_key: Optional[str]
    token: Optional[str]
    retries: int
    timeout: float
    clock: Clock

    def credentials(self) -> dict[str, str]:
        fields = {"service-version": SERVICE_VERSION}
        if self.api_key is not None:
            fields["authorization-token"] = self.api_key
        if self.token is not None:
            fields["authorization"] = f"Bearer {self.token}"
        return fields


def check_credential(name: str, value: Optional[str]) -> None:
    """Raises for a credential that no header can carry. The error does not repeat it, because errors are logged."""
    if value is not None and not re.fullmatch(r"[\x21-\x7e]+", value):
        raise ValueError(f"{name} must consist of visible ASCII characters, without spaces or line breaks.")


def segment(value: str) -> str:
    """A part of a path."""
    return quote(value, safe="")


def _query_text(value: QueryValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else str(value) if isinstance(value, int) else ",".join(value or [])


def date_seconds(text: Optional[str]) -> Optional[float]:
    """The seconds since 1970 of an HTTP date."""
    try:
        return None if text is None else parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError):
        return None


def retry_after(headers: Mapping[str, str], now: float) -> Optional[float]:
    """
    The seconds to wait according to `Retry-After`, a number of seconds or a date. A date is compared with the response's own
    `Date`, because the clocks can differ.
    """
    value = headers.get("retry-after")
    if value is None:
        return None
    if value.isdigit():
        return float(value)
    until = date_seconds(value)
    theirs = date_seconds(headers.get("date"))
    return None if until is None else max(0.0, until - (now if theirs is None else theirs))


def next_cursor(headers: Mapping[str, str]) -> Optional[str]:
    """The cursor of the next page, from the `Link` field."""
    found = re.search(r'<([^>]*)>\s*;\s*rel="?next"?', headers.get("link", ""))
    cursors = [] if found is None else parse_qs(urlsplit(found[1]).query).get("cursor", [])
    return cursors[0] if cursors else None


def _json_of(response: Response) -> Any:
    """The JSON of a response, or None if the response is not JSON."""
    if not re.search(r"[/+]json\b", response.headers.get("content-type", "")):
        return None
    try:
        return json.loads(response.content)
    except ValueError:
        return None


def body_of(response: Response) -> Any:
    """The JSON of a successful response, or None if it has no body."""
    if response.status == 304 or not response.content:
        return None
    body = _json_of(response)
    if body is None:
        raise _not_sheaf(response, None)
    return body


def _not_sheaf(response: Response, wait: Optional[float]) -> SheafConnectionError:
    kind = response.headers.get("content-type", "no content type")
    return SheafConnectionError(f"The response is not from Sheaf: status {response.status}, {kind}", response.status, wait)


def _checked(response: Response, now: float) -> Response:
    """The response, if it is successful or 304. Raises otherwise."""
    if 200 <= response.status < 300 or response.status == 304:
        return response
    wait = retry_after(response.headers, now)
    document = _json_of(response)
    if isinstance(document, dict) and isinstance(document.get("code"), str) and "detail" in document:
        raise SheafProblem(document, wait)
    raise _not_sheaf(response, wait)


def _pause(error: Union[SheafProblem, SheafConnectionError], attempt: int, call: Call, clock: Clock) -> Optional[float]:
    """The pause before the next attempt, in seconds, or None if the request must not be repeated."""
    if isinstance(error, SheafConnectionError):
        is_temporary = error.status is None or error.status in _TEMPORARY
    else:
        is_temporary = error.status in _TEMPORARY and error.code not in _LASTING
        is_temporary = is_temporary or error.code == "IDEMPOTENCY_KEY_IN_USE"
    # Sheaf refuses such requests before they have an effect.
    was_refused = isinstance(error, SheafProblem) and error.status in (429, 503)
    if not is_temporary or not (call.is_repeatable or was_refused):
        return None
    if error.retry_after is None:
        return clock.random() * min(8.0, 0.25 * float(2**attempt))
    # A random fraction of a second, so that clients do not all return simultaneously.
    return None if error.retry_after > _MAX_PAUSE else float(error.retry_after + clock.random() / 4)


def send(call: Call, settings: Settings) -> Flow[Response]:
    """Sends a request, with retries, and returns the successful or 304 response."""
    headers = {**settings.credentials(), **call.headers}
    if call.body is not None:
        headers["content-type"] = "application/json"
    if call.method == "POST" and call.idempotency_key is not False:
        key = call.idempotency_key if isinstance(call.idempotency_key, str) else uuid.uuid4().hex
        headers["idempotency-key"] = key
    query = {name: _query_text(value) for name, value in call.query.items() if value is not None}
    timeout = settings.timeout if call.timeout is None else min(settings.timeout, call.timeout)
    request = Request(call.method, call.path, query, headers, call.body, timeout)
    attempt = 0
    while True:
        try:
            response = yield request
            return _checked(response, settings.clock.now())
        except (SheafProblem, SheafConnectionError) as error:
            pause = _pause(error, attempt, call, settings.clock) if attempt < settings.retries else None
            if pause is None:
                raise
        yield Sleep(pause)
        attempt += 1


def send_json(call: Call, settings: Settings) -> Flow[Any]:
    """Sends a request and returns the JSON of the response, or None if it has no body."""
    return body_of((yield from send(call, settings)))
