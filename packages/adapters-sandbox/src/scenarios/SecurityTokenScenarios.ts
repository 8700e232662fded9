/** What personal numbers make happen by security token (decisions 4, 16). Here only the company tells who logged in. */
import { askForCode, wrongCode } from "./Asking.ts"
import { end, show } from "./Beat.ts"
import type { Course, Told } from "./Beat.ts"
import type { BySecurityToken } from "./Scenario.ts"

const challenge = askForCode("Enter the number in your security token, and then the number that it answers here.", {
  reference: true
})

const tells = (companyTells: Told): Course => [
  show("LOGIN"),
  challenge,
  show("COLLECTING", { companyTells }),
  end("COMPLETED", { share: "ALL" })
]

/** What happens with a personal number that names no scenario. */
export const completesBySecurityToken = tells("OWN")

const right = "12345678"

const securityToken = (
  key: string,
  scenario: string,
  description: string,
  code: string,
  course = completesBySecurityToken
): BySecurityToken => ({
  scenario,
  description,
  route: "SECURITY_TOKEN",
  key,
  company: "se-nordhem",
  course,
  supplements: [{ type: "TWO_FACTOR_CODE", value: code }]
})

export const securityTokenScenarios: ReadonlyArray<BySecurityToken> = [
  securityToken(
    "199001012385",
    "security-token",
    `Asks for the number that the token answers; ends with data after any number but ${wrongCode}.`,
    right
  ),
  securityToken(
    "199001022392",
    "security-token-incorrect-code",
    `Asks for the number that the token answers, and refuses ${wrongCode}.`,
    wrongCode
  ),
  securityToken(
    "199001032383",
    "security-token-mismatch",
    "The token answers, and the company says that it is another person's.",
    right,
    tells("ANOTHERS")
  )
]
