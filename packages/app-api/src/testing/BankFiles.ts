/** The consents that the sandbox's banks store in a service's data folder, that is, the bank's side of each consent. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface StoredBankConsent {
  /** The name in the address of the consent's authorization page. */
  readonly name: string
  readonly company: string
  /** The status that the bank stored. It does not change when the consent expires. */
  readonly status: "received" | "valid" | "rejected" | "revokedByPsu" | "terminatedByTpp"
}

const ending = ".json"

export const consentFolderIn = (dataDir: string): string => join(dataDir, "login-host", "consents")

/** Returns every consent that the banks store. A bank in a process of its own has another folder. */
export const storedConsents = (dataDir: string, folder = consentFolderIn(dataDir)): ReadonlyArray<StoredBankConsent> =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => {
      const { company, status }: StoredBankConsent = JSON.parse(readFileSync(join(folder, file), "utf8"))
      return { name: file.slice(0, -ending.length), company, status }
    })
