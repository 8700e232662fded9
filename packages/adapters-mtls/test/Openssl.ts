/** Runs this machine's openssl, an independent tool for creating requests and verifying certificates. */
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Folder from "./Folder.ts"

const runIn = (folder: string, parameters: ReadonlyArray<string>) => {
  const { error, status, stderr, stdout } = spawnSync("openssl", parameters, { cwd: folder, encoding: "utf8" })
  if (error !== undefined && "code" in error && error.code === "ENOENT") {
    throw new Error("openssl is needed for this test")
  }
  return { code: status, output: `${stdout}${stderr}` }
}

/** Runs openssl in a folder that is removed after the test. */
export const make = Effect.map(Folder.make, (folder) => ({
  folder,
  run: (...parameters: ReadonlyArray<string>) => runIn(folder, parameters),
  /** Returns everything that openssl prints. Throws if openssl fails. */
  expect: (...parameters: ReadonlyArray<string>): string => {
    const { code, output } = runIn(folder, parameters)
    if (code !== 0) throw new Error(`openssl ${parameters.join(" ")}: ${output}`)
    return output
  },
  write: (file: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, file), content)
    return file
  },
  read: (file: string): Uint8Array => new Uint8Array(readFileSync(join(folder, file))),
  readText: (file: string): string => readFileSync(join(folder, file), "utf8")
}))
