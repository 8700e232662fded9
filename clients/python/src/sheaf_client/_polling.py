"""Follows statuses by long polling, answers a collection's questions, and reads lists page by page."""
from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Callable, Mapping, Optional

from ._data import FoundChanges, ReceivedEvent
from ._flow import Ask, Deadline, Emit, Flow, Sleep
from ._transport import Call, Settings, body_of, date_seconds, next_cursor, retry_after, send, send_json
from .errors import SheafDeadlineError, SheafProblem, SheafQuestionError

#: The pause after a request that Sheaf did not hold, in seconds.
_DEFAULT_PAUSE = 2.0

#: The longest time for which Sheaf holds a request, in seconds.
_HELD = 30

#: The codes with which Sheaf reports that a question is no longer open. The next status shows what happened.
_SETTLED = ("INPUT_NO_LONGER_PENDING", "NOT_AWAITING_INPUT")


@dataclass(frozen=True)
class Question:
    """A question of a company, with what the status shows about it."""

    #: `TWO_FACTOR_CODE`, `TWO_FACTOR_CHOICE`, `COLLECTION_INPUT` or `RESPONSE_OBJECT`.
    type: str
    status: Any
    #: Returns the number of seconds until the question expires, by the service's clock.
    seconds_left: Callable[[], float]
    #: Sheaf's reason for rejecting the previous answer to this question. Show the form again.
    rejected: Optional[SheafProblem] = None

    @property
    def information(self) -> Mapping[str, Any]:
        """The status's `extraInformation`: the instruction, the methods, the inputs or the requests."""
        shown: Mapping[str, Any] = self.status.get("extraInformation", {})
        return shown


@dataclass
class _Follower:
    """The state of following a status: where it is, and when to stop."""

    path: str
    settings: Settings
    deadline: Deadline
    etag: Optional[str] = None
    #: The seconds to wait before the next request, because Sheaf did not hold the last one.
    pause: float = 0.0
    #: The last status, and the service's time when it was sent, in seconds since 1970.
    status: Any = None
    server_time: float = 0.0

    def next(self) -> Flow[bool]:
        """Reads until the status changes. Returns False if it was final before. Raises at the deadline."""
        if self.status is not None and "pollingInterval" not in self.status:
            return False
        while True:
            if self.pause > 0:
                yield Sleep(min(self.pause, self.deadline.left()))
            if self.deadline.is_over:
                raise SheafDeadlineError(self.status)
            response = yield from send(self._call(), self.settings)
            now = self.settings.clock.now()
            is_held = not self.etag or "preference-applied" in response.headers
            self.etag = response.headers.get("etag")
            asked = retry_after(response.headers, now)
            self.pause = 0.0 if is_held and self.etag else _DEFAULT_PAUSE if asked is None else asked
            if response.status != 304:
                self.status = body_of(response)
                self.server_time = date_seconds(response.headers.get("date")) or now
                return True

    def _call(self) -> Call:
        left = self.deadline.left()
        held = min(_HELD, left)
        headers = {"if-none-match": self.etag, "prefer": f"wait={int(held)}"} if self.etag else {}
        # An attempt never lasts longer than the caller waits.
        return Call("GET", self.path, headers=headers, timeout=None if left == float("inf") else max(left, 0.001))


def follow(path: str, settings: Settings) -> Flow[None]:
    """Emits the current status and each change, until the status is final."""
    follower = _Follower(path, settings, Deadline(settings.clock, None))
    while (yield from follower.next()):
        yield Emit(follower.status)


def _question_type(status: Mapping[str, Any]) -> Optional[str]:
    pending = status.get("pendingInput")
    return None if pending is None else str(pending["type"])


def _answers(kind: str, status: Mapping[str, Any], answer: Any) -> list[dict[str, Any]]:
    """The bodies that answer a question."""
    base = {"type": kind, "inputId": status["pendingInput"]["inputId"]}
    if kind == "TWO_FACTOR_CODE":
        return [{**base, "value": answer}]
    if kind == "TWO_FACTOR_CHOICE":
        return [{**base, "methodId": answer}]
    if kind == "COLLECTION_INPUT":
        return [{**base, "inputs": answer}]
    return [{**response, "type": kind} for response in answer]


def _settle(
    follower: _Follower, path: str, handlers: Mapping[str, Callable[[Question], Any]]
) -> Flow[None]:
    """Asks the handler until Sheaf accepts an answer, or the question is settled in another way."""
    status, settings = follower.status, follower.settings
    kind = _question_type(status)
    if kind is None:
        return
    expires = _iso_seconds(status["pendingInput"]["expiresAt"])
    end = settings.clock.monotonic() + expires - follower.server_time
    question = Question(kind, status, lambda: max(0.0, end - settings.clock.monotonic()))
    while question.seconds_left() > 0:
        handler = handlers.get(kind)
        if handler is None:
            raise SheafQuestionError(kind, status)
        answer = yield Ask(handler, question)
        try:
            for body in _answers(kind, status, answer):
                yield from send_json(Call("POST", f"{path}/supplement-info", body=body), settings)
            return
        except SheafProblem as problem:
            if problem.code in _SETTLED:
                return
            if problem.code != "INVALID_INPUT":
                raise
            question = replace(question, rejected=problem)


def _iso_seconds(text: str) -> float:
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def last_status(
    path: str,
    settings: Settings,
    *,
    timeout: Optional[float],
    on_status: Optional[Callable[[Any], Any]],
    on_input: Optional[Mapping[str, Callable[[Question], Any]]],
) -> Flow[Any]:
    """Returns the final status. `on_input` is None for objects that ask nothing."""
    follower = _Follower(f"{path}/status", settings, Deadline(settings.clock, timeout))
    while (yield from follower.next()):
        if on_status is not None:
            yield Ask(on_status, follower.status)
        if on_input is not None:
            yield from _settle(follower, path, on_input)
    return follower.status


def pages(call: Call, settings: Settings) -> Flow[None]:
    """Emits every entry of a list. Requests each page only when its first entry is needed."""
    while True:
        response = yield from send(call, settings)
        for entry in body_of(response):
            yield Emit(entry)
        cursor = next_cursor(response.headers)
        if cursor is None:
            return
        call = replace(call, query={**call.query, "cursor": cursor})


def changes(call: Call, settings: Settings) -> Flow[FoundChanges]:
    """Returns a page of a monitor's changes."""
    response = yield from send(call, settings)
    return FoundChanges(body_of(response), next_cursor(response.headers) or str(call.query.get("cursor") or ""))


def events(query: Mapping[str, Any], settings: Settings, *, is_endless: bool) -> Flow[None]:
    """Emits the events that Sheaf keeps, oldest first, and then, if `is_endless`, each new one as soon as it happens."""
    cursor = query.get("cursor")
    headers = {"prefer": f"wait={_HELD}"} if is_endless else {}
    while True:
        asked = {**query, "cursor": cursor, "since": query.get("since") if cursor is None else None}
        response = yield from send(Call("GET", "/events", asked, headers), settings)
        found = body_of(response)
        cursor = next_cursor(response.headers) or cursor
        for index, event in enumerate(found):
            yield Emit(ReceivedEvent(event, cursor if index == len(found) - 1 else None))
        if found:
            continue
        if not is_endless:
            return
        if "preference-applied" not in response.headers:
            yield Sleep(retry_after(response.headers, settings.clock.now()) or _DEFAULT_PAUSE)
