/** What a connector over HTTP is told: whom to log in, for what, and what has happened since its last step. */
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
  description: "The person's credentials; `type` tells which, as the login method wants.",
  examples: [{ type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }]
})

const Consent = Schema.Struct({
  scope: Psd2AisConsentScope,
  psuIpAddress: Schema.String.pipe(Words.means("The address from which the person uses the client, IPv4 or IPv6.")),
  psuLocale: Schema.String.pipe(Words.means("The person's language and region, such as sv-se.")),
  validUntil: CalendarDate.pipe(Words.means("The last day of the consent, as YYYY-MM-DD."))
}).annotate({
  identifier: "OneTimeConsent",
  description:
    "The consent that the person gave for this one collection: accounts are read under it, and it ends with the collection.",
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
  products: Schema.Array(Product).pipe(Words.means("What to collect, and nothing else.")),
  loginMethod: LoginMethod,
  login: Login,
  consent: Schema.optionalKey(Consent)
}).annotate({
  identifier: "Begin",
  description: "What to collect, from which company, and with which credentials.",
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

/** What happened since the last step. */
export const WireSignal = Schema.Union([
  Schema.Struct({ type: Words.only("TICK") }).annotate({
    identifier: "Tick",
    description: "The pause that the last step asked for is over.",
    examples: [{ type: "TICK" }]
  }),
  Schema.Struct({
    type: Words.only("INPUT"),
    input: Schema.Union([CollectionInput, TwoFactorCode, TwoFactorChoice]).annotate({
      identifier: "Input",
      description: "The answer, of the kind that was asked for.",
      examples: [{ type: "TWO_FACTOR_CODE", value: "123456" }]
    })
  }).annotate({
    identifier: "InputSignal",
    description: "The person answered the last step's question.",
    examples: [{ type: "INPUT", input: { type: "TWO_FACTOR_CODE", value: "123456" } }]
  }),
  Schema.Struct({
    type: Words.only("RESPONSES"),
    responses: Schema.Array(DeviceResponse).pipe(
      Words.means("A response to each request of the last step, in the order in which they came.")
    )
  }).annotate({
    identifier: "ResponsesSignal",
    description: "The person's device executed every request that the last step gave it.",
    examples: [
      {
        type: "RESPONSES",
        responses: [{ type: "RESPONSE_OBJECT", etag: "r-1", statusCode: 200, headers: {}, response: { started: true } }]
      }
    ]
  })
]).annotate({
  identifier: "Signal",
  description: "What happened since the last step; `type` tells what.",
  examples: [{ type: "TICK" }]
})
export type WireSignal = typeof WireSignal.Type

/** The body of `resume`. */
export const Resume = Schema.Struct({ session: Session, signal: WireSignal }).annotate({
  identifier: "Resume",
  description: "The last step's session, and what has happened since.",
  examples: [{ session: "eyJhdCI6MX0", signal: { type: "TICK" } }]
})
export type Resume = typeof Resume.Type

/** The body of `document`. */
export const FetchDocument = Schema.Struct({
  session: Session,
  documentId: Schema.NonEmptyString.pipe(Words.means("As one of the collected records has it."))
}).annotate({
  identifier: "FetchDocument",
  description: "Which document, and the session of the step that ended the collection.",
  examples: [{ session: "eyJhdCI6Mn0", documentId: "policy-1" }]
})

/** The body of `cancel`. */
export const Cancel = Schema.Struct({ session: Session }).annotate({
  identifier: "Cancel",
  description: "The last step's session.",
  examples: [{ session: "eyJhdCI6MX0" }]
})
