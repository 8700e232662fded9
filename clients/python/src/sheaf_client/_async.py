"""The asynchronous client. `npm run generate` writes the synchronous one, `_sync.py`, from this module."""
from __future__ import annotations

import asyncio
import inspect  # async only
from dataclasses import replace
from types import TracebackType
from typing import Any, AsyncIterator, Awaitable, Callable, Literal, Optional, Sequence, Type, TypedDict, TypeVar, Union, cast

import httpx

from ._data import CollectedData, Document, Event, FoundChanges, ReceivedEvent
from ._flow import Ask, Clock, Emit, Flow, Need, Request, Response, Sleep
from ._polling import Question, changes, events, follow, last_status, pages
from ._transport import Call, Settings, check_credential, segment, send, send_json
from .contract import (
    ChangeMonitorRequest,
    ChangeWebhookEndpointRequest,
    CollectionDetails,
    CollectionInputs,
    CollectionStatus,
    CollectionStatusValue,
    CompanyAvailability,
    ConnectSession,
    ConnectSessionLink,
    ConsentDetails,
    ConsentScenario,
    ConsentStatus,
    ConsentStatusValue,
    CreateConnectSessionRequest,
    CreateConsentRequest,
    CreateMonitorRequest,
    CreateWebhookEndpointRequest,
    InitiateCollectionRequest,
    InvestmentTransaction,
    Market,
    Monitor,
    MonitorUsage,
    Product,
    Redelivery,
    RenewConsentRequest,
    Scenario,
    SupplementInfo,
    SupportedProducts,
    Transaction,
    User,
    UserSession,
    WebhookAttempt,
    WebhookEndpoint,
    WebhookEndpointWithSecret,
    WebhookTestOutcome,
)
from .errors import SheafConnectionError

T = TypeVar("T")

#: `desc` yields the newest entry first, `asc` the oldest.
Order = Literal["asc", "desc"]

#: Types of answers: handlers can return an awaitable.
Text = Union[str, Awaitable[str]]
Inputs = Union[CollectionInputs, Awaitable[CollectionInputs]]
DeviceResponses = Union[Sequence[Any], Awaitable[Sequence[Any]]]


class InputHandlers(TypedDict, total=False):
    """One handler for each type of question, which returns the answer."""

    # Returns the code that the instruction asks for.
    TWO_FACTOR_CODE: Callable[[Question], Text]
    # Returns the id of the chosen method.
    TWO_FACTOR_CHOICE: Callable[[Question], Text]
    # Returns all values that the company asks for, by input type.
    COLLECTION_INPUT: Callable[[Question], Inputs]
    # Executes the requests on the person's device, and returns one response for each.
    RESPONSE_OBJECT: Callable[[Question], DeviceResponses]


class _Runner:
    """Runs flows: sends their requests, waits, and calls the caller's functions."""

    def __init__(self, http: httpx.AsyncClient, base_url: str, settings: Settings) -> None:
        self.settings = settings
        self.http = http
        self.base_url = base_url

    async def run(self, flow: Flow[T]) -> T:
        answer: Any = None
        error: Optional[SheafConnectionError] = None
        while True:
            try:
                need = flow.send(answer) if error is None else flow.throw(error)
            except StopIteration as end:
                return cast(T, end.value)
            answer, error = await self._meet(need)

    async def iterate(self, flow: Flow[None]) -> AsyncIterator[Any]:
        answer: Any = None
        error: Optional[SheafConnectionError] = None
        while True:
            try:
                need = flow.send(answer) if error is None else flow.throw(error)
            except StopIteration:
                return
            if isinstance(need, Emit):
                answer, error = None, None
                yield need.value
            else:
                answer, error = await self._meet(need)

    async def call(self, call: Call) -> Any:
        return await self.run(send_json(call, self.settings))

    async def _meet(self, need: Need) -> tuple[Any, Optional[SheafConnectionError]]:
        """What a flow needs, or the error that stands in its way."""
        if isinstance(need, Request):
            try:
                return await self._send(need), None
            except httpx.TransportError as error:
                host = httpx.URL(self.base_url).host
                return None, SheafConnectionError(f"No response from {host}: {error or type(error).__name__}")
        if isinstance(need, Sleep):
            await asyncio.sleep(need.seconds)
            return None, None
        answer = need.function(need.argument) if isinstance(need, Ask) else None
        if inspect.isawaitable(answer):  # async only
            answer = await answer  # async only
        return answer, None

    async def _send(self, request: Request) -> Response:
        response = await self.http.request(
            request.method,
            self.base_url + request.path,
            params=dict(request.query),
            headers=dict(request.headers),
            json=request.json,
            timeout=request.timeout,
            # A redirect could take the credentials to another server.
            follow_redirects=False,
        )
        fields = {name.lower(): value for name, value in response.headers.items()}
        return Response(response.status_code, fields, response.content)


def _post(path: str, body: Any = None, idempotency_key: Union[str, bool, None] = None, **more: Any) -> Call:
    return Call("POST", path, body=body, idempotency_key=idempotency_key, **more)


def _filter(
    user_id: Optional[str],
    created_after: Optional[str],
    created_before: Optional[str],
    order: Optional[Order],
    limit: Optional[int],
) -> dict[str, Any]:
    """The filters of every list. Times are ISO 8601 in UTC."""
    return {
        "userId": user_id,
        "createdAfter": created_after,
        "createdBefore": created_before,
        "order": order,
        "limit": limit,
    }


def _once(path: str, body: Any = None) -> Call:
    """A request whose response has a secret. It accepts no idempotency key, and is not repeated."""
    return Call("POST", path, body=body, idempotency_key=False, is_repeatable=False)


class Collection:
    """One collection."""

    def __init__(self, runner: _Runner, collection_id: str) -> None:
        self.id = collection_id
        self._runner = runner
        self._path = f"/collections/{segment(collection_id)}"

    async def status(self) -> CollectionStatus:
        return cast(CollectionStatus, await self._runner.call(Call("GET", f"{self._path}/status")))

    async def updates(self) -> AsyncIterator[CollectionStatus]:
        """Yields the current status and each change, as soon as it appears, until the status is final."""
        async for status in self._runner.iterate(follow(f"{self._path}/status", self._runner.settings)):
            yield status

    async def finished(
        self,
        *,
        timeout: Optional[float] = None,
        on_status: Optional[Callable[[CollectionStatus], object]] = None,
        on_input: Optional[InputHandlers] = None,
    ) -> CollectionStatus:
        """
        Follows the collection to its end, answers its questions, and returns the final status. A failed collection is a status
        too. Raises `SheafDeadlineError` after `timeout` seconds, and `SheafQuestionError` if a question has no handler.
        """
        handlers = cast("dict[str, Callable[[Question], Any]]", on_input or {})
        flow = last_status(
            self._path, self._runner.settings, timeout=timeout, on_status=on_status, on_input=handlers
        )
        return cast(CollectionStatus, await self._runner.run(flow))

    async def answer(self, answer: SupplementInfo, *, idempotency_key: Optional[str] = None) -> CollectionStatus:
        """Answers the open question, and returns the next status."""
        call = _post(f"{self._path}/supplement-info", answer, idempotency_key)
        return cast(CollectionStatus, await self._runner.call(call))

    async def confirm(self, code: str, *, idempotency_key: Optional[str] = None) -> CollectionStatus:
        """Confirms, with the `code` of the bank's return, that the right person returned."""
        call = _post(f"{self._path}/confirmation", {"code": code}, idempotency_key)
        return cast(CollectionStatus, await self._runner.call(call))

    async def data(self) -> CollectedData:
        """Returns the collected records. Raises COLLECTION_NOT_COMPLETED before the collection has ended."""
        products = (await self.status())["products"]
        has_wealth = any(product != "INSURANCE" for product in products)
        insurance = await self._records("insurance") if "INSURANCE" in products else []
        return CollectedData(insurance, await self._records("wealth") if has_wealth else [])

    async def get(self) -> CollectionDetails:
        """Returns the collection with its status and login method."""
        return cast(CollectionDetails, await self._runner.call(Call("GET", self._path)))

    async def transactions(
        self,
        record_id: str,
        *,
        first_day: Optional[str] = None,
        last_day: Optional[str] = None,
        status: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
    ) -> AsyncIterator[Union[Transaction, InvestmentTransaction]]:
        """Yields the transactions of a record, which its id names. Days are `YYYY-MM-DD`, and both are included."""
        query = {"from": first_day, "to": last_day, "status": status, "limit": limit}
        path = f"{self._path}/wealth/accounts/{segment(record_id)}/transactions"
        async for entry in self._runner.iterate(pages(Call("GET", path, query), self._runner.settings)):
            yield entry

    async def document(self, product: str, document_id: str) -> Document:
        """Returns a document of a record. `product` is `insurance` or `wealth`."""
        call = Call("GET", f"{self._path}/{segment(product)}/document/{segment(document_id)}")
        response = await self._runner.run(send(call, self._runner.settings))
        return Document(response.content, response.headers.get("content-type", "application/octet-stream"))

    async def erase(self) -> None:
        """Erases the data. Raises COLLECTION_NOT_ENDED while the collection runs."""
        await self._runner.call(Call("DELETE", self._path))

    async def _records(self, product: str) -> list[Any]:
        return cast("list[Any]", await self._runner.call(Call("GET", f"{self._path}/{product}/data")))


class Collections:
    def __init__(self, runner: _Runner) -> None:
        self._runner = runner

    async def start(
        self, request: InitiateCollectionRequest, *, idempotency_key: Optional[str] = None
    ) -> Collection:
        """Starts a collection. Retries never start a second one; pass a key to cover a restart of your program."""
        started = await self._runner.call(_post("/collections", request, idempotency_key))
        return self.at(started["collectionId"])

    def at(self, collection_id: str) -> Collection:
        """Returns an existing collection, without a request."""
        return Collection(self._runner, collection_id)

    async def list(
        self,
        *,
        user_id: Optional[str] = None,
        latest: Optional[bool] = None,
        status: Optional[Sequence[CollectionStatusValue]] = None,
        company: Optional[str] = None,
        external_reference: Optional[str] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        order: Optional[Order] = None,
        limit: Optional[int] = None,
    ) -> AsyncIterator[CollectionDetails]:
        """Yields the collections, newest first by default."""
        query = {
            **_filter(user_id, created_after, created_before, order, limit),
            "latest": latest,
            "status": status,
            "company": company,
            "externalReference": external_reference,
        }
        async for entry in self._runner.iterate(pages(Call("GET", "/collections", query), self._runner.settings)):
            yield entry


class ConsentHandle:
    """One consent."""

    def __init__(self, runner: _Runner, consent_id: str) -> None:
        self.id = consent_id
        self._runner = runner
        self._path = f"/consents/{segment(consent_id)}"

    async def get(self) -> ConsentDetails:
        return cast(ConsentDetails, await self._runner.call(Call("GET", self._path)))

    async def status(self) -> ConsentStatus:
        return cast(ConsentStatus, await self._runner.call(Call("GET", f"{self._path}/status")))

    async def updates(self) -> AsyncIterator[ConsentStatus]:
        """Yields the current status and each change, until the person has decided."""
        async for status in self._runner.iterate(follow(f"{self._path}/status", self._runner.settings)):
            yield status

    async def decided(
        self,
        *,
        timeout: Optional[float] = None,
        on_status: Optional[Callable[[ConsentStatus], object]] = None,
    ) -> ConsentStatus:
        """Returns the status after the decision. Open `authInstructions.redirectUrl` in `on_status`."""
        flow = last_status(self._path, self._runner.settings, timeout=timeout, on_status=on_status, on_input=None)
        return cast(ConsentStatus, await self._runner.run(flow))

    async def confirm(self, code: str, *, idempotency_key: Optional[str] = None) -> ConsentStatus:
        """Confirms, with the `code` of the bank's return, that the right person returned."""
        call = _post(f"{self._path}/confirmation", {"code": code}, idempotency_key)
        return cast(ConsentStatus, await self._runner.call(call))

    async def revoke(self) -> ConsentStatus:
        """Revokes the consent immediately."""
        return cast(ConsentStatus, await self._runner.call(Call("DELETE", self._path)))


class Consents:
    def __init__(self, runner: _Runner) -> None:
        self._runner = runner

    async def create(self, request: CreateConsentRequest, *, idempotency_key: Optional[str] = None) -> ConsentHandle:
        """Creates a consent for the user of the token."""
        created = await self._runner.call(_post("/consents", request, idempotency_key))
        return self.at(created["consentId"])

    async def renew(
        self, consent_id: str, request: RenewConsentRequest, *, idempotency_key: Optional[str] = None
    ) -> ConsentHandle:
        """Creates a consent with the same scope, which replaces the other one once the user authorizes it."""
        created = await self._runner.call(_post(f"/consents/{segment(consent_id)}/renewal", request, idempotency_key))
        return self.at(created["consentId"])

    def at(self, consent_id: str) -> ConsentHandle:
        """Returns an existing consent, without a request."""
        return ConsentHandle(self._runner, consent_id)

    async def list(
        self,
        *,
        user_id: Optional[str] = None,
        latest: Optional[bool] = None,
        status: Optional[Sequence[ConsentStatusValue]] = None,
        company: Optional[str] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        order: Optional[Order] = None,
        limit: Optional[int] = None,
    ) -> AsyncIterator[ConsentStatus]:
        """Yields the consents of the client or, with a token, of its user, newest first by default."""
        query = {
            **_filter(user_id, created_after, created_before, order, limit),
            "latest": latest,
            "status": status,
            "company": company,
        }
        async for entry in self._runner.iterate(pages(Call("GET", "/consents", query), self._runner.settings)):
            yield entry


class Monitors:
    def __init__(self, runner: _Runner) -> None:
        self._runner = runner

    async def create(self, request: CreateMonitorRequest, *, idempotency_key: Optional[str] = None) -> Monitor:
        """Creates a monitor. Needs the token of the user whose consent or collection it uses."""
        return cast(Monitor, await self._runner.call(_post("/monitors", request, idempotency_key)))

    async def list(self, *, limit: Optional[int] = None) -> AsyncIterator[Monitor]:
        """Yields the monitors, newest first."""
        async for entry in self._runner.iterate(pages(Call("GET", "/monitors", {"limit": limit}), self._runner.settings)):
            yield entry

    async def get(self, monitor_id: str) -> Monitor:
        return cast(Monitor, await self._runner.call(Call("GET", self._path(monitor_id))))

    async def change(self, monitor_id: str, change: ChangeMonitorRequest) -> Monitor:
        """Pauses a monitor, lets it go on, or changes its settings."""
        return cast(Monitor, await self._runner.call(Call("PATCH", self._path(monitor_id), body=change)))

    async def end(self, monitor_id: str) -> Monitor:
        return cast(Monitor, await self._runner.call(Call("DELETE", self._path(monitor_id))))

    async def run(self, monitor_id: str, *, idempotency_key: Optional[str] = None) -> Monitor:
        """Lets a monitor look now."""
        call = _post(f"{self._path(monitor_id)}/run", None, idempotency_key)
        return cast(Monitor, await self._runner.call(call))

    async def changes(
        self, monitor_id: str, *, cursor: Optional[str] = None, limit: Optional[int] = None
    ) -> FoundChanges:
        """
        Returns the changes after a cursor, each once and in order. `CHANGES_EXPIRED` means to begin again without a cursor: the
        first page then has everything that the monitor knows.
        """
        call = Call("GET", f"{self._path(monitor_id)}/changes", {"cursor": cursor, "limit": limit})
        return await self._runner.run(changes(call, self._runner.settings))

    async def usage(self) -> MonitorUsage:
        """Returns the number of your monitors and of their runs on each of the last 30 days, with your limits."""
        return cast(MonitorUsage, await self._runner.call(Call("GET", "/monitor-usage")))

    def _path(self, monitor_id: str) -> str:
        return f"/monitors/{segment(monitor_id)}"


class Users:
    def __init__(self, runner: _Runner) -> None:
        self._runner = runner

    async def create(self, external_id: str, *, idempotency_key: Optional[str] = None) -> User:
        """Creates a user, or returns the user that already has this external id."""
        return cast(User, await self._runner.call(_post("/users", {"externalId": external_id}, idempotency_key)))

    async def find(self, external_id: str) -> Optional[User]:
        found = await self._runner.call(Call("GET", "/users", {"externalId": external_id}))
        return cast(User, found[0]) if found else None

    async def list(
        self,
        *,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        order: Optional[Order] = None,
        limit: Optional[int] = None,
    ) -> AsyncIterator[User]:
        """Yields the users, newest first by default."""
        query = _filter(None, created_after, created_before, order, limit)
        async for entry in self._runner.iterate(pages(Call("GET", "/users", query), self._runner.settings)):
            yield entry

    async def get(self, user_id: str) -> User:
        return cast(User, await self._runner.call(Call("GET", f"/users/{segment(user_id)}")))

    async def erase(self, user_id: str) -> None:
        """Erases the user: collections end, consents are revoked, data is deleted, and tokens become invalid."""
        await self._runner.call(Call("DELETE", f"/users/{segment(user_id)}"))

    async def open_session(self, user_id: str) -> UserSession:
        """Opens a session. Pass its token to `as_user`."""
        call = Call("POST", f"/users/{segment(user_id)}/sessions", idempotency_key=False)
        return cast(UserSession, await self._runner.call(call))

    async def end_sessions(self, user_id: str) -> None:
        """Ends all sessions of the user."""
        await self._runner.call(Call("DELETE", f"/users/{segment(user_id)}/sessions"))


class Companies:
    def __init__(self, runner: _Runner) -> None:
        self._runner = runner

    async def availability(
        self, *, market: Optional[Market] = None, product: Optional[Product] = None, company: Optional[str] = None
    ) -> list[CompanyAvailability]:
        """Returns each company's availability and login methods."""
        query = {"market": market, "product": product, "company": company}
        return cast("list[CompanyAvailability]", await self._runner.call(Call("GET", "/companies/availability", query)))

    async def supported_products(
        self, *, market: Optional[Market] = None, product: Optional[Product] = None, company: Optional[str] = None
    ) -> list[SupportedProducts]:
        """Returns the products that can be collected from each company."""
        query = {"market": market, "product": product, "company": company}
        call = Call("GET", "/companies/supported-products", query)
        return cast("list[SupportedProducts]", await self._runner.call(call))


class Sandbox:
    """The sandbox's catalogs. Only the sandbox has these routes."""

    def __init__(self, runner: _Runner) -> None:
        self._runner = runner

    async def scenarios(self) -> list[Scenario]:
        """Returns every outcome of a collection, with the input that produces it."""
        return cast("list[Scenario]", await self._runner.call(Call("GET", "/sandbox/scenarios")))

    async def consent_scenarios(self) -> list[ConsentScenario]:
        """Returns every outcome of a consent, with the input that produces it."""
        return cast("list[ConsentScenario]", await self._runner.call(Call("GET", "/sandbox/consent-scenarios")))


class Events:
    def __init__(self, runner: _Runner) -> None:
        self._runner = runner

    async def list(
        self, *, types: Optional[Sequence[str]] = None, since: Optional[str] = None, cursor: Optional[str] = None
    ) -> AsyncIterator[Event]:
        """Yields the events that Sheaf keeps, oldest first, and ends after the newest."""
        query = {"type": types, "since": since, "cursor": cursor}
        async for received in self._runner.iterate(events(query, self._runner.settings, is_endless=False)):
            yield received.event

    async def iterate(
        self, *, types: Optional[Sequence[str]] = None, since: Optional[str] = None, cursor: Optional[str] = None
    ) -> AsyncIterator[ReceivedEvent]:
        """
        Yields the events that Sheaf keeps, and then each new event as soon as it happens. Raises `EVENTS_EXPIRED` if the cursor
        is older than the events that Sheaf keeps.
        """
        query = {"type": types, "since": since, "cursor": cursor}
        async for received in self._runner.iterate(events(query, self._runner.settings, is_endless=True)):
            yield received

    async def get(self, event_id: str) -> Event:
        """Returns an event, for example by the id of a webhook."""
        return cast(Event, await self._runner.call(Call("GET", f"/events/{segment(event_id)}")))

    async def redeliver(
        self, event_id: str, *, endpoint_id: Optional[str] = None, idempotency_key: Optional[str] = None
    ) -> Redelivery:
        """Sends an event to webhook endpoints again: to all that receive its type, or to one."""
        body = {} if endpoint_id is None else {"endpointId": endpoint_id}
        call = _post(f"/events/{segment(event_id)}/redeliver", body, idempotency_key)
        return cast(Redelivery, await self._runner.call(call))


class ConnectSessions:
    def __init__(self, runner: _Runner) -> None:
        self._runner = runner

    async def create(self, request: CreateConnectSessionRequest) -> ConnectSessionLink:
        """
        Creates a session, and returns its link, which only the person may get. If the response is lost, the request is not
        repeated: create another session.
        """
        return cast(ConnectSessionLink, await self._runner.call(_once("/connect-sessions", request)))

    async def list(
        self,
        *,
        user_id: Optional[str] = None,
        status: Optional[Sequence[str]] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        order: Optional[Order] = None,
        limit: Optional[int] = None,
    ) -> AsyncIterator[ConnectSession]:
        """Yields the sessions, newest first by default."""
        query = {**_filter(user_id, created_after, created_before, order, limit), "status": status}
        call = Call("GET", "/connect-sessions", query)
        async for entry in self._runner.iterate(pages(call, self._runner.settings)):
            yield entry

    async def get(self, connect_session_id: str) -> ConnectSession:
        call = Call("GET", f"/connect-sessions/{segment(connect_session_id)}")
        return cast(ConnectSession, await self._runner.call(call))

    async def confirm(
        self, connect_session_id: str, code: str, *, idempotency_key: Optional[str] = None
    ) -> ConnectSession:
        """
        Confirms that the person who finished the session is the user who is logged in. If the session has a user, call it on
        what `as_user` returns for the token of the user logged in in that browser.
        """
        path = f"/connect-sessions/{segment(connect_session_id)}/confirmation"
        return cast(ConnectSession, await self._runner.call(_post(path, {"code": code}, idempotency_key)))


class WebhookEndpoints:
    def __init__(self, runner: _Runner) -> None:
        self._runner = runner

    async def create(self, request: CreateWebhookEndpointRequest) -> WebhookEndpointWithSecret:
        """
        Creates an endpoint. Store the secret, because Sheaf does not return it again. If the response is lost, look for the
        endpoint in `list`, and `rotate` its secret.
        """
        return cast(WebhookEndpointWithSecret, await self._runner.call(_once("/webhook-endpoints", request)))

    async def list(self) -> Sequence[WebhookEndpoint]:
        return cast(Sequence[WebhookEndpoint], await self._runner.call(Call("GET", "/webhook-endpoints")))

    async def get(self, endpoint_id: str) -> WebhookEndpoint:
        return cast(WebhookEndpoint, await self._runner.call(Call("GET", self._path(endpoint_id))))

    async def change(self, endpoint_id: str, change: ChangeWebhookEndpointRequest) -> WebhookEndpoint:
        """Changes the types of events, and disables or enables the endpoint."""
        call = Call("PATCH", self._path(endpoint_id), body=change)
        return cast(WebhookEndpoint, await self._runner.call(call))

    async def rotate(self, endpoint_id: str) -> WebhookEndpointWithSecret:
        """Returns a new secret. The replaced one signs, too, for 24 hours."""
        call = _once(f"{self._path(endpoint_id)}/rotate")
        return cast(WebhookEndpointWithSecret, await self._runner.call(call))

    async def delete(self, endpoint_id: str) -> None:
        await self._runner.call(Call("DELETE", self._path(endpoint_id)))

    async def test(self, endpoint_id: str, *, idempotency_key: Optional[str] = None) -> WebhookTestOutcome:
        """Sends an event of the type `endpoint.test` to the endpoint, and returns the outcome."""
        call = _post(f"{self._path(endpoint_id)}/test", None, idempotency_key)
        return cast(WebhookTestOutcome, await self._runner.call(call))

    async def deliveries(self, endpoint_id: str, *, limit: Optional[int] = None) -> AsyncIterator[WebhookAttempt]:
        """Yields the attempts to deliver events, newest first."""
        call = Call("GET", f"{self._path(endpoint_id)}/deliveries", {"limit": limit})
        async for entry in self._runner.iterate(pages(call, self._runner.settings)):
            yield entry

    async def replay(
        self, endpoint_id: str, since: str, *, idempotency_key: Optional[str] = None
    ) -> WebhookEndpoint:
        """Sends the events since a time that the endpoint has not received, in the background."""
        call = _post(f"{self._path(endpoint_id)}/replay", None, idempotency_key, query={"since": since})
        return cast(WebhookEndpoint, await self._runner.call(call))

    def _path(self, endpoint_id: str) -> str:
        return f"/webhook-endpoints/{segment(endpoint_id)}"


class AsyncClient:
    """
    A client of Sheaf. Use it in a `with` statement, or close it.

    `base_url` is the address of the service; a path in it precedes the path of every request. A failed request is retried up to
    `retries` times, and each attempt lasts at most `timeout` seconds (a held poll takes up to 30). Pass `http_client` to present
    a client certificate or to use a proxy; the caller closes it.
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        token: Optional[str] = None,
        retries: int = 4,
        timeout: float = 40.0,
        http_client: Optional[httpx.AsyncClient] = None,
        clock: Clock = Clock(),
    ) -> None:
        check_credential("api_key", api_key)
        check_credential("token", token)
        settings = Settings(api_key, token, retries, timeout, clock)
        self._own = httpx.AsyncClient() if http_client is None else None
        self._connect(_Runner(http_client or cast(httpx.AsyncClient, self._own), base_url.rstrip("/"), settings))

    def _connect(self, runner: _Runner) -> None:
        self._runner = runner
        self.collections = Collections(runner)
        self.consents = Consents(runner)
        self.monitors = Monitors(runner)
        self.users = Users(runner)
        self.companies = Companies(runner)
        self.events = Events(runner)
        self.connect_sessions = ConnectSessions(runner)
        self.webhook_endpoints = WebhookEndpoints(runner)
        self.sandbox = Sandbox(runner)

    def as_user(self, token: str) -> AsyncClient:
        """Returns a client that acts for a user, with the token of the user's session. It shares this client's connections."""
        check_credential("token", token)
        client = AsyncClient.__new__(AsyncClient)
        client._own = None
        settings = replace(self._runner.settings, token=token)
        client._connect(_Runner(self._runner.http, self._runner.base_url, settings))
        return client

    async def aclose(self) -> None:
        """Closes the connections, unless they are of the caller's own `http_client`."""
        if self._own is not None:
            await self._own.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.aclose()
