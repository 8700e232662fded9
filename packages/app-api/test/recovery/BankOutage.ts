/** The sandbox's banks, as they can be made to fail: nothing is there in place of the folder in which they keep consents. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { BankFiles } from "../../src/testing/index.ts"

const aside = (folder: string): string => `${folder}.aside`

/** From now on no bank answers. */
export const begin = (dataDir: string): void => {
  const folder = BankFiles.folderIn(dataDir)
  mkdirSync(folder, { recursive: true })
  renameSync(folder, aside(folder))
  writeFileSync(folder, "")
}

/** The banks answer again, and know what they knew. */
export const end = (dataDir: string): void => {
  const folder = BankFiles.folderIn(dataDir)
  rmSync(folder)
  renameSync(aside(folder), folder)
}
