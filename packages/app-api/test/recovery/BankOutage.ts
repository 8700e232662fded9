/**
 * Simulates an outage of the sandbox's banks, by replacing the folder in which they store consents with an empty file.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { BankFiles } from "../../src/testing/index.ts"

const aside = (folder: string): string => `${folder}.aside`

/** Makes every bank fail. */
export const begin = (dataDir: string): void => {
  const folder = BankFiles.consentFolderIn(dataDir)
  mkdirSync(folder, { recursive: true })
  renameSync(folder, aside(folder))
  writeFileSync(folder, "")
}

/** Ends the outage and restores the banks' consents. */
export const end = (dataDir: string): void => {
  const folder = BankFiles.consentFolderIn(dataDir)
  rmSync(folder)
  renameSync(aside(folder), folder)
}
