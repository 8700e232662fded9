/** A scrubber with a given source, a fixed key and a fixed recording time. */
import { AllowList, Pseudonyms, Scrubber } from "@sheaf/connector/scrubber"

const source = `
const label = "Policy number" // Anna Svensson wrote this
const found = /Valid from (\\S+)/.exec(page)
await fetch("https://min.acme.ee/api/policies")
body.policyNumber; body.kind === "vehicleInsurance"
`

const recordedAt = new Date("2026-11-28T14:35:22.123Z")

export const make = (key = 7) => {
  const allowed = new AllowList([source])
  allowed.forbid("mari.maasikas")
  allowed.forbid("kuldnokk")
  return new Scrubber(allowed, {
    pseudonyms: new Pseudonyms(Buffer.alloc(32, key), recordedAt),
    readPdf: async (bytes) => Buffer.from(bytes).toString("latin1").split("\n")
  })
}
