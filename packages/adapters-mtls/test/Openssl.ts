/** The openssl of this machine: an independent maker of requests, and judge of certificates. */
import { Effect } from "effect"
import type { Scope } from "effect"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface Outcome {
  readonly code: number | null
  /** What it printed, on both outputs. */
  readonly said: string
}

/** A folder to run openssl in, which is gone with the test. */
export interface Openssl {
  readonly folder: string
  /** Runs it, whatever becomes of that. */
  readonly run: (...parameters: ReadonlyArray<string>) => Outcome
  /** Runs it, and fails when it does. */
  readonly expect: (...parameters: ReadonlyArray<string>) => string
  readonly write: (file: string, content: string | Uint8Array) => string
  readonly read: (file: string) => Uint8Array
}

const run = (folder: string, parameters: ReadonlyArray<string>): Outcome => {
  const { error, status, stderr, stdout } = spawnSync("openssl", parameters, { cwd: folder, encoding: "utf8" })
  if (error !== undefined && "code" in error && error.code === "ENOENT") {
    throw new Error("openssl is needed for this test")
  }
  return { code: status, said: `${stdout}${stderr}` }
}

const makeFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "sheaf-openssl-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

export const make: Effect.Effect<Openssl, never, Scope.Scope> = Effect.map(makeFolder, (folder) => ({
  folder,
  run: (...parameters) => run(folder, parameters),
  expect: (...parameters) => {
    const { code, said } = run(folder, parameters)
    if (code !== 0) throw new Error(`openssl ${parameters.join(" ")}: ${said}`)
    return said
  },
  write: (file, content) => {
    writeFileSync(join(folder, file), content)
    return file
  },
  read: (file) => new Uint8Array(readFileSync(join(folder, file)))
}))
