/** The consents that the sandbox's banks keep in a service's data folder: the bank's side of each. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

export interface StoredBankConsent {
  /** The name of the consent in the URL of its authorization page. */
  readonly name: string
  readonly company: string
  /** The status that the bank stored, which stays the same when the consent expires. */
  readonly status: "received" | "valid" | "rejected" | "revokedByPsu" | "terminatedByTpp"
}

const consentFolderIn = (dataDir: string): string => join(dataDir, "login-host", "consents")

const withDatabase = <A>(folder: string, use: (database: DatabaseSync) => A): A => {
  const database = new DatabaseSync(join(folder, "records.db"), { timeout: 5_000 })
  try {
    return use(database)
  } finally {
    database.close()
  }
}

/** Returns all consents that the banks have stored. A bank in its own process uses another folder. */
export const storedConsents = (dataDir: string, folder = consentFolderIn(dataDir)): ReadonlyArray<StoredBankConsent> =>
  withDatabase(folder, (database) =>
    database
      .prepare("SELECT name, content FROM record")
      .all()
      .map(({ content, name }) => {
        const { company, status }: StoredBankConsent = JSON.parse(String(content))
        return { name: String(name), company, status }
      })
  )

const execute = (dataDir: string, statement: string): void =>
  withDatabase(consentFolderIn(dataDir), (database) => database.exec(statement))

/** Makes every bank fail, because it cannot read its consents. */
export const beginOutage = (dataDir: string): void =>
  execute(dataDir, "ALTER TABLE record RENAME COLUMN content TO unreadable")

export const endOutage = (dataDir: string): void =>
  execute(dataDir, "ALTER TABLE record RENAME COLUMN unreadable TO content")
