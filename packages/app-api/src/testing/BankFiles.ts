/** What the sandbox's banks keep of consents in the data folder of a service: the other side's word on each. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface KeptConsent {
  /** What the address of its page has, where it is authorised there. */
  readonly name: string
  readonly company: string
  /** Where it stands at the bank, before the time is looked at. */
  readonly status: "received" | "valid" | "rejected" | "revokedByPsu" | "terminatedByTpp"
}

const ending = ".json"

export const folderIn = (dataDir: string): string => join(dataDir, "login-host", "consents")

/** Every consent that the banks keep. */
export const all = (dataDir: string): ReadonlyArray<KeptConsent> => {
  const folder = folderIn(dataDir)
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => {
      const { company, status }: KeptConsent = JSON.parse(readFileSync(join(folder, file), "utf8"))
      return { name: file.slice(0, -ending.length), company, status }
    })
}
