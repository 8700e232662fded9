/** The profiles that Sheaf ships (docs/banks.md), each already merged with the profile that it extends. */
import { Schema } from "effect"
import * as BankProfile from "./BankProfile.ts"
import nextgenpsd2 from "./profiles/nextgenpsd2-1.3.json" with { type: "json" }
import stet from "./profiles/stet-1.4.json" with { type: "json" }
import swedbankSe from "./profiles/swedbank-se.json" with { type: "json" }
import swedbankEe from "./profiles/swedbank-ee.json" with { type: "json" }
import swedbankLv from "./profiles/swedbank-lv.json" with { type: "json" }
import swedbankLt from "./profiles/swedbank-lt.json" with { type: "json" }
import sebSe from "./profiles/seb-se.json" with { type: "json" }
import sebEe from "./profiles/seb-ee.json" with { type: "json" }
import sebLv from "./profiles/seb-lv.json" with { type: "json" }
import sebLt from "./profiles/seb-lt.json" with { type: "json" }
import handelsbankenSe from "./profiles/handelsbanken-se.json" with { type: "json" }
import lhvEe from "./profiles/lhv-ee.json" with { type: "json" }
import luminorEe from "./profiles/luminor-ee.json" with { type: "json" }
import luminorLv from "./profiles/luminor-lv.json" with { type: "json" }
import luminorLt from "./profiles/luminor-lt.json" with { type: "json" }
import payseraLt from "./profiles/paysera-lt.json" with { type: "json" }
import bpceFr from "./profiles/bpce-fr.json" with { type: "json" }
import creditMutuelFr from "./profiles/credit-mutuel-fr.json" with { type: "json" }

const files: Readonly<Record<string, unknown>> = {
  "nextgenpsd2-1.3": nextgenpsd2,
  "stet-1.4": stet,
  "swedbank-se": swedbankSe,
  "swedbank-ee": swedbankEe,
  "swedbank-lv": swedbankLv,
  "swedbank-lt": swedbankLt,
  "seb-se": sebSe,
  "seb-ee": sebEe,
  "seb-lv": sebLv,
  "seb-lt": sebLt,
  "handelsbanken-se": handelsbankenSe,
  "lhv-ee": lhvEe,
  "luminor-ee": luminorEe,
  "luminor-lv": luminorLv,
  "luminor-lt": luminorLt,
  "paysera-lt": payseraLt,
  "bpce-fr": bpceFr,
  "credit-mutuel-fr": creditMutuelFr
}

const decode = Schema.decodeUnknownSync(BankProfile.BankProfile, { errors: "all", onExcessProperty: "error" })

/** Throws if a profile names a file that contains the operator's secrets. */
const withoutSecret = (name: string, profile: BankProfile.BankProfile): BankProfile.BankProfile => {
  if (profile.authentication?.clientSecretFile === undefined) return profile
  throw new Error(`${name}: /authentication/clientSecretFile is only for the operator's own profiles`)
}

const loaded = (name: string): BankProfile.BankProfile => {
  const own = withoutSecret(name, decode(files[name]))
  return own.extends === undefined ? own : BankProfile.extend(loaded(own.extends), own)
}

export const all: ReadonlyMap<string, BankProfile.BankProfile> = new Map(
  Object.keys(files).map((name) => [name, loaded(name)])
)

export const plain: BankProfile.BankProfile = loaded("nextgenpsd2-1.3")
