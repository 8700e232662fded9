/** What user names make simulated companies ask for: codes, contact details and more (spec 2.5; decisions 5, 16). */
import type { TwoFactorMethod } from "@sheaf/domain/ExtraInformation"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { askForCode, askForContact, askForInput, askForMethod, wrongCode } from "./Asking.ts"
import { end, show } from "./Beat.ts"
import type { Ask, Course } from "./Beat.ts"
import type { ByPassword } from "./Scenario.ts"
import { byUserName } from "./UserName.ts"

const login = show("LOGIN")
const collecting = show("COLLECTING")
const completed = end("COMPLETED", { share: "ALL" })

/** Asks at login, and goes on with the answers. */
const asks = (...questions: ReadonlyArray<Ask>): Course => [login, ...questions, collecting, completed]

const code = (value: string): SupplementInfo => ({ type: "TWO_FACTOR_CODE", value })
const choice = (methodId: string): SupplementInfo => ({ type: "TWO_FACTOR_CHOICE", methodId })

const textMessage = askForCode("Enter the code from the text message that was sent to you.")

const methods: readonly [TwoFactorMethod, ...ReadonlyArray<TwoFactorMethod>] = [
  { id: "sms", type: "SMS", label: "Text message to the number that ends in 70" },
  { id: "email", type: "EMAIL", label: "Message to the address that begins with m" },
  { id: "app", type: "APP", label: "The company's app" },
  { id: "totp", type: "TOTP", label: "Authenticator app" }
]

const chosen = askForCode("Enter the code.", {
  instructions: {
    sms: "Enter the code from the text message that was sent to you.",
    email: "Enter the code from the message that was sent to your address.",
    app: "Enter the code that the company's app shows.",
    totp: "Enter the code that your authenticator app shows."
  }
})

const twoFactor: ReadonlyArray<ByPassword> = [
  byUserName(
    "two-factor",
    `Asks for a code from a text message; ends with data after any code but ${wrongCode}.`,
    asks(textMessage),
    { supplements: [code("123456")] }
  ),
  byUserName(
    "incorrect-two-factor-code",
    `Asks for a code from a text message, and refuses ${wrongCode}.`,
    asks(textMessage),
    { supplements: [code(wrongCode)] }
  ),
  byUserName("two-factor-timeout", "Asks for a code that does not come in time.", asks(textMessage)),
  byUserName(
    "two-factor-alphanumeric",
    "Asks for a code of letters and digits; ends with data.",
    asks(askForCode("Enter the code from your code card.", { responseType: "ALPHANUMERIC_CODE" })),
    { supplements: [code("A1B2C3")] }
  ),
  byUserName(
    "two-factor-choice",
    "Asks how the code is to be sent or made, out of four ways, and then for the code; ends with data.",
    asks(askForMethod(methods), chosen),
    { supplements: [choice("sms"), code("123456")] }
  ),
  byUserName(
    "two-factor-choice-timeout",
    "Asks how the code is to be sent or made; nobody chooses in time.",
    asks(askForMethod(methods), chosen)
  )
]

const contactForm = askForContact("EMAIL", "MOBILE_PHONE_NUMBER")
const ownerInput = askForInput("SWEDISH_PERSONAL_NUMBER", "ACCOUNT_OWNER_NAME")
const nameInput = askForInput("ACCOUNT_OWNER_NAME")

const inputs: ReadonlyArray<ByPassword> = [
  byUserName(
    "contact-form-pending",
    "Asks for contact details at login; ends with data once it has them.",
    asks(contactForm),
    {
      supplements: [
        { type: "COLLECTION_INPUT", inputs: { EMAIL: "maja@example.com", MOBILE_PHONE_NUMBER: "46701740605" } }
      ]
    }
  ),
  byUserName(
    "contact-form-timeout",
    "Asks for contact details at login, which do not come in time.",
    asks(contactForm)
  ),
  byUserName(
    "collection-input",
    "Asks for the personal number and the name of the account owner; ends with data.",
    asks(ownerInput),
    {
      supplements: [
        {
          type: "COLLECTION_INPUT",
          inputs: { SWEDISH_PERSONAL_NUMBER: "199001012385", ACCOUNT_OWNER_NAME: "Maja Lind" }
        }
      ]
    }
  ),
  byUserName(
    "collection-input-while-collecting",
    "Asks for the name of the account owner while data is being collected, and goes on with it.",
    [login, collecting, nameInput, collecting, completed],
    { supplements: [{ type: "COLLECTION_INPUT", inputs: { ACCOUNT_OWNER_NAME: "Maja Lind" } }] }
  ),
  byUserName("collection-input-timeout", "Asks for more input, which does not come in time.", asks(ownerInput))
]

export const questionScenarios: ReadonlyArray<ByPassword> = [...twoFactor, ...inputs]
