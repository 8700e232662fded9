/** The profiles that Sheaf ships (docs/banks.md), with everything that they extend. */
import { Schema } from "effect"
import * as BankProfile from "./BankProfile.ts"
import nextgenpsd2 from "./profiles/nextgenpsd2-1.3.json" with { type: "json" }

const files: Readonly<Record<string, unknown>> = {
  "nextgenpsd2-1.3": nextgenpsd2
}

const decode = Schema.decodeUnknownSync(BankProfile.BankProfile, { errors: "all", onExcessProperty: "error" })

const resolve = (name: string): BankProfile.BankProfile => {
  const own = decode(files[name])
  return own.extends === undefined ? own : BankProfile.extend(resolve(own.extends), own)
}

export const all: ReadonlyMap<string, BankProfile.BankProfile> = new Map(
  Object.keys(files).map((name) => [name, resolve(name)])
)

/** The profile of a bank that follows the standard in everything. */
export const plain: BankProfile.BankProfile = resolve("nextgenpsd2-1.3")
