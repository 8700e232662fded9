/** In version 2025-01-01, records and documents did not show whether their identifiers are stable (spec 10). */
import { Schema, Struct } from "effect"
import { DocumentReference } from "../../2026-04-01/Records.ts"
import type { InsuranceRecord, WealthRecord } from "../../2026-04-01/Records.ts"
import * as Annotations from "../../../shared/Annotations.ts"
import { describeLosses } from "../../changes/VersionChange.ts"
import type { CodecLoss, VersionChange } from "../../changes/VersionChange.ts"

export const newMembers = ["idStable"] as const

const OldDocument = Schema.Struct(Struct.omit(DocumentReference.fields, newMembers)).annotate(
  Annotations.annotationsOf(DocumentReference)
)

const documentsOf = (description: string) => Annotations.optional(Schema.Array(OldDocument), description)

export const wealthDocuments = documentsOf("The product's documents, such as a yearly statement.")

export const insuranceDocuments = documentsOf("The insurance documents, such as the policy.")

const isKnown = ({ documents = [], idStable }: InsuranceRecord | WealthRecord): boolean =>
  idStable !== undefined || documents.some((document) => document.idStable !== undefined)

const forgotten = (documents: InsuranceRecord["documents"]) =>
  documents && { documents: documents.map(({ idStable: _, ...document }) => document) }

const forgetOfInsurance = (record: InsuranceRecord): InsuranceRecord => {
  if (!isKnown(record)) return record
  const { documents, idStable: _, ...rest } = record
  return { ...rest, ...forgotten(documents) }
}

const forgetOfWealth = (record: WealthRecord): WealthRecord => {
  if (!isKnown(record)) return record
  const { documents, idStable: _, ...rest } = record
  return { ...rest, ...forgotten(documents) }
}

const description = "idStable of a record or a document."

export const insuranceCodecLosses: ReadonlyArray<CodecLoss<InsuranceRecord>> = [
  {
    description,
    example: {
      id: "1",
      idStable: true,
      insurance: {
        insuranceType: "animalInsurance",
        insuranceSubType: "dog",
        market: "se",
        insuranceCompany: "Nordhem Försäkring"
      }
    },
    forget: forgetOfInsurance
  }
]

export const wealthCodecLosses: ReadonlyArray<CodecLoss<WealthRecord>> = [
  {
    description,
    example: { type: "KF", id: "1", idStable: true, company: "se-nordhem", companyDisplayName: "Nordhem" },
    forget: forgetOfWealth
  }
]

export const change: VersionChange = {
  title: "Records keep their identifiers.",
  description:
    "In both versions, a record's id and a document's documentId stay the same when the same user's contract is " +
    "collected again. If the company gives the contract no unique reference, the identifier is random, and the new " +
    "member idStable is false.",
  affects: ["GET /collections/{collectionId}/insurance/data", "GET /collections/{collectionId}/wealth/data"],
  losses: describeLosses(wealthCodecLosses)
}
