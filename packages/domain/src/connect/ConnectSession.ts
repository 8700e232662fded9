/** Connect sessions: a client's invitations to the page where a person links companies (spec 13). */
import { Schema } from "effect"
import { CalendarDate } from "../shared/CalendarDate.ts"
import { CollectionId } from "../collections/Collection.ts"
import * as Parameter from "../collections/Parameter.ts"
import { CompanyId } from "../companies/Company.ts"
import { LoginMethod } from "../companies/LoginMethod.ts"
import { Market } from "../shared/Market.ts"
import { SensitiveCategory } from "../records/insurance/Sensitive.ts"
import { Product } from "../companies/Product.ts"
import { givenClientReference, shownClientReference } from "../shared/ClientReference.ts"
import { ConnectSessionId } from "../shared/ConnectSessionId.ts"
import { ConsentId } from "../shared/ConsentId.ts"
import { MonitorId } from "../monitors/Monitor.ts"
import * as ReturnUrl from "../shared/ReturnUrl.ts"
import { UserId } from "../users/User.ts"
import * as Annotations from "../shared/Annotations.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import { ConnectMonitor } from "./ConnectMonitor.ts"
import json from "./examples.json" with { type: "json" }

export const annotateConnectSchema = Annotations.makeAnnotate(json)

export const linkLifetimeMillis = 30 * 60 * 1000

/** How long a session lasts after it is first opened, in milliseconds. */
export const sessionLifetimeMillis = 60 * 60 * 1000

export const confirmationTimeoutMillis = 10 * 60 * 1000

/** How long a window has, in milliseconds, to prove that the session's frame opened it. */
export const handoverLifetimeMillis = 20 * 1000

export { ConnectSessionId }

export const ConnectPurpose = Annotations.literals("The task of a Connect session.", {
  COLLECT: "The person links companies, and Sheaf collects the data.",
  CONSENT: "The person consents that the client reads accounts at a bank.",
  MONITOR: "The person permits a monitor, or renews or widens one.",
  RECONNECT: "The person renews a consent, or repeats a collection.",
  PERMISSIONS: "The person sees what the client can read, revokes consents and erases data."
}).annotate({ identifier: "ConnectPurpose" })
export type ConnectPurpose = typeof ConnectPurpose.Type

export const ConnectSessionStatus = Annotations.literals("The status of a Connect session.", {
  OPEN: "The person can open the link, or continue in the browser that opened it.",
  COMPLETED: "The person finished.",
  ABANDONED: "The person left without finishing, or the return address was removed before the person finished.",
  EXPIRED: "The link was not opened in time, or the person did not finish in time."
}).annotate({ identifier: "ConnectSessionStatus" })
export type ConnectSessionStatus = typeof ConnectSessionStatus.Type

export const overdueStatus = "EXPIRED" satisfies ConnectSessionStatus

export const ConnectOutcome = Annotations.literals("The person's way to end the session.", {
  COMPLETED: "The person finished.",
  ABANDONED: "The person left without finishing."
}).annotate({ identifier: "ConnectOutcome" })
export type ConnectOutcome = typeof ConnectOutcome.Type

export const ConnectLocale = Annotations.literals("A language of the page.", {
  sv: "Swedish.",
  et: "Estonian.",
  lt: "Lithuanian.",
  lv: "Latvian.",
  fr: "French.",
  en: "English."
}).annotate({ identifier: "ConnectLocale" })
export type ConnectLocale = typeof ConnectLocale.Type

const purpose = ConnectPurpose

/** Reconnecting means collecting again or giving a new consent. */
export const taskOf = ({
  purpose,
  renews
}: {
  readonly purpose: ConnectPurpose
  readonly renews?: string
}): Exclude<ConnectPurpose, "RECONNECT"> => {
  if (purpose !== "RECONNECT") return purpose
  return renews === undefined ? "COLLECT" : "CONSENT"
}

const hint = (description: string) => Annotations.optional(Schema.String.check(Schema.isMaxLength(255)), description)

export const ConnectHints = Schema.Struct({
  company: Annotations.optional(CompanyId, "The first company."),
  loginMethod: Annotations.optional(LoginMethod, "The first login method."),
  username: hint("The username."),
  phoneNumber: hint("The phone number."),
  personalNumber: hint("The personal number or code.")
}).pipe(annotateConnectSchema("ConnectHints", "What the page fills in. The person can change it."))
export type ConnectHints = typeof ConnectHints.Type

const someOf = <Value extends Schema.Top>(value: Value, description: string) =>
  Annotations.optional(Schema.Array(value).check(Schema.isMinLength(1), Schema.isUnique()), description)

export const ConnectPsd2AisScope = Schema.Struct({
  balances: Annotations.optional(Schema.Boolean, "True to ask for balances. Default: true."),
  transactions: Annotations.optional(Schema.Boolean, "True to ask for transactions. Default: true."),
  validUntil: Annotations.optional(CalendarDate, "The last day of the consent. Default: 90 days from today.")
}).pipe(
  annotateConnectSchema("ConnectPsd2Ais", "The account data to ask for, and until when. The person can choose less.")
)
export type ConnectPsd2AisScope = typeof ConnectPsd2AisScope.Type

export const pageSettings = {
  company: Annotations.optional(CompanyId, "The only company to offer. Default: the person chooses a company."),
  market: Annotations.optional(Market, "The only market to offer. Default: all markets."),
  products: someOf(Product, "The only products to collect. Default: all products that the company offers."),
  loginMethods: someOf(LoginMethod, "The only login methods to offer. Default: all methods except client-side ones."),
  psd2Ais: Schema.optionalKey(ConnectPsd2AisScope),
  sensitive: someOf(
    SensitiveCategory,
    "The sensitive data to ask for. The page shows it apart, and the person allows each category. Default: none."
  )
}

export const CreateConnectSession = Schema.Struct({
  purpose,
  userId: Annotations.optional(
    UserId,
    "The user that owns the collections, consents and monitors. Required except for the purpose COLLECT."
  ),
  ...pageSettings,
  renews: Annotations.optional(
    ConsentId,
    "For CONSENT and RECONNECT: the consent to renew, from 30 days before its end. Of `company` and `psd2Ais`, only " +
      "`validUntil` counts."
  ),
  repeats: Annotations.optional(
    CollectionId,
    "For RECONNECT, instead of `renews`: the ended collection to repeat, with its company, products and user."
  ),
  hints: Schema.optionalKey(ConnectHints),
  monitor: Annotations.optional(ConnectMonitor, "For MONITOR, and required there: the monitor to ask for."),
  locale: Annotations.optional(
    ConnectLocale,
    "The language of the page. Default: the language of the person's browser."
  ),
  returnUrl: Annotations.optional(
    Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(ReturnUrl.maxLength)),
    "Where the page sends the person at the end: a registered address, or outside production mode a loopback address. " +
      "Data and consents can be used only after the client confirms the redirect's `code`."
  ),
  state: Annotations.optional(
    Parameter.visibleText(255),
    "The client's own value, returned unchanged in the redirect to `returnUrl`. Allowed only with `returnUrl`."
  ),
  codeChallenge: Annotations.optional(
    Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/u)),
    "The S256 challenge of PKCE (RFC 7636). Required if `returnUrl` has an app's own scheme."
  ),
  sessionMetadata: Annotations.optional(
    Parameter.SessionMetadata.fields.attributes,
    "The client's own references, which all collections of the session repeat."
  ),
  clientReference: givenClientReference
}).pipe(annotateConnectSchema("CreateConnectSessionRequest", "A request for a link to the Connect page."))
export type CreateConnectSession = typeof CreateConnectSession.Type

export const ConnectSessionLink = Schema.Struct({
  connectSessionId: ConnectSessionId.pipe(Annotations.describe("Identifier of the session.")),
  url: Schema.String.pipe(
    Annotations.describe("The link for the person, with a secret. Send it only to the person, and do not log it.")
  ),
  expiresAt: Timestamp.pipe(Annotations.describe("The time by which the link must be opened."))
}).pipe(
  annotateConnectSchema(
    "ConnectSessionLink",
    "A new Connect session with its link. The service does not return the link again."
  )
)
export type ConnectSessionLink = typeof ConnectSessionLink.Type

export const ConnectStepName = Annotations.literals("A step of a Connect session.", {
  OPENED: "The person opened the link.",
  COLLECTION_STARTED: "The person started a collection.",
  CONSENT_STARTED: "The person started a consent.",
  MONITOR_PERMITTED: "The person permitted the monitor.",
  COMPLETED: "The person finished.",
  ABANDONED: "The person left without finishing, or the return address was removed before the person finished.",
  EXPIRED: "The time for the session ended.",
  CONFIRMED: "The client confirmed the session.",
  NOT_CONFIRMED: "Another user confirmed the session, so its data and consents cannot be used."
}).annotate({ identifier: "ConnectStepName" })
export type ConnectStepName = typeof ConnectStepName.Type

export const ConnectStep = Schema.Struct({
  at: Timestamp.pipe(Annotations.describe("The time of the step.")),
  step: ConnectStepName
}).pipe(annotateConnectSchema("ConnectStep", "A step of a Connect session, with its time."))

export type ConnectStep = typeof ConnectStep.Type

export const ConnectSession = Schema.Struct({
  connectSessionId: ConnectSessionId.pipe(Annotations.describe("Identifier of the session.")),
  purpose,
  status: ConnectSessionStatus,
  userId: Annotations.optional(UserId, "The user that owns the collections and consents."),
  createdAt: Timestamp.pipe(Annotations.describe("The time the session was created.")),
  expiresAt: Timestamp.pipe(
    Annotations.describe("The time the session expires, or expired, if the person does not finish.")
  ),
  clientReference: shownClientReference,
  confirmed: Annotations.optional(
    Schema.Boolean,
    "True if the client confirmed the session. Absent if the session has no `returnUrl`, and needs no confirmation."
  ),
  collectionIds: Schema.Array(CollectionId).pipe(Annotations.describe("The session's collections, oldest first.")),
  consentIds: Schema.Array(ConsentId).pipe(Annotations.describe("The session's consents, oldest first.")),
  monitorId: Annotations.optional(
    MonitorId,
    "The monitor that the person permitted. Absent before the confirmation of a session that needs one."
  ),
  steps: Schema.Array(ConnectStep).pipe(Annotations.describe("The steps so far, oldest first."))
}).pipe(
  annotateConnectSchema("ConnectSession", "A Connect session, with the collections and consents that it started.")
)
export type ConnectSession = typeof ConnectSession.Type

export const ConfirmConnectSession = Schema.Struct({
  code: Parameter.visibleText(255).pipe(
    Annotations.describe("The `code` query parameter from the redirect to the session's `returnUrl`.")
  ),
  codeVerifier: Annotations.optional(
    Schema.String.check(Schema.isPattern(/^[A-Za-z0-9\-._~]{43,128}$/u)),
    "The verifier of the session's `codeChallenge`, if it has one."
  )
}).pipe(
  annotateConnectSchema(
    "ConfirmConnectSessionRequest",
    "Proof that the person who finished the session is the user who is logged in at the client."
  )
)
