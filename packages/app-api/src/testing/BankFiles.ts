/** Reads the consents as the sandbox's banks have stored them in a service's data folder. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

export interface StoredBankConsent {
  /** The consent's name in the URL of its authorization page. */
  readonly name: string
  readonly company: string
  /** The status that the bank stored. It does not change when the consent expires. */
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

/** Returns the consents stored by all banks. Banks in a separate process use another folder. */
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

/** Makes every bank fail by hiding its stored consents. */
export const beginOutage = (dataDir: string): void =>
  execute(dataDir, "ALTER TABLE record RENAME COLUMN content TO unreadable")

export const endOutage = (dataDir: string): void =>
  execute(dataDir, "ALTER TABLE record RENAME COLUMN unreadable TO content")
