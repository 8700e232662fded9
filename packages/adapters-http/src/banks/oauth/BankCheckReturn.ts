/** The final address in a person's browser after a visit to a bank's page or authorization server, for the check of a bank. */
import type { AuthorizationResponse, BankConsentRequest } from "@sheaf/ports"
import type { Redacted } from "effect"
import * as ReturnQuery from "../../addresses/ReturnQuery.ts"
import * as TokenUse from "./TokenUse.ts"

/** The authorization that the person was asked for, and the credentials that await the return. */
interface Visit extends Pick<BankConsentRequest, "authorization"> {
  readonly pending: Redacted.Redacted
}

/** Returns the code with the authorization server's name, or a sentence that describes the problem with the address. */
export const read = (address: string, { authorization, pending }: Visit): AuthorizationResponse | string => {
  if (!URL.canParse(address)) return "The address of the last page is not a URL."
  const { searchParams } = new URL(address)
  if (!TokenUse.awaitsToken(pending)) {
    const names = ReturnQuery.confirmationNames.map((name) => `\`${name}\``).join(" or ")
    return (
      ReturnQuery.confirmationIn(searchParams) ??
      `The bank requires a confirmation, but the address has no code in the parameter ${names}.`
    )
  }
  const state = authorization._tag === "REDIRECT" ? authorization.registered?.state : undefined
  if (ReturnQuery.valueIn(searchParams, "state") !== state) {
    return "The authorization server returned another state."
  }
  return ReturnQuery.responseIn(searchParams) ?? "The authorization server returned no code."
}
