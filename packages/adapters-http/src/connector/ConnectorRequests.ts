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
import { SensitiveCategory } from "@sheaf/domain/Sensitive"
import { Product } from "@sheaf/domain/Product"
import {
  CollectionInput,
  ResponseObject as DeviceResponse,
  TwoFactorChoice,
  TwoFactorCode
} from "@sheaf/domain/SupplementInfo"
import * as Annotations from "@sheaf/domain/Annotations"
import { Schema, Struct } from "effect"
import { SessionText } from "./ConnectorStep.ts"
import { withDocumentation } from "./ShownInformation.ts"

const PageLogin = Schema.Struct({ type: Annotations.literal("PAGE") }).pipe(
  withDocumentation("PageLogin", "No credentials: the person signs in on the company's page. Since 1.2.")
)

const Login = Schema.Union([SwedishEid, SmartId, MobileId, Email, UsernamePassword, PdfDocument, PageLogin]).pipe(
  withDocumentation("Login", "The person's credentials for the login method, identified by `type`.")
)

const Consent = Schema.Struct({
  scope: Psd2AisConsentScope,
  psuIpAddress: Schema.String.pipe(Annotations.describe("The IPv4 or IPv6 address of the person's device.")),
  psuLocale: Schema.String.pipe(Annotations.describe("The person's language and region, such as sv-se.")),
  validUntil: CalendarDate.pipe(Annotations.describe("The last day of the consent, as YYYY-MM-DD."))
}).pipe(
  withDocumentation(
    "OneTimeConsent",
    "The person's consent for this collection. The connector reads accounts under this consent, which " +
      "ends with the collection."
  )
)

const Filter = Schema.Struct(Struct.omit(CollectionFilter.fields, ["type", "products"])).pipe(
  withDocumentation(
    "Filter",
    "The records that the client wants. Ask the company only for these. An omitted member does not restrict the " +
      "collection."
  )
)

const PageReturn = Schema.Struct({
  url: Schema.String.pipe(Annotations.describe("The address to which a page sends the person back. It works once.")),
  registeredUrl: Schema.String.pipe(
    Annotations.describe(
      "The address without the state, the same for every collection of the company: for a server that returns people " +
        "only to a registered address and repeats `state` as a query parameter."
    )
  ),
  state: Schema.String.pipe(Annotations.describe("The state, which the server must repeat at `registeredUrl`."))
}).pipe(
  withDocumentation(
    "PageReturn",
    "Where a page in REDIRECT_URL sends the person back to. Each call has a new one. Once a person has returned, only " +
      "addresses from later calls count. Absent if the client sent no `returnUrl`: the collection cannot show a " +
      "page then, because nothing could prove who returns. Since 1.2."
  )
)

export const Begin = Schema.Struct({
  company: CompanyId,
  products: Schema.Array(Product).pipe(
    Annotations.describe("The products to collect; the connector must not collect others.")
  ),
  loginMethod: LoginMethod,
  login: Login,
  clientName: Annotations.optional(
    Schema.String,
    "The name of the client for which the person logs in, to show to the person. Only with `showsClient` in Sheaf's " +
      "configuration. Since 1.2."
  ),
  identified: Annotations.optional(
    Schema.Literal(true),
    "Sheaf has already identified the person of `login` with the electronic ID: ask the person for no other. Only with " +
      "`identifiedBySheaf` in Sheaf's configuration. Since 1.3."
  ),
  consent: Schema.optionalKey(Consent),
  pageReturn: Schema.optionalKey(PageReturn),
  filter: Schema.optionalKey(Filter),
  sensitive: Annotations.optional(
    Schema.Array(SensitiveCategory),
    "The sensitive data to collect. Ask the company for no other: Sheaf drops it. Absent: none. Since 1.3."
  ),
  attributes: Annotations.optional(
    Schema.Record(Schema.String, Schema.String),
    "The client's own references that Sheaf's configuration lists under `attributes` for this connector. Since 1.1."
  )
}).pipe(withDocumentation("Begin", "The products to collect, the company, and the credentials."))
export type Begin = typeof Begin.Type

export const WireSignal = Schema.Union([
  Schema.Struct({ type: Annotations.literal("TICK") }).pipe(
    withDocumentation("Tick", "The pause that the last step requested has ended.")
  ),
  Schema.Struct({
    type: Annotations.literal("INPUT"),
    input: Schema.Union([CollectionInput, TwoFactorCode, TwoFactorChoice]).pipe(
      withDocumentation("Input", "The input, of the requested type.")
    )
  }).pipe(withDocumentation("InputSignal", "The person has supplied the requested input.")),
  Schema.Struct({
    type: Annotations.literal("RESPONSES"),
    responses: Schema.Array(DeviceResponse).pipe(
      Annotations.describe(
        "One response for each request in the last step, in order of arrival. Match responses to " +
          "requests by `etag`."
      )
    )
  }).pipe(withDocumentation("ResponsesSignal", "The person's device has executed all requests from the last step.")),
  Schema.Struct({
    type: Annotations.literal("RETURN"),
    query: Schema.Record(Schema.String, Schema.String).pipe(
      Annotations.describe(
        "The parameters that the page added to the return address. A parameter that occurs more than once is empty, " +
          "because its values can come from different parties."
      )
    )
  }).pipe(
    withDocumentation(
      "ReturnSignal",
      "The person returned from the page in REDIRECT_URL, in the browser that may return. The next step must decide: " +
        "anybody with the page's address can cause this signal. Since 1.2."
    )
  ),
  Schema.Struct({
    type: Annotations.literal("RENEW"),
    products: Schema.Array(Product).pipe(Annotations.describe("The products to collect.")),
    filter: Schema.optionalKey(Filter)
  }).pipe(
    withDocumentation(
      "RenewSignal",
      "A new collection without the person. `session` is the one with which an earlier collection ended as " +
        "`renewable`. Once you have answered, Sheaf never uses that session again, so it may hold a token that works once. Since 1.2."
    )
  )
]).pipe(withDocumentation("Signal", "The event that followed the last step, identified by `type`."))
export type WireSignal = typeof WireSignal.Type

export const Resume = Schema.Struct({
  session: SessionText,
  signal: WireSignal,
  pageReturn: Schema.optionalKey(PageReturn)
}).pipe(withDocumentation("Resume", "The last step's session, and the event that followed that step."))
export type Resume = typeof Resume.Type

export const FetchDocument = Schema.Struct({
  session: SessionText,
  documentId: Schema.NonEmptyString.pipe(Annotations.describe("The documentId from a collected record."))
}).pipe(
  withDocumentation("FetchDocument", "The document to fetch, and the session from the step that ended the collection.")
)

export const Cancel = Schema.Struct({ session: SessionText }).pipe(
  withDocumentation("Cancel", "The last step's session.")
)
