/** The shapes of stored orders. They are not validated like requests, because newer rules could reject older rows. */
import { InsuranceSubType, InsuranceType } from "@sheaf/domain/InsuranceType"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Product } from "@sheaf/domain/Product"
import { SensitiveCategory } from "@sheaf/domain/Sensitive"
import { WealthType } from "@sheaf/domain/WealthType"
import type { CompanyCleanup, CollectionRequest } from "@sheaf/ports"
import { Schema } from "effect"
import { storedElectronicIdLogins, StoredTerms } from "../consents/ConsentColumns.ts"
import { column } from "../sealing/ColumnSealer.ts"
import type { SealedColumn } from "../sealing/ColumnSealer.ts"
import { StoredRenewal } from "../monitors/StoredRenewal.ts"
import { StoredAnswer } from "./CollectionColumns.ts"

const text = Schema.String
const optionalText = Schema.optionalKey(text)

const login = Schema.Union([
  ...storedElectronicIdLogins,
  Schema.Struct({ type: Schema.Literal("PAGE") }),
  Schema.Struct({ type: Schema.Literal("EMAIL"), email: text }),
  Schema.Struct({ type: Schema.Literal("USERNAME_PASSWORD"), username: text, password: text }),
  Schema.Struct({
    type: Schema.Literal("PDF_DOCUMENT"),
    fileName: text,
    content: text,
    insuranceType: optionalText
  })
])

const wishes = {
  accountOwnerName: optionalText,
  filter: Schema.optionalKey(
    Schema.Struct({
      products: Schema.optionalKey(Schema.Array(Product)),
      insuranceTypes: Schema.optionalKey(Schema.Array(InsuranceType)),
      insuranceSubTypes: Schema.optionalKey(Schema.Array(InsuranceSubType)),
      productTypes: Schema.optionalKey(Schema.Array(WealthType))
    })
  ),
  attributes: Schema.Record(text, text),
  sensitive: Schema.optionalKey(Schema.Array(SensitiveCategory))
}

const loginOrder = {
  ...wishes,
  loginMethod: LoginMethod,
  login,
  oneTimeConsent: Schema.optionalKey(StoredTerms),
  keptUntil: Schema.optionalKey(Schema.Finite)
}

const storedConsentOrder = {
  ...wishes,
  loginMethod: Schema.optionalKey(LoginMethod),
  consent: Schema.Struct({
    consentId: text,
    psuIpAddress: optionalText,
    psuUserAgent: optionalText,
    newTransactionsOnly: Schema.optionalKey(Schema.Boolean)
  }),
  isMonitorRun: Schema.optionalKey(Schema.Literal(true))
}

const TaggedLogin = Schema.TaggedStruct("Login", loginOrder)

export const order: SealedColumn<CollectionRequest> = column(
  "order",
  Schema.Union([
    TaggedLogin,
    Schema.TaggedStruct("StoredConsent", storedConsentOrder),
    Schema.TaggedStruct("Renewal", { ...wishes, loginMethod: Schema.optionalKey(LoginMethod), renewal: StoredRenewal })
  ])
)

/** Cleanups for the calls and orders that superseded collections left open. */
export const supersededCleanups: SealedColumn<ReadonlyArray<CompanyCleanup>> = column(
  "leftovers",
  Schema.Array(
    Schema.Struct({
      collectionId: text,
      step: Schema.Finite,
      session: optionalText,
      answers: Schema.Array(StoredAnswer),
      order: Schema.optionalKey(TaggedLogin)
    })
  )
)
