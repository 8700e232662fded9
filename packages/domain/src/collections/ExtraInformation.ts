/** What a client needs beyond the status itself: the map `extraInformation` (spec 2.5; decisions 4). */
import { Schema } from "effect"
import { FailureReason } from "./FailureReason.ts"
import * as Words from "../Words.ts"

/** A way to receive or make a two-factor code. */
export const TwoFactorMethod = Schema.Struct({
  id: Schema.String.annotate({
    description: "The identifier of the method; post it as the methodId of TWO_FACTOR_CHOICE."
  }),
  type: Words.literals(
    {
      SMS: "A text message.",
      EMAIL: "An email.",
      APP: "The company's own app.",
      TOTP: "An authenticator app that computes codes (RFC 6238)."
    },
    { description: "The channel that delivers the code." }
  ),
  label: Schema.String.annotate({ description: "A label to show the user, such as the last digits of a phone number." })
}).annotate({
  identifier: "TwoFactorMethod",
  description: "A way for the user to receive the code. Post the id of the chosen method as TWO_FACTOR_CHOICE.",
  examples: [{ id: "sms", type: "SMS", label: "Text message to •• 05" }]
})
export type TwoFactorMethod = typeof TwoFactorMethod.Type

/** The kinds of codes that a user may be asked for. */
export const ResponseType = Words.literals(
  {
    NUMBER_CODE: "4 to 10 digits.",
    ALPHANUMERIC_CODE: "4 to 10 letters or digits.",
    NONE: "Unspecified by the company: 4 to 10 letters or digits."
  },
  { description: "The format of the code." }
)

export const TwoFactorInstruction = Schema.Struct({
  authenticationInstruction: Schema.String.annotate({ description: "The text to show the user." }),
  responseType: ResponseType
}).annotate({
  identifier: "TwoFactorInstruction",
  description: "The text to show the user, and the format of the code. Post the code as TWO_FACTOR_CODE.",
  examples: [{ authenticationInstruction: "Enter the code that was sent to your phone.", responseType: "NUMBER_CODE" }]
})

/** The kinds of input a company may ask for (spec 2.5; decisions 4). */
export const InputType = Words.literals(
  {
    EMAIL: "An email address: `<address>@<domain>`.",
    MOBILE_PHONE_NUMBER: "A mobile phone number: digits only, including the country prefix, without separators.",
    SWEDISH_PERSONAL_NUMBER: "A Swedish personal number, in any accepted format.",
    ACCOUNT_OWNER_NAME: "The full name of the account owner."
  },
  { identifier: "InputType", description: "A kind of input to ask the user for." }
)
export type InputType = typeof InputType.Type

/** A cookie of a request that the client executes on the user's device. */
export const RequestCookie = Schema.Struct({
  name: Schema.String.annotate({ description: "The name of the cookie." }),
  value: Schema.String.annotate({ description: "The value of the cookie, to be sent unchanged." }),
  domain: Schema.String.annotate({ description: "The host that the cookie belongs to." }),
  path: Schema.String.annotate({ description: "The path that the cookie belongs to." }),
  secure: Schema.Boolean.annotate({ description: "True if the cookie is sent over https only." }),
  httpOnly: Schema.Boolean.annotate({ description: "True if scripts on a page cannot read the cookie." })
}).annotate({
  identifier: "RequestCookie",
  description: "A cookie to send with the request (RFC 6265).",
  examples: [{ name: "session", value: "3f9a", domain: "login.example", path: "/", secure: true, httpOnly: true }]
})

/** A request that the client executes on the user's device (spec 2.7; decisions 4). */
export const ClientRequest = Schema.Struct({
  id: Schema.String.annotate({ description: "An identifier of the request, unique within the list." }),
  etag: Schema.String.annotate({
    description: "The identifier to repeat in the response. Execute each etag only once."
  }),
  url: Schema.String.annotate({ description: "The https URL to call. New hosts and paths can appear at any time." }),
  method: Schema.String.annotate({ description: "The HTTP method." }),
  headers: Schema.Record(Schema.String, Schema.String).annotate({ description: "The header fields to send, by name." }),
  body: Schema.optionalKey(Schema.String.annotate({ description: "The body to send, unchanged." })),
  cookies: Schema.optionalKey(
    Schema.Array(RequestCookie).annotate({ description: "The cookies to send; absent if there are none." })
  )
}).annotate({
  identifier: "Request",
  description: "A request to execute on the user's device, once per etag. Post the outcome as RESPONSE_OBJECT.",
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
    Schema.String.annotate({
      description: "The token that opens the authenticator app on the same device, with the order to sign."
    })
  ),
  SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "The text to show as a QR code, which the user scans with the authenticator app on another device. It " +
        "changes every second: poll at `pollingInterval` and redraw the code after each poll."
    })
  ),
  AVAILABLE_TWO_FACTOR_METHODS: Schema.optionalKey(
    Schema.Array(TwoFactorMethod).annotate({
      description: "The methods to offer to the user; present while the company waits for a choice."
    })
  ),
  TWO_FACTOR_AUTHENTICATION_INSTRUCTION: Schema.optionalKey(TwoFactorInstruction),
  REFERENCE_NUMBER: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "The number to compare with the other device, or to enter in the security token. The token's reply is the " +
        "code to post."
    })
  ),
  REQUIRED_INPUT_TYPES: Schema.optionalKey(
    Schema.Array(InputType).annotate({
      description: "The values to ask the user for, all of them; in CONTACT_FORM_PENDING and COLLECTION_INPUT_PENDING."
    })
  ),
  INSTRUCTIONS: Schema.optionalKey(
    Schema.Array(ClientRequest).annotate({
      description: "The requests to execute on the user's device. Each poll repeats them until all are answered."
    })
  ),
  FAILURE_REASON: Schema.optionalKey(FailureReason)
}).annotate({
  identifier: "ExtraInformation",
  description: "Information that the client needs besides the status. New keys can be added: ignore unknown keys.",
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
