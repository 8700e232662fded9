/** The examples in the OpenAPI document of version 2025-01-01, converted from the examples of the newest version. */
import { StatusObject } from "@sheaf/domain/Collection"
import { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { StartCollection } from "@sheaf/domain/StartCollection"
import { CollectionInput } from "@sheaf/domain/SupplementInfo"
import {
  ContactFormInput20250101,
  InsuranceRecords20250101,
  StartCollection20250101,
  StatusObject20250101,
  WealthRecords20250101
} from "@sheaf/domain/versions/2025-01-01/Version"
import { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Record, Schema } from "effect"
import * as Examples from "../../openapi/Examples.ts"

const inThisVersion = <Value, Encoded>(head: Schema.Codec<Value, unknown>, codec: Schema.Codec<Value, Encoded>) => {
  const [decode, encode] = [Schema.decodeUnknownSync(head), Schema.encodeSync(codec)]
  return (example: unknown): Encoded => encode(decode(example))
}

export const statuses = Record.map(Examples.statuses, inThisVersion(StatusObject, StatusObject20250101))

export const { storedConsent, ...starts } = Record.map(
  Examples.starts,
  inThisVersion(StartCollection, StartCollection20250101)
)

export const contactForm = inThisVersion(CollectionInput, ContactFormInput20250101)(Examples.inputs.contactDetails)

export const insurances = inThisVersion(Schema.Array(InsuranceRecord), InsuranceRecords20250101)(Examples.insurances)

export const wealthRecords = inThisVersion(Schema.Array(WealthRecord), WealthRecords20250101)(Examples.wealth)
