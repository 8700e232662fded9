"""The typed client of Sheaf, for version 2026-04-01 of its API: `Client` blocks, `AsyncClient` is awaited."""
from ._async import AsyncClient
from ._data import CollectedData, Document, Event, FoundChanges, ReceivedEvent
from ._flow import Clock
from ._polling import Question
from ._sync import Client, InputHandlers
from ._transport import SERVICE_VERSION
from .errors import (
    SheafConnectionError,
    SheafDeadlineError,
    SheafError,
    SheafProblem,
    SheafQuestionError,
)
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "SERVICE_VERSION",
    "AsyncClient",
    "Client",
    "Clock",
    "CollectedData",
    "Document",
    "Event",
    "FoundChanges",
    "InputHandlers",
    "Question",
    "ReceivedEvent",
    "SheafConnectionError",
    "SheafDeadlineError",
    "SheafError",
    "SheafProblem",
    "SheafQuestionError",
    "WebhookVerificationError",
    "verify_webhook",
]
