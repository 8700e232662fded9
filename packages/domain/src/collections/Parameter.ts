/** The typed parameters of a start request. The `type` tells them apart (spec 2.1, 2.3). */
import { Option, Schema, SchemaGetter, Struct } from "effect"
import { CalendarDate } from "../shared/CalendarDate.ts"
import { ConsentId } from "../shared/ConsentId.ts"
import { InsuranceSubType, InsuranceType } from "../records/InsuranceType.ts"
import { IpAddress } from "../shared/IpAddress.ts"
import { Product } from "../companies/Product.ts"
import type { ElectronicIdParameterType, LoginParameterType } from "../companies/LoginMethod.ts"
import type * as Page from "../logins/Page.ts"
import { documentNumberPattern } from "../logins/SmartId.ts"
import type { countries } from "../users/PersonalCode.ts"
import { WealthType } from "../records/WealthType.ts"
import * as Annotations from "../shared/Annotations.ts"

/** Text of 1 to `maximum` characters without control characters. */
export const visibleText = (maximum: number) =>
  Schema.String.check(
    Schema.isPattern(/^[^\p{Cc}]+$/u, { message: "text without control characters" }),
    Schema.isMaxLength(maximum)
  )

/** An email address with one `@`, a dot in the domain, and at most 254 characters (spec 2.5). */
export const EmailAddress = Schema.String.check(
  Schema.isPattern(/^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(?:\.[^\s@.\p{Cc}]+)+$/u, {
    message: "an email address",
    arbitraryConstraint: {
      patterns: [{ source: "^[a-zåäö.+-]{1,12}@[a-z0-9-]{1,8}(?:\\.[a-z]{2,4}){1,2}$", flags: "" }]
    }
  }),
  Schema.isMaxLength(254)
).pipe(Annotations.annotate("EmailAddress", "An email address."))

export const MobilePhoneNumber = Schema.String.check(
  Schema.isPattern(/^[1-9][0-9]{7,14}$/u, { message: "digits only, with the country prefix" })
).pipe(
  Annotations.annotate(
    "MobilePhoneNumber",
    "A mobile phone number: digits only, including the country prefix, without separators."
  )
)

/** A personal number in any written form. `StartCollection.check` decides whether it is valid. */
export const PersonalNumberText = Schema.String.check(
  Schema.isPattern(/^(?:[0-9]{6}|[0-9]{8})[-+]?[0-9TRSUWXJKLMNP][0-9]{3}$/u, {
    message: "a Swedish personal number: YYYYMMDDNNNC, or a 10-digit or hyphenated form"
  })
).pipe(
  Annotations.annotate(
    "PersonalNumber",
    "A Swedish personal, coordination or interim number: YYYYMMDDNNNC. Shorter and hyphenated forms are normalized."
  )
)

const deviceIdentifier = visibleText(64).pipe(Annotations.describe("Your own id for the device."))

/** A native app, described as the Swedish provider requires. */
export const AppDevice = Schema.Struct({
  appIdentifier: visibleText(255).pipe(Annotations.describe("The package name or bundle id.")),
  deviceOS: visibleText(255).pipe(Annotations.describe("The system and its version.")),
  deviceModelName: visibleText(255).pipe(Annotations.describe("The model.")),
  deviceIdentifier
}).pipe(Annotations.annotate("AppDevice", "An app on a device."))

/** A browser, described as the Swedish provider requires. */
export const WebDevice = Schema.Struct({
  referringDomain: Schema.String.check(
    Schema.isPattern(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/, { message: "a domain in lower case, without a scheme" })
  ).pipe(Annotations.describe("The domain of your page, in Punycode.")),
  userAgent: visibleText(256).pipe(Annotations.describe("The browser's `User-Agent`.")),
  deviceIdentifier
}).pipe(Annotations.annotate("WebDevice", "A browser."))

export const SwedishEid = Schema.Struct({
  type: Annotations.literal("SWEDISH_EID"),
  personalNumber: PersonalNumberText.pipe(
    Annotations.describe(
      "The personal number of the person who logs in: YYYYMMDDNNNC. Shorter and hyphenated forms are " + "normalized."
    )
  ),
  endUserIp: Annotations.optional(
    IpAddress,
    "The IPv4 or IPv6 address of the person's device, as your service sees it. Electronic ID providers need it. Default: " +
      "psuIpAddress of a PSD2_AIS_CONSENT in the same request."
  ),
  app: Annotations.optional(AppDevice, "The app in which the person logs in. Not with `web`."),
  web: Annotations.optional(WebDevice, "The same for a browser. Not with `app`.")
}).pipe(
  Annotations.annotate(
    "SwedishEidParameter",
    "The personal number for every Swedish electronic ID method, including _TEST and _MOCK, and for " +
      "SWEDISH_SECURITY_TOKEN."
  )
)

export type DeviceData = Pick<typeof SwedishEid.Type, "app" | "web">

export const deviceDataOf = ({ app, web }: DeviceData): DeviceData | undefined => {
  if (app !== undefined) return { app }
  return web === undefined ? undefined : { web }
}

/** A personal code in any written form. `StartCollection.check` decides whether it is valid. */
export const PersonalCodeText = Schema.String.check(
  Schema.isPattern(/^[0-9]{6}-?[0-9]{5}$/u, {
    message: "an Estonian, Latvian or Lithuanian personal code: 11 digits, in Latvia with or without a hyphen"
  })
).pipe(
  Annotations.annotate(
    "PersonalCode",
    "An Estonian, Latvian or Lithuanian personal code: 11 digits. A Latvian code may have a hyphen after the sixth."
  )
)

export const PersonalCodeCountry = Annotations.literals(
  "The country that issued a personal code, as an uppercase ISO 3166-1 code.",
  { EE: "Estonia.", LT: "Lithuania.", LV: "Latvia." } satisfies Record<(typeof countries)[number], string>
).annotate({ identifier: "PersonalCodeCountry" })

export const SmartId = Schema.Struct({
  type: Annotations.literal("SMART_ID"),
  personalCode: Annotations.optional(
    PersonalCodeText,
    "The personal code of the person who logs in. Required with `country`, unless `documentNumber` is given."
  ),
  country: Annotations.optional(PersonalCodeCountry, "The country that issued the personal code."),
  documentNumber: Annotations.optional(
    Schema.String.check(
      Schema.isPattern(documentNumberPattern, { message: "a document number, such as PNOEE-50001029996-MOCK-Q" })
    ),
    "The number of the person's Smart-ID account, from an earlier login, instead of `personalCode` and `country`."
  )
}).pipe(
  Annotations.annotate(
    "SmartIdParameter",
    "The person for the SMART_ID login methods: `personalCode` and `country`, or `documentNumber`."
  )
)

export const MobileId = Schema.Struct({
  type: Annotations.literal("MOBILE_ID"),
  personalCode: PersonalCodeText.pipe(
    Annotations.describe("The personal code of the person who logs in, issued by the country of the phone number.")
  ),
  phoneNumber: MobilePhoneNumber.pipe(
    Annotations.describe(
      "The number of the phone with Mobile-ID: 372 (Estonia), 370 (Lithuania) or 371 (Latvia), and digits."
    )
  )
}).pipe(Annotations.annotate("MobileIdParameter", "The person and the phone for the MOBILE_ID login methods."))

export const Email = Schema.Struct({
  type: Annotations.literal("EMAIL"),
  email: EmailAddress.pipe(Annotations.describe("The email address that the company has on file for the person."))
}).pipe(Annotations.annotate("EmailParameter", "The email address for the EMAIL login method."))

export const UsernamePassword = Schema.Struct({
  type: Annotations.literal("USERNAME_PASSWORD"),
  username: visibleText(255).pipe(Annotations.describe("The person's username at the company.")),
  password: Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(1024)).pipe(
    Annotations.describe("The person's password at the company. No response ever contains it.")
  )
}).pipe(
  Annotations.annotate("UsernamePasswordParameter", "The credentials for the USERNAME_AND_PASSWORD login method.")
)

/** An uploaded PDF, which replaces a login. `PdfContent` checks its content. */
export const PdfDocument = Schema.Struct({
  type: Annotations.literal("PDF_DOCUMENT"),
  fileName: visibleText(255).pipe(Annotations.describe("The name of the file.")),
  content: Schema.NonEmptyString.pipe(
    Annotations.describe("The base64-encoded file, which must begin with %PDF- and be at most 10 MiB.")
  ),
  insuranceType: Annotations.optional(visibleText(64), "The type of insurance in the file, if known to the user.")
}).pipe(Annotations.annotate("PdfDocumentParameter", "The file for the PDF_UPLOAD login method."))

export const Psd2AisConsent = Schema.Struct({
  type: Annotations.literal("PSD2_AIS_CONSENT"),
  accountIds: Annotations.optional(
    Schema.Array(visibleText(255)).check(Schema.isMinLength(1), Schema.isMaxLength(100), Schema.isUnique()),
    "The accounts to grant access to, by IBAN, national account number or masked card number. " +
      "Default: all of the person's accounts at the bank."
  ),
  balances: Annotations.optional(
    Schema.Boolean,
    "True to read balances. Default: true. If balances and transactions are both false, the consent covers only " +
      "the list of accounts."
  ),
  transactions: Annotations.optional(Schema.Boolean, "True to read transactions. Default: true."),
  psuIpAddress: IpAddress.pipe(Annotations.describe("The IPv4 or IPv6 address of the person's device.")),
  psuLocale: Annotations.optional(
    Schema.String.check(Schema.isPattern(/^[a-z]{2}-[A-Za-z]{2}$/u, { message: "language-region, such as sv-se" })),
    "The person's language and region, such as sv-se, for pages and messages. Default: the language of the " +
      "bank's market."
  ),
  validUntil: Annotations.optional(
    CalendarDate,
    "The last day of the consent, as YYYY-MM-DD, today (UTC) or later. Default: 90 days from today. The " +
      "bank can choose an earlier day; 9999-12-31 requests the longest possible period."
  )
}).pipe(
  Annotations.annotate(
    "Psd2AisConsentParameter",
    "A request for a new consent to read accounts. Without accountIds, the consent covers all accounts. In a " +
      "collection, send this parameter together with the login parameter. The collection then covers only " +
      "accounts, unless COLLECTION_FILTER selects more products. The consent restricts only account data."
  )
)

export const StoredConsent = Schema.Struct({
  type: Annotations.literal("STORED_CONSENT"),
  consentId: ConsentId,
  psuIpAddress: Annotations.optional(
    IpAddress,
    "The address of the person's device. Omit it if the person is not present."
  ),
  psuUserAgent: Annotations.optional(
    visibleText(1024),
    "The `User-Agent` of the person's browser or app. Omit it if unknown."
  ),
  newTransactionsOnly: Annotations.optional(
    Schema.Boolean,
    "True to read only transactions since the last completed collection under this consent, with an overlap of two weeks. " +
      "Merge booked transactions with yours by `transactionId`, and replace your pending ones. Default: false, " +
      "all that the bank returns."
  )
}).pipe(Annotations.annotate("StoredConsentParameter", "An authorized consent, which replaces the login."))

/** The attributes that the specification names (spec 2.1). */
export const standardAttributes = {
  SESSION_ID: Annotations.optional(visibleText(255), "The client's identifier for the user's session."),
  ADVISOR_HANDLE: Annotations.optional(
    visibleText(255),
    "The client's identifier for the advisor who assists the user."
  ),
  EXTERNAL_REFERENCE: Annotations.optional(
    visibleText(255),
    "The client's identifier for the collection or case. If the response to a start request is lost, `GET " +
      "/collections?externalReference=` finds the collection."
  )
}

export const AttributeName = Schema.String.check(
  Schema.isPattern(/^[A-Z][A-Z0-9_]{0,63}$/u, { message: "a name in capital letters, digits and underscores" })
)

export const maxAttributes = 20

export const SessionMetadata = Schema.Struct({
  type: Annotations.literal("SESSION_METADATA"),
  attributes: Schema.StructWithRest(
    Schema.Struct({
      ...standardAttributes,
      SESSION_ID: standardAttributes.SESSION_ID.pipe(
        Annotations.describe(
          "The client's identifier for the user's session. A new collection replaces a running collection with " +
            "the same session and login, so that the user can reload the page."
        )
      )
    }),
    [Schema.Record(Schema.String, visibleText(255))]
  )
    .check(Schema.isPropertyNames(AttributeName), Schema.isMaxProperties(maxAttributes))
    .pipe(
      Annotations.annotate(
        "SessionAttributes",
        "The client's own references: 1 to 255 characters each, without control characters. Names consist of at " +
          "most 64 capital letters, digits and underscores."
      )
    )
}).pipe(
  Annotations.annotate(
    "SessionMetadataParameter",
    "The client's own references, for any login method. The status object and the list repeat them as " +
      "`sessionMetadata`, and `GET /collections` can filter by EXTERNAL_REFERENCE."
  )
)

export const AccountOwnerName = Schema.Struct({
  type: Annotations.literal("ACCOUNT_OWNER_NAME"),
  name: visibleText(255).pipe(Annotations.describe("The full name."))
}).pipe(
  Annotations.annotate(
    "AccountOwnerNameParameter",
    "The full name of the account owner, for any login method. The service compares it with a pension's insured " +
      "person to set otherInsuredPerson."
  )
)

/** Rejects unknown values. If Sheaf ignored them, a typo would silently exclude data that the client wants. */
const someOf = <Value extends Schema.Top>(value: Value, description: string) =>
  Annotations.optional(Schema.Array(value).check(Schema.isMinLength(1), Schema.isMaxLength(100)), description)

export const CollectionFilter = Schema.Struct({
  type: Annotations.literal("COLLECTION_FILTER"),
  products: Annotations.optional(
    Schema.Array(Product).check(Schema.isMinLength(1), Schema.isUnique()),
    "The products to collect. Default: everything that the login gives access to, or only accounts if the " +
      "request has a consent parameter. With PSD2_AIS_CONSENT, list PSD2_AIS and any other products to collect."
  ),
  insuranceTypes: someOf(InsuranceType, "The insurance types to collect. Default: all."),
  insuranceSubTypes: someOf(InsuranceSubType, "The insurance subtypes to collect. Default: all."),
  productTypes: someOf(WealthType, "The types of pensions, investments and accounts to collect. Default: all.")
}).pipe(
  Annotations.annotate(
    "CollectionFilterParameter",
    "The data to collect, for any login method. products selects products; insuranceTypes and insuranceSubTypes select " +
      "insurance policies; productTypes selects wealth records. An omitted member does not restrict the collection."
  )
)

const electronicIdLogins = { SWEDISH_EID: SwedishEid, SMART_ID: SmartId, MOBILE_ID: MobileId } satisfies Record<
  ElectronicIdParameterType,
  Schema.Top
>

export const ElectronicIdLogin = Schema.Union(Object.values(electronicIdLogins))
export type ElectronicIdLogin = typeof ElectronicIdLogin.Type
export const electronicIdTypes: ReadonlyArray<ElectronicIdParameterType> = Struct.keys(electronicIdLogins)

export const Parameter = Schema.Union([
  SwedishEid,
  SmartId,
  MobileId,
  Email,
  UsernamePassword,
  PdfDocument,
  Psd2AisConsent,
  StoredConsent,
  SessionMetadata,
  AccountOwnerName,
  CollectionFilter
]).annotate({ identifier: "Parameter", description: "A typed parameter, identified by `type`." })
export type Parameter = typeof Parameter.Type

/** `null` or a missing list means no parameters (spec 1). */
export const parameterListSchema = <S extends Schema.Codec<ReadonlyArray<unknown>>>(list: S, meaning: string) =>
  Annotations.optional(Schema.NullOr(list), meaning).pipe(
    Schema.decodeTo(Schema.toType(list), {
      decode: SchemaGetter.transformOptional((given: Option.Option<S["Type"] | null>) =>
        Option.some(Option.getOrUndefined(given) ?? [])
      ),
      encode: SchemaGetter.transformOptional((given: Option.Option<S["Type"]>) => given)
    })
  )

export type ParameterType = Parameter["type"]

export type LoginParameter = Extract<Parameter, { type: LoginParameterType }> | Page.Login

/** A valid request has at most one parameter of each type. */
export const find = <T extends ParameterType>(
  parameters: ReadonlyArray<Parameter>,
  type: T
): Extract<Parameter, { type: T }> | undefined =>
  parameters.find((parameter): parameter is Extract<Parameter, { type: T }> => parameter.type === type)

export const isRepeated = (parameters: ReadonlyArray<Parameter>, index: number): boolean =>
  parameters.findIndex(({ type }) => type === parameters[index]?.type) < index
