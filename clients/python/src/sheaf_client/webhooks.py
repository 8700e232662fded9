"""Verifies webhooks, as Standard Webhooks 1.0 signs them: HMAC-SHA256 of the id, the time and the body."""
from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Callable, Iterable, Literal, Mapping, Sequence, Union

from ._transport import SERVICE_VERSION
from .errors import SheafError

#: Why a request is no webhook of Sheaf.
#:
#: - `MISSING_HEADER`: the request has no `webhook-id`, `webhook-timestamp` or `webhook-signature`
#: - `MALFORMED`: a header or the signed body has a form that Sheaf never sends
#: - `TOO_OLD`: somebody may have recorded the request and sent it again
#: - `TOO_NEW`: the request is from the future, so one of the two clocks is wrong
#: - `NO_MATCH`: no signature matches this body with any of the secrets
#: - `OTHER_VERSION`: the signature is valid, but the endpoint's API version is not the version of this client
VerificationCode = Literal["MISSING_HEADER", "MALFORMED", "TOO_OLD", "TOO_NEW", "NO_MATCH", "OTHER_VERSION"]


class WebhookVerificationError(SheafError):
    """The request is not a webhook from Sheaf. Respond with 400, and do not use the body."""

    def __init__(self, code: VerificationCode, message: str) -> None:
        super().__init__(message)
        self.code: VerificationCode = code


def _key(secret: str) -> bytes:
    # The error does not repeat the secret, because errors are logged.
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise ValueError("A secret is empty, or is not base64 after whsec_.")
    return key


def _field(headers: Mapping[str, str], name: str) -> str:
    value = next((value for given, value in headers.items() if given.lower() == name), "")
    if not value:
        raise WebhookVerificationError("MISSING_HEADER", f"No {name} header.")
    return value


def _signatures(text: str) -> Iterable[bytes]:
    """The `v1` signatures of a field, which can contain several, including those of later schemes."""
    found = re.findall(r"(?:^|\s)v1,(\S+)", text)
    if not found:
        raise WebhookVerificationError("MALFORMED", "webhook-signature has no v1 signature.")
    return [each.encode() for each in found]


def _check_time(timestamp: str, now: float, tolerance: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("MALFORMED", "webhook-timestamp is not a number of seconds.")
    age = int(now) - int(timestamp)
    if age > tolerance:
        raise WebhookVerificationError("TOO_OLD", f"The signature is {age} seconds old.")
    if age < -tolerance:
        raise WebhookVerificationError("TOO_NEW", f"The signature is {-age} seconds in the future.")


def verify_webhook(
    headers: Mapping[str, str],
    body: Union[str, bytes],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Callable[[], float] = time.time,
) -> dict[str, Any]:
    """
    Returns the event of a webhook whose signature is valid. Raises `WebhookVerificationError` otherwise.

    `body` is the raw body, because parsing and writing JSON again can change its bytes. `secrets` is the endpoint's secret, which
    starts with `whsec_`, or several during a rotation. `tolerance` is the accepted difference between the clocks, in seconds.
    """
    keys = [_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("Pass at least one secret.")
    content = body.encode() if isinstance(body, str) else bytes(body)
    event_id = _field(headers, "webhook-id")
    timestamp = _field(headers, "webhook-timestamp")
    given = _signatures(_field(headers, "webhook-signature"))
    _check_time(timestamp, now(), tolerance)
    signed = b".".join([event_id.encode(), timestamp.encode(), content])
    expected = [base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    if not any(hmac.compare_digest(mac, signature) for mac in expected for signature in given):
        raise WebhookVerificationError("NO_MATCH", "No signature matches the body with any of the secrets.")
    try:
        event = json.loads(content)
        version = event["version"]
    except (ValueError, TypeError, KeyError):
        raise WebhookVerificationError("MALFORMED", "The signed body is not an event.") from None
    if version != SERVICE_VERSION:
        message = f"The endpoint uses version {version}, but this client expects {SERVICE_VERSION}."
        raise WebhookVerificationError("OTHER_VERSION", message)
    return dict(event)
