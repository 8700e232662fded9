/** The request bodies of the connector protocol. */
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import { CompanyId } from "@sheaf/domain/Company"
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import {
  CollectionFilter,
  Email,
  MobileId,
  PdfDocument,
  SmartId,
  SwedishEid,
  UsernamePassword
} from "@sheaf/domain/Parameter"
import { Product } from "@sheaf/domain/Product"
import {
  CollectionInput,
  ResponseObject as DeviceResponse,
  TwoFactorChoice,
  TwoFactorCode
} from "@sheaf/domain/SupplementInfo"
import * as Texts from "@sheaf/domain/Texts"
import { Schema, Struct } from "effect"
import { named, SessionText } from "./ConnectorStep.ts"

const PageLogin = Schema.Struct({ type: Texts.only("PAGE") }).pipe(
  named("PageLogin", "No credentials: the person signs in on the company's page. Since 1.2.")
)

const Login = Schema.Union([SwedishEid, SmartId, MobileId, Email, UsernamePassword, PdfDocument, PageLogin]).pipe(
  named("Login", "The person's credentials for the login method, identified by `type`.")
)

const Consent = Schema.Struct({
  scope: Psd2AisConsentScope,
  psuIpAddress: Schema.String.pipe(Texts.means("The IPv4 or IPv6 address of the person's device.")),
  psuLocale: Schema.String.pipe(Texts.means("The person's language and region, such as sv-se.")),
  validUntil: CalendarDate.pipe(Texts.means("The last day of the consent, as YYYY-MM-DD."))
}).pipe(
  named(
    "OneTimeConsent",
    "The person's consent for this collection. The connector reads accounts under this consent, which " +
      "ends with the collection."
  )
)

const Filter = Schema.Struct(Struct.omit(CollectionFilter.fields, ["type", "products"])).pipe(
  named(
    "Filter",
    "The records that the client wants. Ask the company only for these. An omitted member does not restrict the " +
      "collection."
  )
)

export const Begin = Schema.Struct({
  company: CompanyId,
  products: Schema.Array(Product).pipe(Texts.means("The products to collect; the connector must not collect others.")),
  loginMethod: LoginMethod,
  login: Login,
  clientName: Texts.optional(
    Schema.String,
    "The name of the client for which the person logs in, to show to the person. Only with `showsClient` in Sheaf's " +
      "configuration. Since 1.2."
  ),
  consent: Schema.optionalKey(Consent),
  filter: Schema.optionalKey(Filter),
  attributes: Texts.optional(
    Schema.Record(Schema.String, Schema.String),
    "The client's own references that Sheaf's configuration lists under `attributes` for this connector. Since 1.1."
  )
}).pipe(named("Begin", "The products to collect, the company, and the credentials."))
export type Begin = typeof Begin.Type

export const WireSignal = Schema.Union([
  Schema.Struct({ type: Texts.only("TICK") }).pipe(named("Tick", "The pause that the last step requested has ended.")),
  Schema.Struct({
    type: Texts.only("INPUT"),
    input: Schema.Union([CollectionInput, TwoFactorCode, TwoFactorChoice]).pipe(
      named("Input", "The input, of the requested type.")
    )
  }).pipe(named("InputSignal", "The person has supplied the requested input.")),
  Schema.Struct({
    type: Texts.only("RESPONSES"),
    responses: Schema.Array(DeviceResponse).pipe(
      Texts.means(
        "One response for each request in the last step, in order of arrival. Match responses to " +
          "requests by `etag`."
      )
    )
  }).pipe(named("ResponsesSignal", "The person's device has executed all requests from the last step."))
]).pipe(named("Signal", "The event that followed the last step, identified by `type`."))
export type WireSignal = typeof WireSignal.Type

export const Resume = Schema.Struct({ session: SessionText, signal: WireSignal }).pipe(
  named("Resume", "The last step's session, and the event that followed that step.")
)
export type Resume = typeof Resume.Type

export const FetchDocument = Schema.Struct({
  session: SessionText,
  documentId: Schema.NonEmptyString.pipe(Texts.means("The documentId from a collected record."))
}).pipe(named("FetchDocument", "The document to fetch, and the session from the step that ended the collection."))

export const Cancel = Schema.Struct({ session: SessionText }).pipe(named("Cancel", "The last step's session."))
