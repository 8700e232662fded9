/** The shape of stored orders. The schema skips request validation, because newer rules could reject old rows. */
import { InsuranceSubType, InsuranceType } from "@sheaf/domain/InsuranceType"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { countries } from "@sheaf/domain/PersonalCode"
import { Product } from "@sheaf/domain/Product"
import { WealthType } from "@sheaf/domain/WealthType"
import type { CompanyCleanup, CollectionRequest } from "@sheaf/ports"
import { Schema } from "effect"
import { StoredTerms } from "../consents/ConsentColumns.ts"
import { column } from "../sealing/ColumnSealer.ts"
import type { SealedColumn } from "../sealing/ColumnSealer.ts"
import { StoredAnswer } from "./CollectionColumns.ts"

const text = Schema.String
const optionalText = Schema.optionalKey(text)

const login = Schema.Union([
  Schema.Struct({ type: Schema.Literal("SWEDISH_EID"), personalNumber: text, endUserIp: optionalText }),
  Schema.Struct({
    type: Schema.Literal("SMART_ID"),
    personalCode: optionalText,
    country: Schema.optionalKey(Schema.Literals(countries)),
    documentNumber: optionalText
  }),
  Schema.Struct({ type: Schema.Literal("MOBILE_ID"), personalCode: text, phoneNumber: text }),
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
  attributes: Schema.Record(text, text)
}

const loginOrder = {
  ...wishes,
  loginMethod: LoginMethod,
  login,
  oneTimeConsent: Schema.optionalKey(StoredTerms)
}

const storedConsentOrder = {
  ...wishes,
  loginMethod: Schema.optionalKey(LoginMethod),
  consent: Schema.Struct({ consentId: text, psuIpAddress: optionalText, psuUserAgent: optionalText })
}

const TaggedLogin = Schema.TaggedStruct("Login", loginOrder)

/** The order of a collection. */
export const order: SealedColumn<CollectionRequest> = column(
  "order",
  Schema.Union([
    TaggedLogin,
    Schema.TaggedStruct("StoredConsent", storedConsentOrder),
    Schema.TaggedStruct("Renewal", { ...wishes, loginMethod: Schema.optionalKey(LoginMethod), session: text })
  ])
)

/** The open calls and orders of superseded collections. */
export const supersededSessions: SealedColumn<ReadonlyArray<CompanyCleanup>> = column(
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
