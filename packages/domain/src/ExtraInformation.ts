/** What a client needs beyond the status itself: the map `extraInformation` (spec 2.5; decisions 4). */
import { Schema } from "effect"
import { FailureReason } from "./FailureReason.ts"

/** A way to receive or make a two-factor code. */
export const TwoFactorMethod = Schema.Struct({
  id: Schema.String,
  type: Schema.Literals(["SMS", "EMAIL", "APP", "TOTP"]),
  label: Schema.String
}).annotate({
  identifier: "TwoFactorMethod",
  description: "A way to receive the code. Post its id as TWO_FACTOR_CHOICE."
})
export type TwoFactorMethod = typeof TwoFactorMethod.Type

export const TwoFactorInstruction = Schema.Struct({
  authenticationInstruction: Schema.String,
  responseType: Schema.Literals(["NUMBER_CODE", "ALPHANUMERIC_CODE", "NONE"])
}).annotate({
  identifier: "TwoFactorInstruction",
  description: "What to tell the user, and what kind of code to expect."
})

/** The kinds of input a company may ask for (spec 2.5; decisions 4). */
export const InputType = Schema.Literals([
  "EMAIL",
  "MOBILE_PHONE_NUMBER",
  "SWEDISH_PERSONAL_NUMBER",
  "ACCOUNT_OWNER_NAME"
]).annotate({
  identifier: "InputType",
  description:
    "A kind of input to ask the user for: `EMAIL`, an address with one @; `MOBILE_PHONE_NUMBER`, digits only, including the " +
    "country prefix; `SWEDISH_PERSONAL_NUMBER`, in any of its forms; `ACCOUNT_OWNER_NAME`, the full name."
})
export type InputType = typeof InputType.Type

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
    Schema.Array(
      Schema.Struct({
        name: Schema.String,
        value: Schema.String,
        domain: Schema.String,
        path: Schema.String,
        secure: Schema.Boolean,
        httpOnly: Schema.Boolean
      }).annotate({ identifier: "RequestCookie" })
    )
  )
}).annotate({ identifier: "Request", description: "Execute once per etag on the user's device, and post the outcome." })
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
  AVAILABLE_TWO_FACTOR_METHODS: Schema.optionalKey(Schema.Array(TwoFactorMethod)),
  TWO_FACTOR_AUTHENTICATION_INSTRUCTION: Schema.optionalKey(TwoFactorInstruction),
  REFERENCE_NUMBER: Schema.optionalKey(
    Schema.String.annotate({
      description: "To compare with the other device, or to enter in the security token, whose answer is the code."
    })
  ),
  REQUIRED_INPUT_TYPES: Schema.optionalKey(Schema.Array(InputType)),
  INSTRUCTIONS: Schema.optionalKey(Schema.Array(ClientRequest)),
  FAILURE_REASON: Schema.optionalKey(FailureReason)
}).annotate({
  identifier: "ExtraInformation",
  description: "What the client needs beyond the status. Keys may be added: ignore those that are not known."
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
