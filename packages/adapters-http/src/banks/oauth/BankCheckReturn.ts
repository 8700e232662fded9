/** The final address in a person's browser after a visit to a bank's page or authorization server, for the check of a bank. */
import type { AuthorizationResponse, BankConsentRequest } from "@sheaf/ports"
import { Redacted } from "effect"
import * as RedirectConfirmation from "./RedirectConfirmation.ts"

/** Returns the server's response, or a sentence that describes the problem with the address. */
export const read = (
  address: string,
  { authorization }: Pick<BankConsentRequest, "authorization">
): AuthorizationResponse | string => {
  if (!URL.canParse(address)) return "The address of the last page is not a URL."
  const { searchParams } = new URL(address)
  const confirmation = RedirectConfirmation.codeIn(searchParams)
  if (confirmation !== undefined) return { code: confirmation }
  const state = authorization._tag === "REDIRECT" ? authorization.registered?.state : undefined
  if (searchParams.get("state") !== state) return "The authorization server returned another state."
  const [code, iss] = [searchParams.get("code"), searchParams.get("iss")]
  if (code === null) return "The authorization server returned no code."
  return { code: Redacted.make(code), ...(iss !== null && { iss }) }
}
