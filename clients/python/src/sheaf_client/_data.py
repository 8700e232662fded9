"""What a collection returns."""
from __future__ import annotations

from dataclasses import dataclass

from .contract import InsuranceRecord, WealthRecord


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
