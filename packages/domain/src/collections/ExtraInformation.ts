/** The map `extraInformation`: what to show to the user, and what to ask the user for (spec 2.5). */
import { Schema, Struct } from "effect"
import { FailureReason } from "./FailureReason.ts"
import * as Annotations from "../shared/Annotations.ts"

export const TwoFactorMethod = Schema.Struct({
  id: Schema.String.annotate({
    description: "The method's identifier; post it as the methodId in TWO_FACTOR_CHOICE."
  }),
  type: Annotations.literals("The channel that delivers the code.", {
    SMS: "A text message.",
    EMAIL: "An email.",
    APP: "The company's own app.",
    TOTP: "An authenticator app that computes codes (RFC 6238)."
  }),
  label: Schema.String.annotate({ description: "A label to show the user, such as the last digits of a phone number." })
}).pipe(
  Annotations.annotate(
    "TwoFactorMethod",
    "A two-factor method that the user can choose. Post the id of the chosen method as TWO_FACTOR_CHOICE."
  )
)
export type TwoFactorMethod = typeof TwoFactorMethod.Type

export const TwoFactorCodeFormat = Annotations.literals("The format of the code.", {
  NUMBER_CODE: "Digits. Sheaf removes spaces and hyphens.",
  ALPHANUMERIC_CODE: "Letters and digits, in general. Sheaf accepts any visible characters.",
  NONE: "Unspecified by the company: any visible characters."
})

export type TwoFactorCodeFormat = typeof TwoFactorCodeFormat.Type

export const TwoFactorInstruction = Schema.Struct({
  authenticationInstruction: Schema.String.annotate({ description: "The text to show the user." }),
  responseType: TwoFactorCodeFormat,
  codeLength: Annotations.optional(Schema.Int, "The code's length, if known.")
}).pipe(
  Annotations.annotate(
    "TwoFactorInstruction",
    "The text to show the user, and the format of the code. Post the code as TWO_FACTOR_CODE."
  )
)

export const InputType = Annotations.literals("A kind of input to ask the user for.", {
  EMAIL: "An email address: `<address>@<domain>`.",
  MOBILE_PHONE_NUMBER: "A mobile phone number: digits only, including the country prefix, without separators.",
  SWEDISH_PERSONAL_NUMBER: "A Swedish personal number, in any accepted format.",
  ACCOUNT_OWNER_NAME: "The full name of the account owner.",
  PERSONAL_CODE: "A Baltic personal code.",
  DATE_OF_BIRTH: "A date of birth.",
  POSTAL_CODE: "A postal code.",
  REGION: "A region, or one of the options.",
  POLICY_NUMBER: "The number of a policy.",
  CUSTOMER_NUMBER: "The user's customer number.",
  USERNAME: "The user's name at the company.",
  TEXT: "A text that the label describes.",
  CHOICE: "One of the options."
}).annotate({ identifier: "InputType" })
export type InputType = typeof InputType.Type

export const InputFormat = Annotations.literals("A format.", {
  DIGITS: "Digits.",
  LETTERS_AND_DIGITS: "Letters and digits.",
  DATE: "YYYY-MM-DD."
}).annotate({ identifier: "InputFormat" })
export type InputFormat = typeof InputFormat.Type

export const InputOption = Schema.Struct({
  value: Schema.String.annotate({ description: "The value to post." }),
  label: Schema.String.annotate({ description: "The text to show." })
}).pipe(Annotations.annotate("InputOption", "A value to choose."))

export const RequiredInput = Schema.Struct({
  type: InputType,
  label: Annotations.optional(
    Schema.String,
    "The company's words, to show as a quotation. Present for TEXT and CHOICE."
  ),
  format: Schema.optionalKey(InputFormat),
  options: Annotations.optional(Schema.Array(InputOption), "The values to choose from.")
}).pipe(Annotations.annotate("RequiredInput", "An input with what the company says about it."))
export type RequiredInput = typeof RequiredInput.Type

export const RequestCookie = Schema.Struct({
  name: Schema.String.annotate({ description: "The cookie's name." }),
  value: Schema.String.annotate({ description: "The cookie's value, to be sent unchanged." }),
  domain: Schema.String.annotate({ description: "The host that the cookie belongs to." }),
  path: Schema.String.annotate({ description: "The path that the cookie belongs to." }),
  secure: Schema.Boolean.annotate({ description: "True if the cookie is sent over https only." }),
  httpOnly: Schema.Boolean.annotate({ description: "True if scripts on a page cannot read the cookie." })
}).pipe(Annotations.annotate("RequestCookie", "A cookie to send with the request (RFC 6265)."))

/** A request for the client to send from the user's device (spec 2.7). */
export const RequestObject = Schema.Struct({
  id: Schema.String.annotate({ description: "An identifier for the request, unique within the list." }),
  etag: Schema.String.annotate({
    description: "The identifier to repeat in the response. Execute requests with the same etag only once."
  }),
  url: Schema.String.annotate({ description: "The https URL to call. New hosts and paths can appear at any time." }),
  method: Schema.String.annotate({ description: "The HTTP method." }),
  headers: Schema.Record(Schema.String, Schema.String).annotate({ description: "The header fields to send, by name." }),
  body: Annotations.optional(Schema.String, "The body to send, unchanged."),
  cookies: Annotations.optional(Schema.Array(RequestCookie), "The cookies to send. Optional.")
}).pipe(
  Annotations.annotate(
    "Request",
    "A request to execute on the user's device, once per etag. Post the outcome as a RESPONSE_OBJECT."
  )
)
export type RequestObject = typeof RequestObject.Type

/** The members that ask the client for something. They disappear once the client has answered (spec 2.5). */
const requests = {
  AVAILABLE_TWO_FACTOR_METHODS: Annotations.optional(
    Schema.Array(TwoFactorMethod),
    "The methods to offer to the user; present while the company waits for a choice."
  ),
  TWO_FACTOR_AUTHENTICATION_INSTRUCTION: Schema.optionalKey(TwoFactorInstruction),
  REFERENCE_NUMBER: Annotations.optional(
    Schema.String,
    "The number to compare with the number on the person's device (Smart-ID, Mobile-ID), or to enter in the security " +
      "token. Post only the token's reply as the code."
  ),
  REQUIRED_INPUT_TYPES: Annotations.optional(
    Schema.Array(InputType),
    "The types of input to ask the user for, all of them required; present in CONTACT_FORM_PENDING and " +
      "COLLECTION_INPUT_PENDING."
  ),
  REQUIRED_INPUTS: Annotations.optional(
    Schema.Array(RequiredInput),
    "The same inputs, with the company's labels, formats and options; present if it gave any."
  ),
  INSTRUCTIONS: Annotations.optional(
    Schema.Array(RequestObject),
    "The requests to execute on the user's device. Each poll returns the requests again until the client has " +
      "posted every response."
  )
}

export const schemaWithReason = <Reason extends Schema.Top>(reason: Reason) =>
  Schema.Struct({
    SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: Annotations.optional(
      Schema.String,
      "The token that opens the authenticator app on the same device. The app then shows the order to sign."
    ),
    SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: Annotations.optional(
      Schema.String,
      "The text to show as a QR code, which the user scans with the authenticator app on another device. The " +
        "text changes every second: poll at `pollingInterval` and redraw the code after each poll."
    ),
    QR_TEXT: Annotations.optional(Schema.String, "The text of the company's own QR code. Redraw it after each poll."),
    AUTHENTICATION_IMAGE: Annotations.optional(
      Schema.String,
      "The bank's picture to show to the person during the login, as a `data:` URL."
    ),
    AUTHENTICATION_INFORMATION: Annotations.optional(
      Schema.String,
      "The bank's words to the person during the login. Show them as a quotation."
    ),
    REDIRECT_URL: Annotations.optional(
      Schema.String,
      "The page of the bank or company on which the person logs in or authorizes; present in " +
        "WAITING_FOR_USER_ACTION. Open it in the person's browser, and keep polling. The person returns to the " +
        "`returnUrl` of the start."
    ),
    APP_URL: Annotations.optional(
      Schema.String,
      "The link that opens the app of the electronic ID on this device, beside a code for other devices. Open it in the " +
        "person's browser, and keep polling. The person returns to the `returnUrl` of the start."
    ),
    ORDER_PAGE_URL: Annotations.optional(
      Schema.String,
      "A page on which the person can act instead of in the authenticator app, if the company or its provider has one. " +
        "Open it in a new tab, and keep polling: nothing leads back from it."
    ),
    ...requests,
    FAILURE_REASON: Schema.optionalKey(reason)
  }).pipe(
    Annotations.annotate(
      "ExtraInformation",
      "Information that the client needs in addition to the status. New keys can appear at any time. Ignore any " +
        "that you do not recognize."
    )
  )

export const ExtraInformation = schemaWithReason(FailureReason)
export type ExtraInformation = typeof ExtraInformation.Type

/**
 * The members that a company's connector cannot set. Sheaf sets the failure reason and the animated code itself, and
 * the picture and its text come only from banks.
 */
const ownMembers = [
  "AUTHENTICATION_IMAGE",
  "AUTHENTICATION_INFORMATION",
  "FAILURE_REASON",
  "SWEDISH_MOBILE_EID_ANIMATED_QR_DATA"
] as const

export const companyFields = Struct.omit(ExtraInformation.fields, ownMembers)

export const withoutOwnMembers = (information: ExtraInformation = {}) => Struct.omit(information, ownMembers)

export const autostartInformation = (token: string): ExtraInformation => ({ SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: token })

export const withAnimatedCode = (information: ExtraInformation | undefined, text: string): ExtraInformation => ({
  ...information,
  SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: text
})

const requestKeys = Struct.keys(requests)

/** Returns true if the client must send something. A reference number alone needs no answer. */
export const asksForInput = (information: ExtraInformation = {}): boolean =>
  requestKeys.some((key) => key !== "REFERENCE_NUMBER" && information[key] !== undefined)

export const withoutInstruction = (information: ExtraInformation, answered: string): ExtraInformation => {
  const { INSTRUCTIONS = [], ...rest } = information
  return { ...rest, INSTRUCTIONS: INSTRUCTIONS.filter(({ etag }) => etag !== answered) }
}

export const withoutRequests = (information: ExtraInformation): ExtraInformation =>
  Struct.omit(information, requestKeys)
