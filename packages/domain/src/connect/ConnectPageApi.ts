/** The requests and responses of the Connect page (spec 13). */
import { Schema, Struct } from "effect"
import { CollectionId } from "../collections/Collection.ts"
import { CollectionStatus } from "../collections/CollectionStatus.ts"
import * as Parameter from "../collections/Parameter.ts"
import { maxParameters } from "../collections/StartCollection.ts"
import { CompanyId, CompanyStatus } from "../companies/Company.ts"
import { CompanyDirectoryEntry } from "../companies/CompanyDirectory.ts"
import { LoginMethod } from "../companies/LoginMethod.ts"
import { Market } from "../shared/Market.ts"
import { Product } from "../companies/Product.ts"
import { ConsentId } from "../shared/ConsentId.ts"
import { Psd2AisConsentScope } from "../consents/ConsentScope.ts"
import { ConsentStatus } from "../consents/ConsentStatus.ts"
import { InsuranceType } from "../records/InsuranceType.ts"
import { SensitiveCategory } from "../records/insurance/Sensitive.ts"
import * as Annotations from "../shared/Annotations.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import { ConnectMonitorQuestion, ConnectPermittedMonitor } from "./ConnectMonitor.ts"
import {
  ConnectHints,
  ConnectLocale,
  ConnectOutcome,
  ConnectPurpose,
  ConnectSessionId,
  ConnectSessionStatus,
  annotateConnectSchema,
  pageSettings
} from "./ConnectSession.ts"

const company = CompanyId.pipe(Annotations.describe("The company."))

export const OpenConnectSession = Schema.Struct({
  connectSessionId: ConnectSessionId.pipe(
    Annotations.describe("Identifier of the session, from the path of the link.")
  ),
  secret: Annotations.optional(
    Parameter.visibleText(255),
    "The secret from the fragment of the link. Optional in the browser that opened the session before."
  ),
  embedded: Annotations.optional(
    Schema.Literals(["FRAME", "WINDOW"]),
    "Where a page of a registered origin shows the session. Absent on a page of its own."
  ),
  handover: Annotations.optional(
    Parameter.visibleText(255),
    "The frame's handover, in a window that left the session's frame; replaces `secret`."
  )
}).pipe(annotateConnectSchema("OpenConnectSessionRequest", "A request to open a Connect session in a browser."))

const PageCollection = Schema.Struct({
  collectionId: CollectionId,
  company,
  products: Schema.Array(Product).pipe(Annotations.describe("The products that the collection covers.")),
  status: CollectionStatus,
  startedAt: Timestamp.pipe(Annotations.describe("The time the collection started."))
}).pipe(annotateConnectSchema("ConnectCollection", "A collection of a Connect session."))

const PageConsent = Schema.Struct({
  consentId: ConsentId,
  company,
  status: ConsentStatus,
  startedAt: Timestamp.pipe(Annotations.describe("The time the consent was created."))
}).pipe(annotateConnectSchema("ConnectConsent", "A consent of a Connect session."))

export const ConnectPageSession = Schema.Struct({
  connectSessionId: ConnectSessionId,
  purpose: ConnectPurpose,
  status: ConnectSessionStatus,
  client: Schema.Struct({
    name: Schema.String.pipe(Annotations.describe("The name of the client that asks."))
  }).annotate({ description: "The client that created the session." }),
  locale: Annotations.optional(ConnectLocale, "The language that the client chose."),
  ...pageSettings,
  hints: Schema.optionalKey(ConnectHints),
  monitor: Annotations.optional(ConnectMonitorQuestion, "For the purpose MONITOR."),
  returns: Schema.Boolean.pipe(
    Annotations.describe("True if the page sends the person back to the client at the end.")
  ),
  returnRemoved: Annotations.optional(
    Schema.Boolean,
    "True if the session is abandoned and the client's return address is no longer registered. Sheaf discards the " +
      "session's data. Absent otherwise, and for the purpose PERMISSIONS."
  ),
  embedded: Annotations.optional(
    Schema.Boolean,
    "True if the session was opened in a frame or window of the client's page. Further windows only lead to a " +
      "bank and back."
  ),
  expiresAt: Timestamp.pipe(Annotations.describe("The time the session expires.")),
  collections: Schema.Array(PageCollection).pipe(Annotations.describe("The session's collections, oldest first.")),
  consents: Schema.Array(PageConsent).pipe(Annotations.describe("The session's consents, oldest first."))
}).pipe(annotateConnectSchema("ConnectPageSession", "A Connect session as its page sees it."))
export type ConnectPageSession = typeof ConnectPageSession.Type

export const OpenedConnectSession = Schema.Struct({
  token: Schema.NonEmptyString.pipe(
    Annotations.describe(
      "The page's token. It works only in the browser that opened the session, and only for `/connect/…`."
    )
  ),
  expiresAt: Timestamp.pipe(Annotations.describe("The time the token expires.")),
  session: ConnectPageSession
}).pipe(annotateConnectSchema("OpenedConnectSession", "An open Connect session, with the page's token."))
export type OpenedConnectSession = typeof OpenedConnectSession.Type

/** The body of `POST /connect/handover`: an empty object. It must be JSON, which a form on another site cannot send. */
export const OfferConnectHandover = Schema.Struct({}).pipe(
  annotateConnectSchema("ConnectHandoverRequest", "A request for a handover.")
)

export const ConnectHandover = Schema.Struct({
  handover: Schema.NonEmptyString.pipe(
    Annotations.describe("Lets one window open the session beside its frame, once and within seconds.")
  )
}).pipe(annotateConnectSchema("ConnectHandover", "A frame's proof for the window that it has opened."))
export type ConnectHandover = typeof ConnectHandover.Type

export const ConnectField = Annotations.literals("An input for a login method.", {
  personalNumber: "The Swedish personal number, for a parameter of type SWEDISH_EID.",
  personalCode: "The Estonian, Latvian or Lithuanian personal code, for a parameter of type SMART_ID or MOBILE_ID.",
  country: "The country of the personal code, for a parameter of type SMART_ID.",
  phoneNumber: "The phone number, for a parameter of type MOBILE_ID.",
  username: "The username, for a parameter of type USERNAME_PASSWORD.",
  password: "The password, for a parameter of type USERNAME_PASSWORD.",
  email: "The email address, for a parameter of type EMAIL.",
  file: "The PDF file, for a parameter of type PDF_DOCUMENT."
}).annotate({ identifier: "ConnectField" })
export type ConnectField = typeof ConnectField.Type

export const ConnectLoginMethod = Schema.Struct({
  loginMethod: LoginMethod,
  scheme: Schema.String.pipe(Annotations.describe("The name of the identity scheme, such as `smart-id`.")),
  parameter: Annotations.optional(
    Schema.String,
    "The type of the parameter with the fields as members. Absent if the person signs in on a page instead."
  ),
  fields: Schema.Array(ConnectField).pipe(Annotations.describe("The inputs that the person enters.")),
  electronicId: Schema.Boolean.pipe(Annotations.describe("True if the method uses an electronic ID.")),
  sameDevice: Schema.Boolean.pipe(Annotations.describe("True if the person can open the app on this device.")),
  otherDevice: Schema.Boolean.pipe(Annotations.describe("True if the person can scan a code with another device.")),
  controlNumber: Schema.Boolean.pipe(
    Annotations.describe("True if the person compares a number with the number on their own device.")
  ),
  page: Schema.Boolean.pipe(Annotations.describe("True if the person signs in on a page of the company or the bank."))
}).pipe(annotateConnectSchema("ConnectLoginMethod", "A login method of a company, with the inputs that it needs."))
export type ConnectLoginMethod = typeof ConnectLoginMethod.Type

export const ConnectCompany = Schema.Struct({
  company,
  companyDisplayName: Schema.String.pipe(Annotations.describe("The company's name.")),
  market: Market,
  directory: Schema.optionalKey(CompanyDirectoryEntry),
  functional: Schema.Boolean.pipe(
    Annotations.describe("True if collections from the company are currently expected to work.")
  ),
  status: CompanyStatus,
  statusMessage: Annotations.optional(Schema.String, "An explanation of the status. Optional."),
  products: Schema.Array(Product).pipe(
    Annotations.describe("The products that the session can collect from the company.")
  ),
  loginMethods: Schema.Array(ConnectLoginMethod).pipe(
    Annotations.describe("The login methods that the session can use.")
  ),
  accounts: Annotations.optional(
    Schema.Struct({
      balances: Schema.Boolean.pipe(Annotations.describe("True if the company offers balances.")),
      transactions: Schema.Boolean.pipe(Annotations.describe("True if the company offers transactions.")),
      storedConsents: Schema.Boolean.pipe(
        Annotations.describe("True if the person can create a consent at the company.")
      ),
      page: Schema.Boolean.pipe(
        Annotations.describe(
          "True if the person can authorize a consent on the bank's page; otherwise only with an electronic-ID " +
            "login method."
        )
      ),
      maximumConsentValidityDays: Schema.Int.pipe(Annotations.describe("The longest consent, in days."))
    }).annotate({ description: "The account data that the company offers." }),
    "Absent if the company holds no accounts."
  )
}).pipe(annotateConnectSchema("ConnectCompany", "A company that a Connect session can use."))
export type ConnectCompany = typeof ConnectCompany.Type

const Psd2Ais = Schema.Struct(
  // The service takes the person's address from the connection, so the page need not send it.
  (({ psuIpAddress: _, ...fields }) => fields)(Parameter.Psd2AisConsent.fields)
).pipe(
  annotateConnectSchema("ConnectPsd2AisParameter", "A consent to read accounts. The service adds the person's address.")
)

const SwedishEid = Schema.Struct(Struct.omit(Parameter.SwedishEid.fields, ["endUserIp", "app", "web"])).pipe(
  annotateConnectSchema(
    "ConnectSwedishEidParameter",
    "The personal number of the person. The service adds the person's address and browser."
  )
)

const StoredConsent = Schema.Struct({
  type: Annotations.literal("STORED_CONSENT"),
  consentId: ConsentId
}).pipe(
  annotateConnectSchema(
    "ConnectStoredConsentParameter",
    "An authorized consent of this session, which replaces the login."
  )
)

export const ConnectParameter = Schema.Union([
  SwedishEid,
  Parameter.SmartId,
  Parameter.MobileId,
  Parameter.Email,
  Parameter.UsernamePassword,
  Parameter.PdfDocument,
  Psd2Ais,
  StoredConsent,
  Parameter.AccountOwnerName,
  Parameter.CollectionFilter
]).annotate({ identifier: "ConnectParameter", description: "A typed parameter, identified by `type`." })
export type ConnectParameter = typeof ConnectParameter.Type

const parameters = Schema.Array(ConnectParameter)
  .check(Schema.isMaxLength(maxParameters))
  .pipe(Annotations.describe("The person's inputs. Each type can appear once."))

export const StartConnectCollection = Schema.Struct({
  company,
  loginMethod: Annotations.optional(LoginMethod, "The login method. Required without STORED_CONSENT."),
  parameters,
  sensitive: Annotations.optional(
    Schema.Array(SensitiveCategory).check(Schema.isUnique()),
    "The sensitive data that the person allows, from the session's. Default: none."
  ),
  keepCredentials: Annotations.optional(
    Schema.Boolean,
    "True if the person allows the service to keep the username and password for the monitor. Allowed only with " +
      "the purpose MONITOR, while the monitor's `credentialsKeepableUntil` is present. Default: false."
  )
}).pipe(annotateConnectSchema("StartConnectCollectionRequest", "A request to start a collection in a Connect session."))
export type StartConnectCollection = typeof StartConnectCollection.Type

export const CreateConnectConsent = Schema.Struct({
  company,
  loginMethod: Annotations.optional(LoginMethod, "The login method. Required with SWEDISH_EID, SMART_ID or MOBILE_ID."),
  parameters
}).pipe(
  annotateConnectSchema(
    "CreateConnectConsentRequest",
    "A request for a consent in a Connect session. The bank's page sends the person back to the Connect page."
  )
)
export type CreateConnectConsent = typeof CreateConnectConsent.Type

const count = (description: string) => Annotations.optional(Schema.Int, description)

/** The number of records by kind. Kinds without records are absent. */
export const ConnectCounts = Schema.Struct({
  insurances: count("Insurance policies."),
  insuranceTypes: Annotations.optional(
    Schema.Record(InsuranceType, Schema.optionalKey(Schema.Int)),
    "The insurance policies by type. Absent if there are none."
  ),
  pensions: count("Pensions, including public pensions."),
  savings: count("Insurance contracts with savings, savings accounts and deposits."),
  investments: count("Investment and securities accounts."),
  loans: count("Loans and credit lines."),
  accounts: count("Bank accounts.")
}).pipe(annotateConnectSchema("ConnectCounts", "The number of records by kind. Kinds without records are absent."))
export type ConnectCounts = typeof ConnectCounts.Type

export const ConnectSummary = Schema.Struct({
  collections: Schema.Array(
    Schema.Struct({
      collectionId: CollectionId,
      company,
      status: CollectionStatus,
      counts: ConnectCounts,
      partial: Annotations.optional(
        Schema.Array(Product),
        "The products that could not be collected completely. Absent if nothing is missing."
      )
    }).annotate({
      identifier: "ConnectSummaryEntry",
      description: "The number of records that a collection found, by kind."
    })
  ).pipe(Annotations.describe("The session's collections, oldest first."))
}).pipe(
  annotateConnectSchema(
    "ConnectSummary",
    "The number of records that the session's collections found, by kind. Never the data itself."
  )
)
export type ConnectSummary = typeof ConnectSummary.Type

export const ConnectPermission = Schema.Struct({
  company,
  companyDisplayName: Schema.String.pipe(Annotations.describe("The company's name.")),
  collectionId: Annotations.optional(CollectionId, "The collection that read the data. Absent for a consent."),
  consentId: Annotations.optional(ConsentId, "The consent. Absent for a collection."),
  status: Schema.Union([CollectionStatus, ConsentStatus]).annotate({
    description: "The status of the collection or consent."
  }),
  createdAt: Timestamp.pipe(Annotations.describe("The time the collection started, or the consent was created.")),
  endedAt: Annotations.optional(
    Timestamp,
    "The time the consent ended, or the collection's data was erased. Absent otherwise."
  ),
  counts: ConnectCounts,
  loginMethod: Annotations.optional(LoginMethod, "The method by which the person logged in."),
  lastReadAt: Annotations.optional(Timestamp, "The time of the last read."),
  validUntil: Annotations.optional(Timestamp, "The time at which the consent ends, or at which the data is erased."),
  scope: Schema.optionalKey(Psd2AisConsentScope),
  erasable: Schema.Boolean.pipe(Annotations.describe("True if the person can erase the collection's data.")),
  revocable: Schema.Boolean.pipe(Annotations.describe("True if the person can revoke the consent."))
}).pipe(annotateConnectSchema("ConnectPermission", "The client's access to data at one company."))
export type ConnectPermission = typeof ConnectPermission.Type

export const ConnectPermissions = Schema.Struct({
  permissions: Schema.Array(ConnectPermission).pipe(
    Annotations.describe("The collections and consents, newest first.")
  ),
  monitors: Schema.Array(ConnectPermittedMonitor).pipe(Annotations.describe("The monitors, newest first."))
}).pipe(annotateConnectSchema("ConnectPermissions", "The client's access to the person's data, now and in the past."))
export type ConnectPermissions = typeof ConnectPermissions.Type

export const FinishConnectSession = Schema.Struct({ outcome: ConnectOutcome }).pipe(
  annotateConnectSchema("FinishConnectSessionRequest", "A request to end a Connect session.")
)

export const FinishedConnectSession = Schema.Struct({
  status: ConnectSessionStatus,
  returnTo: Annotations.optional(
    Schema.String,
    "The address to send the person to: the client's return address with `state`, `connectSessionId` and, if the " +
      "person finished, a one-time `code`. Absent if the session has no return address."
  )
}).pipe(annotateConnectSchema("FinishedConnectSession", "An ended Connect session."))
export type FinishedConnectSession = typeof FinishedConnectSession.Type

export const ConnectReceipt = Schema.Struct({
  receipt: Schema.NonEmptyString.pipe(
    Annotations.describe("A JWT of the type `sheaf-receipt+jwt`, signed with a key of `/.well-known/jwks.json`.")
  )
}).pipe(annotateConnectSchema("ConnectReceipt", "A signed receipt for a permission. It has no collected value."))
export type ConnectReceipt = typeof ConnectReceipt.Type
