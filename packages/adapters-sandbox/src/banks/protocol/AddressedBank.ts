/**
 * Finds the bank that a request path addresses. The bank's name comes before the profile's path prefix; a path without
 * a name addresses the server's own bank.
 */
import { BankProfile } from "@sheaf/ports"
import { Context } from "effect"
import { banks } from "../Bank.ts"
import type { Bank } from "../Bank.ts"
import type { SignatureRules } from "./SignatureCheck.ts"

export class CurrentBank extends Context.Service<
  CurrentBank,
  {
    readonly bank: Bank
    /** The path before `/consents` and `/accounts`, such as `/se-fjallbanken/v1`. */
    readonly prefix: string
    readonly profile: BankProfile.ResolvedProfile
    readonly seals: SignatureRules
    readonly usesOAuth: boolean
    /** True if the provider must confirm each authorization that a person completes on the bank's page. */
    readonly needsConfirmation: boolean
    /** True if every request about an OAuth consent needs a token, even before a token for the consent exists. */
    readonly tokensFromStart: boolean
    /** True if a recurring consent expires when the person authorizes a newer one with the same provider. */
    readonly endsEarlierConsents: boolean
  }
>()("@sheaf/adapters-sandbox/CurrentBank") {}

const routed = "/v1/"

const resources = ["consents", "accounts", "card-accounts", "end-user-identity", "trusted-beneficiaries"]

interface AddressedResource {
  readonly addressed: Pick<CurrentBank["Service"], "bank" | "prefix">
  readonly rest: string
}

/** Returns nothing if the target is outside the protocol. */
export const parse = (
  target: string,
  own: string | undefined,
  profileOf: (bank: Bank) => BankProfile.ResolvedProfile
): AddressedResource | undefined => {
  const [, first = ""] = /^\/([a-z0-9-]+)/.exec(target) ?? []
  const named = banks.get(first)
  const bank = named ?? banks.get(own ?? "")
  if (bank === undefined) return undefined
  const base = named === undefined ? "" : `/${first}`
  const profile = profileOf(bank)
  for (const resource of [...resources, ...(profile.accountList === undefined ? [] : [profile.accountList])]) {
    const path = `${base}/${BankProfile.pathOf(profile, resource)}`
    if (!target.startsWith(path) || !/^(?:[/?]|$)/.test(target.slice(path.length))) continue
    const prefix = path.slice(0, path.length - resource.length - 1)
    return { addressed: { bank, prefix }, rest: `${routed}${target.slice(prefix.length + 1)}` }
  }
  return undefined
}
