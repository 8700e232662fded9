/** Runs command-line tools to completion for tests: `sheaf` itself, openssl, curl and shell scripts. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer, text } from "node:stream/consumers"
import { afterAll, assert, onTestFinished } from "vitest"
import { sheafProgram as program } from "../src/testing/index.ts"
import * as CommandLine from "./CommandLine.ts"
import type { CommandResult, Workspace, Variables } from "./CommandLine.ts"

export type { CommandResult, Workspace } from "./CommandLine.ts"

export const folderForAll = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-test-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}

export const folderFor = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-test-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

export const workspaceForAll = (): Workspace => {
  const folder = folderForAll()
  return { folder, dataDir: join(folder, "data") }
}

/** The environment of every tool: enough to find programs, but none of the service's settings. */
const inherited: Variables = { PATH: process.env["PATH"] ?? "" }

export const run = async (
  tool: string,
  words: ReadonlyArray<string>,
  cwd: string,
  { env = {}, input = "" }: { readonly env?: Variables; readonly input?: string } = {}
): Promise<CommandResult> => {
  const child = spawn(tool, words, { cwd, env: { ...inherited, ...env } })
  child.on("error", () => {})
  // A tool that ignores its input may exit before everything has been sent.
  child.stdin.on("error", () => {})
  child.stdin.end(input)
  const exited = once(child, "close").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new Error(`this test needs ${tool}`) : error
  })
  const [bytes, err, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), exited])
  return { code: Number(code), out: bytes.toString(), err, bytes }
}

export const openssl = ({ folder }: Workspace, ...words: ReadonlyArray<string>): Promise<CommandResult> =>
  run("openssl", words, folder)

/** Returns openssl's output. The command must succeed. */
export const opensslPrints = async (place: Workspace, ...words: ReadonlyArray<string>): Promise<string> => {
  const { code, err, out } = await openssl(place, ...words)
  assert.strictEqual(code, 0, `openssl ${words.join(" ")}: ${err}`)
  return out.trim()
}

/** Sends bytes over TLS with openssl. When the connection has ended, returns openssl's report and the response. */
export const sendByOpenssl = (
  { folder }: Workspace,
  input: string,
  ...words: ReadonlyArray<string>
): Promise<CommandResult> => run("openssl", ["s_client", "-ign_eof", ...words], folder, { input })

export const curl = ({ folder }: Workspace, ...words: ReadonlyArray<string>): Promise<CommandResult> =>
  run("curl", ["--silent", "--show-error", "--noproxy", "*", ...words], folder)

export const python = ({ folder }: Workspace, text: string, ...words: ReadonlyArray<string>): Promise<CommandResult> =>
  run("python3", ["-c", text, ...words], folder)

export const sheaf = ({ dataDir, folder }: Workspace, words: ReadonlyArray<string>, env: Variables = {}) => {
  const [tool, ...all] = program(...words)
  return run(tool, all, folder, { env: { SHEAF_DATA_DIR: dataDir, ...env } })
}

/** Returns the command's output without the final line break. The command must succeed. */
export const sheafPrints = async (place: Workspace, ...words: ReadonlyArray<string>): Promise<string> => {
  const { code, err, out } = await CommandLine.run(place, words)
  assert.strictEqual(code, 0, err)
  return out.replace(/\n$/, "")
}

/** Returns the command's error line without the prefix `sheaf: `. The command must fail and print nothing else. */
export const sheafFails = async (place: Workspace, ...words: ReadonlyArray<string>): Promise<string> => {
  const { code, err, out } = await CommandLine.run(place, words)
  assert.deepStrictEqual([code, out], [1, ""])
  return /^sheaf: (.+)\n$/.exec(err)?.[1] ?? assert.fail(err)
}

const sheafFunction = `sheaf() { '${program().join("' '")}' "$@"; }`

/** Returns the script's output. The script must succeed. */
export const shell = async ({ dataDir, folder }: Workspace, script: string, env: Variables = {}): Promise<string> => {
  const all = { SHEAF_DATA_DIR: dataDir, CURL_HOME: folder, ...env }
  const { code, err, out } = await run("sh", ["-eu", "-c", `umask 022\n${sheafFunction}\n${script}`], folder, {
    env: all
  })
  assert.strictEqual(code, 0, `${script}: ${err}`)
  return out
}
