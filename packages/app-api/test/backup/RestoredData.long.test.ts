/** Data folders of earlier releases that are backed up and restored into a new folder, where everything in them continues. */
import { afterAll, assert, beforeAll, describe } from "vitest"
import { cpSync, existsSync, mkdirSync, renameSync } from "node:fs"
import { dirname, join } from "node:path"
import * as CommandLine from "../CommandLine.ts"
import * as Installation from "../mutual-tls/Installation.ts"
import * as Folders from "../recorded/Folders.ts"
import * as Opening from "../recorded/Opening.ts"

/** Replaces a data folder by its restored backup. The keys come from the environment, or from the folder. */
const restore = async (dataDir: string, env: Readonly<Record<string, string>>): Promise<void> => {
  const folder = dirname(dataDir)
  const lost = join(folder, "lost")
  const sheaf = async (place: string, ...words: ReadonlyArray<string>): Promise<void> => {
    const { code, err } = await CommandLine.run({ folder, dataDir: place }, words, env)
    assert.strictEqual(code, 0, err)
  }
  await sheaf(dataDir, "backup", "data.backup")
  renameSync(dataDir, lost)
  mkdirSync(dataDir, { mode: 0o700 })
  for (const key of ["keys", "pepper"]) if (existsSync(join(lost, key))) cpSync(join(lost, key), join(dataDir, key))
  await sheaf(dataDir, "restore", "data.backup")
}

describe.each(Folders.all)("the folder $name, restored from a backup,", (folder) => {
  let opened: Folders.Opened

  beforeAll(async () => {
    opened = await Folders.Opened.open(folder, async (dataDir) => {
      await restore(dataDir, folder.manifest.env)
      return {}
    })
  }, Installation.patience)
  afterAll(() => opened.close())

  Opening.continues(folder, () => opened)
})
