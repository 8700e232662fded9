/** The questions of simulated companies, by the words that courses use (spec 2.5; decisions 4, 5). */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { ExtraInformation, InputType, TwoFactorMethod } from "@sheaf/domain/ExtraInformation"
import type { Question } from "@sheaf/domain/SupplementInfo"

/** A question with its status and its extra information. */
export interface Prompt {
  readonly status: CollectionStatus
  readonly question: Question
  readonly information: ExtraInformation
  /** Shows a reference number, which the person enters in the security token. */
  readonly reference?: true
  /** Instructions that replace the default one, by the chosen two-factor method. */
  readonly instructions?: Readonly<Record<string, string>>
}

const code = (
  authenticationInstruction: string,
  responseType: "NUMBER_CODE" | "ALPHANUMERIC_CODE" = "NUMBER_CODE"
): Prompt => ({
  status: "TWO_FACTOR_PENDING",
  question: { kind: "TWO_FACTOR_CODE", responseType },
  information: { TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { authenticationInstruction, responseType } }
})

const method = (...methods: readonly [TwoFactorMethod, ...ReadonlyArray<TwoFactorMethod>]): Prompt => {
  const [first, ...others] = methods
  return {
    status: "TWO_FACTOR_PENDING",
    question: { kind: "TWO_FACTOR_CHOICE", methodIds: [first.id, ...others.map(({ id }) => id)] },
    information: { AVAILABLE_TWO_FACTOR_METHODS: methods }
  }
}

const form = (
  kind: "CONTACT_FORM" | "COLLECTION_INPUT",
  ...inputs: readonly [InputType, ...ReadonlyArray<InputType>]
): Prompt => ({ status: `${kind}_PENDING`, question: { kind, inputs }, information: { REQUIRED_INPUT_TYPES: inputs } })

/** The code that every simulated company rejects. */
export const wrongCode = "0000"

/** The status after a rejected code. */
export const statusOfWrongCode = "INCORRECT_TWO_FACTOR_CODE" satisfies CollectionStatus

export const questions = {
  ASK_FOR_CODE: code("Enter the code from the text message that was sent to you."),
  ASK_FOR_CODE_OF_CARD: code("Enter the code from your code card.", "ALPHANUMERIC_CODE"),
  ASK_FOR_METHOD: method(
    { id: "sms", type: "SMS", label: "Text message to the number ending in 70" },
    { id: "email", type: "EMAIL", label: "Message to the address beginning with m" },
    { id: "app", type: "APP", label: "The company's app" },
    { id: "totp", type: "TOTP", label: "Authenticator app" }
  ),
  ASK_FOR_CODE_OF_METHOD: {
    ...code("Enter the code."),
    instructions: {
      sms: "Enter the code from the text message that was sent to you.",
      email: "Enter the code from the message that was sent to your address.",
      app: "Enter the code that the company's app shows.",
      totp: "Enter the code that your authenticator app shows."
    }
  },
  ASK_FOR_CODE_OF_TOKEN: {
    ...code("Enter the number in your security token, then enter the token's reply here."),
    reference: true
  },
  ASK_FOR_CONTACT_DETAILS: form("CONTACT_FORM", "EMAIL", "MOBILE_PHONE_NUMBER"),
  ASK_FOR_OWNER: form("COLLECTION_INPUT", "SWEDISH_PERSONAL_NUMBER", "ACCOUNT_OWNER_NAME"),
  ASK_FOR_OWNER_NAME: form("COLLECTION_INPUT", "ACCOUNT_OWNER_NAME")
} satisfies Record<string, Prompt>
