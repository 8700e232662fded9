/** The request bodies of the connector protocol. */
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import { CompanyId } from "@sheaf/domain/Company"
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Email, PdfDocument, SwedishEid, UsernamePassword } from "@sheaf/domain/Parameter"
import { Product } from "@sheaf/domain/Product"
import {
  CollectionInput,
  ResponseObject as DeviceResponse,
  TwoFactorChoice,
  TwoFactorCode
} from "@sheaf/domain/SupplementInfo"
import * as Words from "@sheaf/domain/Words"
import { Schema } from "effect"
import { Session } from "./ConnectorStep.ts"

const Login = Schema.Union([SwedishEid, Email, UsernamePassword, PdfDocument]).annotate({
  identifier: "Login",
  description: "The person's credentials for the login method, identified by `type`.",
  examples: [{ type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }]
})

const Consent = Schema.Struct({
  scope: Psd2AisConsentScope,
  psuIpAddress: Schema.String.pipe(Words.means("The IPv4 or IPv6 address of the person's device.")),
  psuLocale: Schema.String.pipe(Words.means("The person's language and region, such as sv-se.")),
  validUntil: CalendarDate.pipe(Words.means("The last day of the consent, as YYYY-MM-DD."))
}).annotate({
  identifier: "OneTimeConsent",
  description:
    "The person's consent for this collection. The connector reads accounts under it, and it ends with the " +
    "collection.",
  examples: [
    {
      scope: { type: "PSD2_AIS", balances: true, transactions: true },
      psuIpAddress: "192.0.2.17",
      psuLocale: "sv-se",
      validUntil: "2026-12-31"
    }
  ]
})

/** The body of `begin`. */
export const Begin = Schema.Struct({
  company: CompanyId,
  products: Schema.Array(Product).pipe(Words.means("The products to collect, and no others.")),
  loginMethod: LoginMethod,
  login: Login,
  consent: Schema.optionalKey(Consent)
}).annotate({
  identifier: "Begin",
  description: "The products to collect, the company, and the credentials.",
  examples: [
    {
      company: "ee-tammekindlustus",
      products: ["INSURANCE"],
      loginMethod: "USERNAME_AND_PASSWORD",
      login: { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }
    }
  ]
})
export type Begin = typeof Begin.Type

export const WireSignal = Schema.Union([
  Schema.Struct({ type: Words.only("TICK") }).annotate({
    identifier: "Tick",
    description: "The pause requested by the last step has passed.",
    examples: [{ type: "TICK" }]
  }),
  Schema.Struct({
    type: Words.only("INPUT"),
    input: Schema.Union([CollectionInput, TwoFactorCode, TwoFactorChoice]).annotate({
      identifier: "Input",
      description: "The input, of the requested type.",
      examples: [{ type: "TWO_FACTOR_CODE", value: "123456" }]
    })
  }).annotate({
    identifier: "InputSignal",
    description: "The person has supplied the requested input.",
    examples: [{ type: "INPUT", input: { type: "TWO_FACTOR_CODE", value: "123456" } }]
  }),
  Schema.Struct({
    type: Words.only("RESPONSES"),
    responses: Schema.Array(DeviceResponse).pipe(
      Words.means(
        "One response for each request in the last step, in the order in which the responses arrived. Match them by `etag`."
      )
    )
  }).annotate({
    identifier: "ResponsesSignal",
    description: "The person's device has executed all requests from the last step.",
    examples: [
      {
        type: "RESPONSES",
        responses: [{ type: "RESPONSE_OBJECT", etag: "r-1", statusCode: 200, headers: {}, response: { started: true } }]
      }
    ]
  })
]).annotate({
  identifier: "Signal",
  description: "The event since the last step, identified by `type`.",
  examples: [{ type: "TICK" }]
})
export type WireSignal = typeof WireSignal.Type

/** The body of `resume`. */
export const Resume = Schema.Struct({ session: Session, signal: WireSignal }).annotate({
  identifier: "Resume",
  description: "The last step's session, and the event since that step.",
  examples: [{ session: "eyJhdCI6MX0", signal: { type: "TICK" } }]
})
export type Resume = typeof Resume.Type

/** The body of `document`. */
export const FetchDocument = Schema.Struct({
  session: Session,
  documentId: Schema.NonEmptyString.pipe(Words.means("The documentId from a collected record."))
}).annotate({
  identifier: "FetchDocument",
  description: "The document to fetch, and the session of the step that ended the collection.",
  examples: [{ session: "eyJhdCI6Mn0", documentId: "policy-1" }]
})

/** The body of `cancel`. */
export const Cancel = Schema.Struct({ session: Session }).annotate({
  identifier: "Cancel",
  description: "The last step's session.",
  examples: [{ session: "eyJhdCI6MX0" }]
})
