/** What a client needs beyond the status itself: the map `extraInformation` (spec 2.5; decisions 4). */
import { Schema } from "effect"
import { FailureReason } from "./FailureReason.ts"
import * as Words from "../Words.ts"

/** A way to receive or make a two-factor code. */
export const TwoFactorMethod = Schema.Struct({
  id: Schema.String.annotate({ description: "What is posted to choose it: the methodId of TWO_FACTOR_CHOICE." }),
  type: Words.literals(
    {
      SMS: "The code comes as a text message.",
      EMAIL: "The code comes by e-mail.",
      APP: "The company's own app shows the code.",
      TOTP: "An authenticator app makes the code (RFC 6238)."
    },
    { description: "Where the code comes from." }
  ),
  label: Schema.String.annotate({ description: "What to show the user, such as the last digits of a number." })
}).annotate({
  identifier: "TwoFactorMethod",
  description: "A way to receive the code. Post its id as TWO_FACTOR_CHOICE.",
  examples: [{ id: "sms", type: "SMS", label: "Text message to •• 05" }]
})
export type TwoFactorMethod = typeof TwoFactorMethod.Type

/** The kinds of codes that a user may be asked for. */
export const ResponseType = Words.literals(
  {
    NUMBER_CODE: "4 to 10 digits.",
    ALPHANUMERIC_CODE: "4 to 10 letters or digits.",
    NONE: "The company does not tell: 4 to 10 letters or digits."
  },
  { description: "What kind of code to expect." }
)

export const TwoFactorInstruction = Schema.Struct({
  authenticationInstruction: Schema.String.annotate({ description: "What to tell the user, in words to be shown." }),
  responseType: ResponseType
}).annotate({
  identifier: "TwoFactorInstruction",
  description: "What to tell the user, and what kind of code to expect. Post the code as TWO_FACTOR_CODE.",
  examples: [{ authenticationInstruction: "Enter the code that was sent to your phone.", responseType: "NUMBER_CODE" }]
})

/** The kinds of input a company may ask for (spec 2.5; decisions 4). */
export const InputType = Words.literals(
  {
    EMAIL: "An e-mail address: `<address>@<domain>`.",
    MOBILE_PHONE_NUMBER: "A mobile number: digits only, including the country prefix, without separators.",
    SWEDISH_PERSONAL_NUMBER: "A Swedish personal number, in any of its forms.",
    ACCOUNT_OWNER_NAME: "The full name of the account owner."
  },
  { identifier: "InputType", description: "A kind of input to ask the user for." }
)
export type InputType = typeof InputType.Type

/** A cookie of a request that the client executes on the user's device. */
export const RequestCookie = Schema.Struct({
  name: Schema.String.annotate({ description: "The name of the cookie." }),
  value: Schema.String.annotate({ description: "Its value, to be sent as it is." }),
  domain: Schema.String.annotate({ description: "The host that it belongs to." }),
  path: Schema.String.annotate({ description: "The path that it belongs to." }),
  secure: Schema.Boolean.annotate({ description: "Whether it goes over https only." }),
  httpOnly: Schema.Boolean.annotate({ description: "Whether scripts of a page may not read it." })
}).annotate({
  identifier: "RequestCookie",
  description: "A cookie to send with the request (RFC 6265).",
  examples: [{ name: "session", value: "3f9a", domain: "login.example", path: "/", secure: true, httpOnly: true }]
})

/** A request that the client executes on the user's device (spec 2.7; decisions 4). */
export const ClientRequest = Schema.Struct({
  id: Schema.String.annotate({ description: "Tells the requests of one list apart." }),
  etag: Schema.String.annotate({
    description: "Names the request in the response that is posted; executed once for each."
  }),
  url: Schema.String.annotate({ description: "Where it goes, over https. New addresses may appear at any time." }),
  method: Schema.String.annotate({ description: "The HTTP method." }),
  headers: Schema.Record(Schema.String, Schema.String).annotate({ description: "Header fields to send, by name." }),
  body: Schema.optionalKey(Schema.String.annotate({ description: "The body to send, as it is." })),
  cookies: Schema.optionalKey(
    Schema.Array(RequestCookie).annotate({ description: "The cookies to send with it; absent when there are none." })
  )
}).annotate({
  identifier: "Request",
  description: "Execute once per etag on the user's device, and post the outcome as RESPONSE_OBJECT.",
  examples: [
    {
      id: "1",
      etag: "instruction-1",
      url: "https://login.example/start",
      method: "GET",
      headers: { accept: "application/json" }
    }
  ]
})
export type ClientRequest = typeof ClientRequest.Type

export const ExtraInformation = Schema.Struct({
  SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: Schema.optionalKey(
    Schema.String.annotate({ description: "Opens the order in the authenticator app on this device." })
  ),
  SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "What to show as a QR code for the app on another device. It is another text each second: poll at `pollingInterval`."
    })
  ),
  AVAILABLE_TWO_FACTOR_METHODS: Schema.optionalKey(
    Schema.Array(TwoFactorMethod).annotate({ description: "Let the user choose one: there while a choice is wanted." })
  ),
  TWO_FACTOR_AUTHENTICATION_INSTRUCTION: Schema.optionalKey(TwoFactorInstruction),
  REFERENCE_NUMBER: Schema.optionalKey(
    Schema.String.annotate({
      description: "To compare with the other device, or to enter in the security token, whose answer is the code."
    })
  ),
  REQUIRED_INPUT_TYPES: Schema.optionalKey(
    Schema.Array(InputType).annotate({
      description: "Ask the user for all of these; in CONTACT_FORM_PENDING and COLLECTION_INPUT_PENDING."
    })
  ),
  INSTRUCTIONS: Schema.optionalKey(
    Schema.Array(ClientRequest).annotate({
      description: "The requests to execute on the user's device, repeated on every poll until each is answered."
    })
  ),
  FAILURE_REASON: Schema.optionalKey(FailureReason)
}).annotate({
  identifier: "ExtraInformation",
  description: "What the client needs beyond the status. Keys may be added: ignore those that are not known.",
  examples: [
    { REQUIRED_INPUT_TYPES: ["EMAIL", "MOBILE_PHONE_NUMBER"] },
    { SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: "7c40b5c9-fa74-49cf-b98c-bfe651f9a7c6" }
  ]
})
export type ExtraInformation = typeof ExtraInformation.Type

/** The keys that ask the client for something: they leave once the input was accepted (decisions 5). */
const requests = [
  "AVAILABLE_TWO_FACTOR_METHODS",
  "TWO_FACTOR_AUTHENTICATION_INSTRUCTION",
  "REFERENCE_NUMBER",
  "REQUIRED_INPUT_TYPES",
  "INSTRUCTIONS"
] as const

/** Whether a client is asked for something. A reference number is not a question, though it goes with some. */
export const asks = (information: ExtraInformation = {}): boolean =>
  requests.some((key) => key !== "REFERENCE_NUMBER" && information[key] !== undefined)

/** What is left to show when one of several requests was answered: the others. */
export const withoutInstruction = (information: ExtraInformation, answered: string): ExtraInformation => {
  const { INSTRUCTIONS = [], ...rest } = information
  return { ...rest, INSTRUCTIONS: INSTRUCTIONS.filter(({ etag }) => etag !== answered) }
}

/** What is left to show when the client has answered. */
export const withoutRequests = (information: ExtraInformation): ExtraInformation => {
  const rest = { ...information }
  for (const key of requests) delete rest[key]
  return rest
}
