/** The questions that simulated companies ask, as beats (spec 2.5; decisions 4, 5). */
import type { InputType, TwoFactorMethod } from "@sheaf/domain/ExtraInformation"
import { end } from "./Beat.ts"
import type { Ask } from "./Beat.ts"

/** Asks for a code: of digits, unless it says otherwise. */
export const askForCode = (
  authenticationInstruction: string,
  {
    responseType = "NUMBER_CODE",
    ...more
  }: Pick<Ask, "reference" | "instructions"> & { readonly responseType?: "NUMBER_CODE" | "ALPHANUMERIC_CODE" } = {}
): Ask => ({
  type: "Ask",
  status: "TWO_FACTOR_PENDING",
  question: { kind: "TWO_FACTOR_CODE", responseType },
  information: { TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { authenticationInstruction, responseType } },
  ...more
})

/** Asks how the code is to be received or made. */
export const askForMethod = (methods: readonly [TwoFactorMethod, ...ReadonlyArray<TwoFactorMethod>]): Ask => {
  const [first, ...others] = methods
  return {
    type: "Ask",
    status: "TWO_FACTOR_PENDING",
    question: { kind: "TWO_FACTOR_CHOICE", methodIds: [first.id, ...others.map(({ id }) => id)] },
    information: { AVAILABLE_TWO_FACTOR_METHODS: methods }
  }
}

type Inputs = readonly [InputType, ...ReadonlyArray<InputType>]

/** Asks for contact details at login. */
export const askForContact = (...inputs: Inputs): Ask => ({
  type: "Ask",
  status: "CONTACT_FORM_PENDING",
  question: { kind: "CONTACT_FORM", inputs },
  information: { REQUIRED_INPUT_TYPES: inputs }
})

/** Asks for more input. */
export const askForInput = (...inputs: Inputs): Ask => ({
  type: "Ask",
  status: "COLLECTION_INPUT_PENDING",
  question: { kind: "COLLECTION_INPUT", inputs },
  information: { REQUIRED_INPUT_TYPES: inputs }
})

/** The code that every simulated company refuses, wherever it asks for one. */
export const wrongCode = "0000"

/** What a refused code leads to. */
export const codeRefused = end("INCORRECT_TWO_FACTOR_CODE")
