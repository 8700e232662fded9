/** The typed parameters of a start request (spec 2.1, 2.3; decisions 2). Each entry names its `type`. */
import { Schema } from "effect"
import { CalendarDate } from "../CalendarDate.ts"
import { ConsentId } from "../consents/ConsentId.ts"
import { InsuranceSubType, InsuranceType } from "../records/InsuranceType.ts"
import { IpAddress } from "../consents/IpAddress.ts"
import { WealthType } from "../records/WealthType.ts"
import * as Words from "../Words.ts"

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
  type: Words.only("SWEDISH_EID"),
  personalNumber: PersonalNumberText.pipe(
    Words.means("The number of the person who logs in: YYYYMMDDNNNC; shorter and hyphenated forms are normalised.")
  )
}).annotate({
  identifier: "SwedishEidParameter",
  description: "For every Swedish electronic-ID method, its _TEST and _MOCK forms, and SWEDISH_SECURITY_TOKEN.",
  examples: [{ type: "SWEDISH_EID", personalNumber: "198112189876" }]
})

export const Email = Schema.Struct({
  type: Words.only("EMAIL"),
  email: EmailAddress.pipe(Words.means("The address that the company knows the person by."))
}).annotate({
  identifier: "EmailParameter",
  description: "For the login method EMAIL.",
  examples: [{ type: "EMAIL", email: "maja.lind@example.com" }]
})

export const UsernamePassword = Schema.Struct({
  type: Words.only("USERNAME_PASSWORD"),
  username: visible(255).pipe(Words.means("The person's user name at the company.")),
  password: Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(1024)).pipe(
    Words.means("The person's password at the company. It is never shown again.")
  )
}).annotate({
  identifier: "UsernamePasswordParameter",
  description: "For the login method USERNAME_AND_PASSWORD.",
  examples: [{ type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }]
})

/** A file to be read instead of a login: base64 of a PDF. That it is one is a rule of its own, `PdfContent.check`. */
export const PdfDocument = Schema.Struct({
  type: Words.only("PDF_DOCUMENT"),
  fileName: visible(255).pipe(Words.means("The name of the file.")),
  content: Schema.NonEmptyString.pipe(
    Words.means("Base64 of the file, which begins with %PDF- and has at most 10 MiB.")
  ),
  insuranceType: Schema.optionalKey(visible(64)).pipe(
    Words.means("What kind of insurance the file is about, as far as the user knows.")
  )
}).annotate({
  identifier: "PdfDocumentParameter",
  description: "For the login method PDF_UPLOAD.",
  examples: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: "JVBERi0xLjcK" }]
})

export const Psd2AisConsent = Schema.Struct({
  type: Words.only("PSD2_AIS_CONSENT"),
  accountIds: Schema.optionalKey(
    Schema.Array(visible(255)).check(Schema.isMinLength(1), Schema.isMaxLength(100), Schema.isUnique())
  ).pipe(Words.means("The accounts that are granted; without it, all that the person has at the bank.")),
  balances: Schema.optionalKey(Schema.Boolean).pipe(
    Words.means("Whether balances can be read; true when left out. This and transactions cannot both be false.")
  ),
  transactions: Schema.optionalKey(Schema.Boolean).pipe(
    Words.means("Whether transactions can be read; true when left out.")
  ),
  psuIpAddress: IpAddress.pipe(Words.means("The address from which the person uses the client, IPv4 or IPv6.")),
  psuLocale: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[a-z]{2}-[A-Za-z]{2}$/u, { message: "language-region, such as sv-se" }))
  ).pipe(
    Words.means(
      "The person's language and region, such as sv-se, for what they are shown and sent; that of the bank's market when " +
        "left out."
    )
  ),
  validUntil: Schema.optionalKey(CalendarDate).pipe(
    Words.means(
      "The last day of the consent, as YYYY-MM-DD, after today (UTC); 90 days from today when left out. The bank may " +
        "shorten it; 9999-12-31 asks for the longest."
    )
  )
}).annotate({
  identifier: "Psd2AisConsentParameter",
  description: "A consent to read accounts, made for this one request. Without accountIds it covers all accounts.",
  examples: [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17", transactions: false, validUntil: "9999-12-31" }]
})

export const StoredConsent = Schema.Struct({
  type: Words.only("STORED_CONSENT"),
  consentId: ConsentId,
  psuIpAddress: Schema.optionalKey(IpAddress).pipe(
    Words.means("The address from which the person uses the client; left out when the person is not present.")
  ),
  psuUserAgent: Schema.optionalKey(visible(1024)).pipe(
    Words.means("The `User-Agent` of the person's browser or app; left out when it is not known.")
  )
}).annotate({
  identifier: "StoredConsentParameter",
  description: "A consent that was authorised before. It takes the place of a login.",
  examples: [{ type: "STORED_CONSENT", consentId: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10", psuIpAddress: "192.0.2.17" }]
})

const attribute = Schema.optionalKey(visible(255))

export const SessionMetadata = Schema.Struct({
  type: Words.only("SESSION_METADATA"),
  attributes: Schema.Struct({
    SESSION_ID: attribute.pipe(Words.means("What the client calls the session of the user.")),
    ADVISOR_HANDLE: attribute.pipe(Words.means("What the client calls the advisor who serves the user.")),
    EXTERNAL_REFERENCE: attribute.pipe(Words.means("What the client calls the collection, or what it is for."))
  }).annotate({
    identifier: "SessionAttributes",
    description: "The client's own references: each 1 to 255 characters, without control characters.",
    examples: [{ SESSION_ID: "s-17", EXTERNAL_REFERENCE: "case 4711" }]
  })
}).annotate({
  identifier: "SessionMetadataParameter",
  description: "The client's own references, with any login method. EXTERNAL_REFERENCE comes back in the status.",
  examples: [{ type: "SESSION_METADATA", attributes: { EXTERNAL_REFERENCE: "case 4711" } }]
})

export const AccountOwnerName = Schema.Struct({
  type: Words.only("ACCOUNT_OWNER_NAME"),
  name: visible(255).pipe(Words.means("The full name."))
}).annotate({
  identifier: "AccountOwnerNameParameter",
  description: "The full name of the account owner, to tell whose pensions these are. With any login method.",
  examples: [{ type: "ACCOUNT_OWNER_NAME", name: "Maja Lind" }]
})

/** What records can have, and nothing else: a misspelt value would leave out what was meant to be collected. */
const someOf = <Value extends Schema.Top>(values: Value) =>
  Schema.optionalKey(Schema.Array(values).check(Schema.isMinLength(1), Schema.isMaxLength(100)))

export const CollectionFilter = Schema.Struct({
  type: Words.only("COLLECTION_FILTER"),
  insuranceTypes: someOf(InsuranceType).pipe(
    Words.means("The kinds of insurances to collect; all of them when left out.")
  ),
  insuranceSubTypes: someOf(InsuranceSubType).pipe(
    Words.means("The finer kinds of insurances to collect; all of them when left out.")
  ),
  productTypes: someOf(WealthType).pipe(
    Words.means("The kinds of pensions, investments and accounts to collect; all of them when left out.")
  )
}).annotate({
  identifier: "CollectionFilterParameter",
  description:
    "What to collect: insuranceTypes and insuranceSubTypes choose among insurances, productTypes among wealth types. " +
    "A member that is left out does not restrict. With any login method.",
  examples: [{ type: "COLLECTION_FILTER", insuranceTypes: ["vehicleInsurance"], productTypes: ["ISK", "KF"] }]
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
]).annotate({ identifier: "Parameter", description: "A typed parameter; `type` tells which." })
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
