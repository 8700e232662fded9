/** The profiles that Sheaf ships (docs/banks.md), with everything that they extend. */
import { Schema } from "effect"
import * as BankProfile from "./BankProfile.ts"
import nextgenpsd2 from "./profiles/nextgenpsd2-1.3.json" with { type: "json" }
import stet from "./profiles/stet-1.4.json" with { type: "json" }

const files: Readonly<Record<string, unknown>> = {
  "nextgenpsd2-1.3": nextgenpsd2,
  "stet-1.4": stet
}

const decode = Schema.decodeUnknownSync(BankProfile.BankProfile, { errors: "all", onExcessProperty: "error" })

/** Fails for a profile that names a file of the operator's. */
const withoutSecret = (name: string, profile: BankProfile.BankProfile): BankProfile.BankProfile => {
  if (profile.authentication?.clientSecretFile === undefined) return profile
  throw new Error(`${name}: /authentication/clientSecretFile is only for the operator's own profiles`)
}

const resolve = (name: string): BankProfile.BankProfile => {
  const own = withoutSecret(name, decode(files[name]))
  return own.extends === undefined ? own : BankProfile.extend(resolve(own.extends), own)
}

export const all: ReadonlyMap<string, BankProfile.BankProfile> = new Map(
  Object.keys(files).map((name) => [name, resolve(name)])
)

/** The profile of a bank that follows the standard in everything. */
export const plain: BankProfile.BankProfile = resolve("nextgenpsd2-1.3")
