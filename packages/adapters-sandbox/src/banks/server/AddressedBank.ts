/** The bank that a path addresses: the one before `/v1`, or the server's own bank for paths that start with `/v1`. */
import { Context } from "effect"
import { banks } from "../Bank.ts"
import type { Bank } from "../Bank.ts"
import type { SignatureRules } from "./SignatureCheck.ts"

/** The bank of the current request. */
export class CurrentBank extends Context.Service<
  CurrentBank,
  {
    readonly bank: Bank
    /** The path before `/v1`: empty, or a slash and the bank's identifier. */
    readonly prefix: string
    readonly seals: SignatureRules
    /** True if people authorize consents with OAuth. */
    readonly usesOAuth: boolean
    /** True if providers must confirm authorizations on the bank's page. */
    readonly needsConfirmation: boolean
    /** True if requests about a consent with OAuth need its token even before the token exists. */
    readonly tokensFromStart: boolean
    /** True if a recurring consent expires once the person authorizes a newer one for the same provider. */
    readonly endsEarlierConsents: boolean
  }
>()("@sheaf/adapters-sandbox/CurrentBank") {}

const form = /^(?:\/([a-z0-9-]+))?(\/v1(?:[/?].*)?)$/

/** Returns the bank and the rest of the request target, or nothing if the target is outside the protocol. */
export const parse = (
  target: string,
  own: string | undefined
): { readonly addressed: Pick<CurrentBank["Service"], "bank" | "prefix">; readonly rest: string } | undefined => {
  const [, named, rest] = form.exec(target) ?? []
  const bank = banks.get(named ?? own ?? "")
  if (bank === undefined || rest === undefined) return undefined
  return { addressed: { bank, prefix: named === undefined ? "" : `/${named}` }, rest }
}
