/** The typed parameters of a start request (spec 2.1, 2.3; decisions 2). Each entry names its `type`. */
import { Schema } from "effect"
import { CalendarDate } from "./CalendarDate.ts"
import { ConsentId } from "./Consent.ts"
import { IpAddress } from "./IpAddress.ts"

const visible = (maximum: number) =>
  Schema.String.check(
    Schema.isPattern(/^[^\p{Cc}]+$/u, { message: "text without control characters" }),
    Schema.isMaxLength(maximum)
  )

/** An address `<address>@<domain>`: one `@`, a domain with a dot, at most 254 characters (decisions 5). */
export const EmailAddress = Schema.String.check(
  Schema.isPattern(/^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(?:\.[^\s@.\p{Cc}]+)+$/u, {
    message: "an e-mail address",
    arbitraryConstraint: {
      patterns: [{ source: "^[a-zåäö.+-]{1,12}@[a-z0-9-]{1,8}(?:\\.[a-z]{2,4}){1,2}$", flags: "" }]
    }
  }),
  Schema.isMaxLength(254)
).annotate({ identifier: "EmailAddress", description: "An e-mail address.", examples: ["maja.lind@example.com"] })

/** A mobile number: digits only, with the country prefix, without separators (spec 2.5; decisions 5). */
export const MobilePhoneNumber = Schema.String.check(
  Schema.isPattern(/^[1-9][0-9]{7,14}$/u, { message: "digits only, including the country prefix" })
).annotate({
  identifier: "MobilePhoneNumber",
  description: "A mobile number: digits only, including the country prefix, without separators.",
  examples: ["46701740605"]
})

/** The person's number, in one of its written forms; which ones are valid is checked against the login method. */
export const PersonalNumberText = Schema.String.check(
  Schema.isPattern(/^(?:[0-9]{6}|[0-9]{8})[-+]?[0-9]{4}$/u, {
    message: "a Swedish personal number: YYYYMMDDNNNC, or a 10-digit or hyphenated form"
  })
).annotate({
  identifier: "PersonalNumber",
  description: "Swedish personal or coordination number: YYYYMMDDNNNC. Shorter and hyphenated forms are normalised.",
  examples: ["198112189876"]
})

export const SwedishEid = Schema.Struct({
  type: Schema.Literal("SWEDISH_EID"),
  personalNumber: PersonalNumberText
}).annotate({
  identifier: "SwedishEidParameter",
  description: "For every Swedish electronic-ID method, its _TEST and _MOCK forms, and SWEDISH_SECURITY_TOKEN."
})

export const Email = Schema.Struct({ type: Schema.Literal("EMAIL"), email: EmailAddress }).annotate({
  identifier: "EmailParameter",
  description: "For the login method EMAIL."
})

export const UsernamePassword = Schema.Struct({
  type: Schema.Literal("USERNAME_PASSWORD"),
  username: visible(255),
  password: Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(1024))
}).annotate({ identifier: "UsernamePasswordParameter", description: "For the login method USERNAME_AND_PASSWORD." })

/** A file to be read instead of a login: base64 of a PDF. That it is one is a rule of its own, `PdfContent.check`. */
export const PdfDocument = Schema.Struct({
  type: Schema.Literal("PDF_DOCUMENT"),
  fileName: visible(255),
  content: Schema.NonEmptyString.pipe(
    Schema.annotateKey({ description: "Base64 of the file, which begins with %PDF- and has at most 10 MiB." })
  ),
  insuranceType: Schema.optionalKey(visible(64))
}).annotate({ identifier: "PdfDocumentParameter", description: "For the login method PDF_UPLOAD." })

export const Psd2AisConsent = Schema.Struct({
  type: Schema.Literal("PSD2_AIS_CONSENT"),
  accountIds: Schema.optionalKey(
    Schema.Array(visible(255)).check(Schema.isMinLength(1), Schema.isMaxLength(100), Schema.isUnique())
  ),
  balances: Schema.optionalKey(Schema.Boolean),
  transactions: Schema.optionalKey(Schema.Boolean),
  psuIpAddress: IpAddress,
  psuLocale: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[a-z]{2}-[A-Za-z]{2}$/u, { message: "language-region, such as sv-se" }))
  ),
  validUntil: Schema.optionalKey(CalendarDate)
}).annotate({
  identifier: "Psd2AisConsentParameter",
  description: "A consent to read accounts, made for this one collection. Without accountIds it covers all accounts."
})

export const StoredConsent = Schema.Struct({
  type: Schema.Literal("STORED_CONSENT"),
  consentId: ConsentId,
  psuIpAddress: Schema.optionalKey(IpAddress),
  psuUserAgent: Schema.optionalKey(visible(1024))
}).annotate({ identifier: "StoredConsentParameter", description: "A consent that was authorised before." })

const attribute = Schema.optionalKey(visible(255))

export const SessionMetadata = Schema.Struct({
  type: Schema.Literal("SESSION_METADATA"),
  attributes: Schema.Struct({
    SESSION_ID: attribute,
    ADVISOR_HANDLE: attribute,
    EXTERNAL_REFERENCE: attribute
  }).annotate({ identifier: "SessionAttributes" })
}).annotate({
  identifier: "SessionMetadataParameter",
  description: "The client's own references, with any login method. EXTERNAL_REFERENCE comes back in the status."
})

export const AccountOwnerName = Schema.Struct({
  type: Schema.Literal("ACCOUNT_OWNER_NAME"),
  name: visible(255)
}).annotate({
  identifier: "AccountOwnerNameParameter",
  description: "The full name of the account owner, to tell whose pensions these are. With any login method."
})

const names = Schema.optionalKey(Schema.Array(visible(64)).check(Schema.isMinLength(1), Schema.isMaxLength(100)))

export const CollectionFilter = Schema.Struct({
  type: Schema.Literal("COLLECTION_FILTER"),
  insuranceTypes: names,
  insuranceSubTypes: names,
  productTypes: names
}).annotate({
  identifier: "CollectionFilterParameter",
  description:
    "What to collect: insuranceTypes and insuranceSubTypes choose among insurances, productTypes among wealth types. " +
    "A member that is left out does not restrict. With any login method."
})

/** One entry of `parameters`. */
export const Parameter = Schema.Union([
  SwedishEid,
  Email,
  UsernamePassword,
  PdfDocument,
  Psd2AisConsent,
  StoredConsent,
  SessionMetadata,
  AccountOwnerName,
  CollectionFilter
]).annotate({ identifier: "Parameter", description: "A typed parameter of the start request." })
export type Parameter = typeof Parameter.Type

export type ParameterType = Parameter["type"]

/** The parameters that carry what a login needs. */
export type LoginParameter = Extract<
  Parameter,
  { type: "SWEDISH_EID" | "EMAIL" | "USERNAME_PASSWORD" | "PDF_DOCUMENT" }
>

/** Narrows to the parameter of one type; a start request holds at most one of each. */
export const find = <T extends ParameterType>(
  parameters: ReadonlyArray<Parameter>,
  type: T
): Extract<Parameter, { type: T }> | undefined =>
  parameters.find((parameter): parameter is Extract<Parameter, { type: T }> => parameter.type === type)
