/** The consents that the sandbox's banks keep in a service's data folder: the bank's side of each. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface StoredBankConsent {
  /** The name of the consent in the URL of its authorization page. */
  readonly name: string
  readonly company: string
  /** The status that the bank stored, which stays the same when the consent expires. */
  readonly status: "received" | "valid" | "rejected" | "revokedByPsu" | "terminatedByTpp"
}

const ending = ".json"

export const consentFolderIn = (dataDir: string): string => join(dataDir, "login-host", "consents")

/** Returns all consents that the banks have stored. A bank in its own process uses another folder. */
export const storedConsents = (dataDir: string, folder = consentFolderIn(dataDir)): ReadonlyArray<StoredBankConsent> =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => {
      const { company, status }: StoredBankConsent = JSON.parse(readFileSync(join(folder, file), "utf8"))
      return { name: file.slice(0, -ending.length), company, status }
    })
