"""The errors that the client raises."""
from __future__ import annotations

from typing import Any, Generic, Mapping, Optional, Sequence, TypedDict, TypeVar

S = TypeVar("S")

#: The number of violations in a message.
_SHOWN = 3


class Violation(TypedDict):
    """A violated rule, with its location in the request."""

    # A JSON Pointer (RFC 6901) into the body. Pointers to query parameters start with `/query`.
    pointer: str
    code: str
    detail: str


class SheafError(Exception):
    """The base of all errors of this package."""


class SheafProblem(SheafError):
    """Sheaf rejected the request (RFC 9457). Branch on `code`, and handle unknown codes by `status`."""

    def __init__(self, document: Mapping[str, Any], retry_after: Optional[float] = None) -> None:
        #: The stable error code. Later releases can add codes.
        self.code: str = document["code"]
        #: The HTTP status of the response.
        self.status: int = document["status"]
        #: An explanation of this occurrence, for developers.
        self.detail: str = document["detail"]
        #: The id of the request. Quote it when you report the problem.
        self.request_id: str = document.get("requestId", "")
        #: Each violated rule of an invalid request, with its location.
        self.violations: Sequence[Violation] = document.get("errors", [])
        #: With `EVENTS_EXPIRED`, the time since which Sheaf keeps all events.
        self.oldest_available: Optional[str] = document.get("oldestAvailable")
        #: The number of seconds to wait before the next attempt, if the response named one.
        self.retry_after = retry_after
        super().__init__(self._message())

    def _message(self) -> str:
        """The location and the rule of the first violations. Sheaf's problems never repeat the values."""
        reasons = [f"{each['pointer'] or 'the body'}: {each['detail']}" for each in self.violations[:_SHOWN]]
        if len(self.violations) > _SHOWN:
            reasons.append(f"and {len(self.violations) - _SHOWN} more")
        return f"{self.status} {self.code}: {self.detail}" + (f" ({'; '.join(reasons)})" if reasons else "")


class SheafConnectionError(SheafError):
    """No usable response arrived: the network failed, the request timed out, or another server responded."""

    def __init__(self, message: str, status: Optional[int] = None, retry_after: Optional[float] = None) -> None:
        super().__init__(message)
        #: The HTTP status, if a response arrived that does not come from Sheaf, for example from a proxy.
        self.status = status
        self.retry_after = retry_after


class SheafDeadlineError(SheafError, Generic[S]):
    """The deadline of `finished` or `decided` passed. The collection or consent itself continues."""

    def __init__(self, last_status: Optional[S]) -> None:
        super().__init__("The deadline passed before the final status.")
        #: The last known status.
        self.last_status = last_status


class SheafQuestionError(SheafError, Generic[S]):
    """The collection asked a question for which `on_input` has no handler. It waits until the question expires."""

    def __init__(self, question_type: str, last_status: S) -> None:
        super().__init__(f"The collection asks for {question_type}, and on_input has no handler for this type.")
        #: The type of the question, for example `TWO_FACTOR_CODE`.
        self.question_type = question_type
        #: The status that shows the question.
        self.last_status = last_status
