"""What collections and events return."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Union

from .contract import (
    CollectionEvent,
    CompanyEvent,
    ConnectSessionEvent,
    ConsentEvent,
    InsuranceRecord,
    MonitorBaselineEvent,
    MonitorChange,
    MonitorEndedEvent,
    MonitorFailedEvent,
    MonitorPersonRequiredEvent,
    RecordChangedEvent,
    RecordsEvent,
    RenewalEvent,
    TransactionsEvent,
    UserEvent,
    WealthRecord,
)

#: An event. Branch on `type`, and ignore unknown types, because new ones can appear at any time.
Event = Union[
    CollectionEvent,
    ConsentEvent,
    ConnectSessionEvent,
    UserEvent,
    CompanyEvent,
    RecordsEvent,
    RecordChangedEvent,
    RenewalEvent,
    TransactionsEvent,
    MonitorBaselineEvent,
    MonitorFailedEvent,
    MonitorPersonRequiredEvent,
    MonitorEndedEvent,
]


@dataclass(frozen=True)
class CollectedData:
    """The collected records. The list of a product that the collection does not cover is empty."""

    insurance: list[InsuranceRecord]
    #: Pensions and investments, and bank accounts.
    wealth: list[WealthRecord]


@dataclass(frozen=True)
class Document:
    """A document of a record, as the company delivered it."""

    content: bytes
    content_type: str


@dataclass(frozen=True)
class FoundChanges:
    """Changes of a monitor, and the place after them."""

    changes: list[MonitorChange]
    #: Store it once you have handled the changes. If there were none, ask again later.
    cursor: str


@dataclass(frozen=True)
class ReceivedEvent:
    """An event, and the place to continue from."""

    event: Event
    #: The place after this event and all before it. It is present on the last event of each response. Store it once you have
    #: handled them: after a restart, some events can come again.
    cursor: Optional[str] = None
