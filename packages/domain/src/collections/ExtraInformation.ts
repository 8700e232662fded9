/** The map `extraInformation`: information to show the user, and input to ask the user for (spec 2.5). */
import { Schema, Struct } from "effect"
import { FailureReason } from "./FailureReason.ts"
import * as Texts from "../Texts.ts"

/** A way in which the user can receive or generate a two-factor code. */
export const TwoFactorMethod = Schema.Struct({
  id: Schema.String.annotate({
    description: "The method's identifier; post it as the methodId in TWO_FACTOR_CHOICE."
  }),
  type: Texts.literals("The channel that delivers the code.", {
    SMS: "A text message.",
    EMAIL: "An email.",
    APP: "The company's own app.",
    TOTP: "An authenticator app that computes codes (RFC 6238)."
  }),
  label: Schema.String.annotate({ description: "A label to show the user, such as the last digits of a phone number." })
}).pipe(
  Texts.named(
    "TwoFactorMethod",
    "A two-factor method that the user can choose. Post the id of the chosen method as TWO_FACTOR_CHOICE."
  )
)
export type TwoFactorMethod = typeof TwoFactorMethod.Type

export const ResponseType = Texts.literals("The format of the code.", {
  NUMBER_CODE: "Digits. Sheaf removes spaces and hyphens.",
  ALPHANUMERIC_CODE: "Letters and digits, in general. Sheaf accepts any visible characters.",
  NONE: "Unspecified by the company: any visible characters."
})

export type ResponseType = typeof ResponseType.Type

export const TwoFactorInstruction = Schema.Struct({
  authenticationInstruction: Schema.String.annotate({ description: "The text to show the user." }),
  responseType: ResponseType
}).pipe(
  Texts.named(
    "TwoFactorInstruction",
    "The text to show the user, and the format of the code. Post the code as TWO_FACTOR_CODE."
  )
)

/** The types of input that a company can ask for (spec 2.5, 2.7). */
export const InputType = Texts.literals("A kind of input to ask the user for.", {
  EMAIL: "An email address: `<address>@<domain>`.",
  MOBILE_PHONE_NUMBER: "A mobile phone number: digits only, including the country prefix, without separators.",
  SWEDISH_PERSONAL_NUMBER: "A Swedish personal number, in any accepted format.",
  ACCOUNT_OWNER_NAME: "The full name of the account owner."
}).annotate({ identifier: "InputType" })
export type InputType = typeof InputType.Type

export const RequestCookie = Schema.Struct({
  name: Schema.String.annotate({ description: "The cookie's name." }),
  value: Schema.String.annotate({ description: "The cookie's value, to be sent unchanged." }),
  domain: Schema.String.annotate({ description: "The host that the cookie belongs to." }),
  path: Schema.String.annotate({ description: "The path that the cookie belongs to." }),
  secure: Schema.Boolean.annotate({ description: "True if the cookie is sent over https only." }),
  httpOnly: Schema.Boolean.annotate({ description: "True if scripts on a page cannot read the cookie." })
}).pipe(Texts.named("RequestCookie", "A cookie to send with the request (RFC 6265)."))

/** A request for the client to send from the user's device (spec 2.7). */
export const ClientRequest = Schema.Struct({
  id: Schema.String.annotate({ description: "An identifier for the request, unique within the list." }),
  etag: Schema.String.annotate({
    description: "The identifier to repeat in the response. Execute requests with the same etag only once."
  }),
  url: Schema.String.annotate({ description: "The https URL to call. New hosts and paths can appear at any time." }),
  method: Schema.String.annotate({ description: "The HTTP method." }),
  headers: Schema.Record(Schema.String, Schema.String).annotate({ description: "The header fields to send, by name." }),
  body: Texts.optional(Schema.String, "The body to send, unchanged."),
  cookies: Texts.optional(Schema.Array(RequestCookie), "The cookies to send. Optional.")
}).pipe(
  Texts.named(
    "Request",
    "A request to execute on the user's device, once per etag. Post the outcome as a RESPONSE_OBJECT."
  )
)
export type ClientRequest = typeof ClientRequest.Type

/**
 * The members that ask the client for something. They disappear once Sheaf accepts the client's input (spec 2.5).
 */
const requests = {
  AVAILABLE_TWO_FACTOR_METHODS: Texts.optional(
    Schema.Array(TwoFactorMethod),
    "The methods to offer to the user; present while the company waits for a choice."
  ),
  TWO_FACTOR_AUTHENTICATION_INSTRUCTION: Schema.optionalKey(TwoFactorInstruction),
  REFERENCE_NUMBER: Texts.optional(
    Schema.String,
    "The number to compare with the number on the person's device (Smart-ID, Mobile-ID), or to enter in the security " +
      "token. Post only the token's reply as the code."
  ),
  REQUIRED_INPUT_TYPES: Texts.optional(
    Schema.Array(InputType),
    "The types of input to ask the user for, all of them required; present in CONTACT_FORM_PENDING and " +
      "COLLECTION_INPUT_PENDING."
  ),
  INSTRUCTIONS: Texts.optional(
    Schema.Array(ClientRequest),
    "The requests to execute on the user's device. Each poll returns the requests again until the client has posted every response."
  )
}

/** Returns the schema of the map, given the schema of its failure reasons. */
export const withReason = <Reason extends Schema.Top>(reason: Reason) =>
  Schema.Struct({
    SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: Texts.optional(
      Schema.String,
      "The token that opens the authenticator app on the same device. The app then shows the order to sign."
    ),
    SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: Texts.optional(
      Schema.String,
      "The text to show as a QR code, which the user scans with the authenticator app on another device. It " +
        "changes every second: poll at `pollingInterval` and redraw the code after each poll."
    ),
    REDIRECT_URL: Texts.optional(
      Schema.String,
      "The bank's page on which the person authorizes a one-time consent; present in WAITING_FOR_USER_ACTION. Open it " +
        "in the person's browser, and keep polling. The person returns to the `returnUrl` of the start."
    ),
    ...requests,
    FAILURE_REASON: Schema.optionalKey(reason)
  }).pipe(
    Texts.named(
      "ExtraInformation",
      "Information that the client needs in addition to the status. New keys can appear at any time. Ignore any " +
        "that you do not recognize."
    )
  )

export const ExtraInformation = withReason(FailureReason)
export type ExtraInformation = typeof ExtraInformation.Type

/** Returns the information that opens the authenticator app on the same device. */
export const autostart = (token: string): ExtraInformation => ({ SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: token })

/** Returns the information with the current text of an animated code. */
export const withAnimatedCode = (information: ExtraInformation | undefined, text: string): ExtraInformation => ({
  ...information,
  SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: text
})

const requestKeys = Struct.keys(requests)

/** Returns whether the information asks the client for something. A reference number alone does not. */
export const asks = (information: ExtraInformation = {}): boolean =>
  requestKeys.some((key) => key !== "REFERENCE_NUMBER" && information[key] !== undefined)

/** Returns the information without the answered INSTRUCTIONS request, identified by its etag. */
export const withoutInstruction = (information: ExtraInformation, answered: string): ExtraInformation => {
  const { INSTRUCTIONS = [], ...rest } = information
  return { ...rest, INSTRUCTIONS: INSTRUCTIONS.filter(({ etag }) => etag !== answered) }
}

/** Returns the information without all requests to the client. */
export const withoutRequests = (information: ExtraInformation): ExtraInformation =>
  Struct.omit(information, requestKeys)
