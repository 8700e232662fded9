"""
The logic of the client, without input or output. A flow yields what it needs: a response, a pause, or the answer of the
caller's function. `Client` and `AsyncClient` run the same flows, one with blocking calls and one with `await`.
"""
from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Generator, Mapping, Optional, TypeVar, Union

T = TypeVar("T")


@dataclass(frozen=True)
class Request:
    """An HTTP request. `timeout` is in seconds."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    json: Any
    timeout: float


@dataclass(frozen=True)
class Response:
    status: int
    #: The header fields, with lowercase names.
    headers: Mapping[str, str]
    content: bytes


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Ask:
    """Calls one of the caller's functions, which can be asynchronous in `AsyncClient`."""

    function: Callable[[Any], Any]
    argument: Any


@dataclass(frozen=True)
class Emit:
    """Gives a value to the caller's loop."""

    value: Any


Need = Union[Request, Sleep, Ask, Emit]

Flow = Generator[Need, Any, T]


@dataclass(frozen=True)
class Clock:
    """Time and randomness. Tests can replace them. Pauses are made by the client that runs the flow."""

    #: Returns the time in seconds since an arbitrary moment.
    monotonic: Callable[[], float] = field(default=time.monotonic)
    #: Returns the time in seconds since 1970.
    now: Callable[[], float] = field(default=time.time)
    #: Returns a number from 0 up to, but not including, 1.
    random: Callable[[], float] = field(default=random.random)


class Deadline:
    """A time limit for a flow of several requests."""

    def __init__(self, clock: Clock, seconds: Optional[float]) -> None:
        self._clock = clock
        self._end = None if seconds is None else clock.monotonic() + seconds

    def left(self) -> float:
        """The number of seconds left, infinity without a limit."""
        return float("inf") if self._end is None else max(0.0, self._end - self._clock.monotonic())

    @property
    def is_over(self) -> bool:
        return self.left() <= 0
