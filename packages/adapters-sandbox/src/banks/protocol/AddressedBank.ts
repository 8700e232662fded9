/**
 * The bank to which a path belongs: its name precedes the profile's path prefix. A path without a name belongs to the
 * server's own bank.
 */
import { BankProfile } from "@sheaf/ports"
import { Context } from "effect"
import { banks } from "../Bank.ts"
import type { Bank } from "../Bank.ts"
import type { SignatureRules } from "./SignatureCheck.ts"

/** The bank of the current request. */
export class CurrentBank extends Context.Service<
  CurrentBank,
  {
    readonly bank: Bank
    /** What comes before `/consents` and `/accounts` in paths, such as `/se-fjallbanken/v1`. */
    readonly prefix: string
    /** The deviations from the standard that the bank insists on. */
    readonly profile: BankProfile.ResolvedProfile
    readonly seals: SignatureRules
    /** True if people authorize consents with OAuth. */
    readonly usesOAuth: boolean
    /** True if providers must confirm what people have authorized on the bank's page. */
    readonly needsConfirmation: boolean
    /** True if requests about a consent with OAuth need a token from the start, even before the consent has one. */
    readonly tokensFromStart: boolean
    /** True if a recurring consent expires when the person authorizes a newer one with the same provider. */
    readonly endsEarlierConsents: boolean
  }
>()("@sheaf/adapters-sandbox/CurrentBank") {}

/** What comes before a resource in the routes. */
const routed = "/v1/"

const resources = ["consents", "accounts", "card-accounts", "end-user-identity", "trusted-beneficiaries"]

interface AddressedResource {
  readonly addressed: Pick<CurrentBank["Service"], "bank" | "prefix">
  /** The request target, without the routes' prefix. */
  readonly rest: string
}

/** Returns the bank and the rest of the target, or nothing if the target is outside the protocol. */
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
