/** The tools of strangers, as whose clients the service is judged; and our own command line. Each runs to its end. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { assert } from "vitest"
import { inherited } from "../service/Surroundings.ts"

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A folder to run them in, and the data folder of the service. */
export interface Place {
  readonly folder: string
  readonly dataDir: string
}

const run = async (
  tool: string,
  words: ReadonlyArray<string>,
  cwd: string,
  input = "",
  env: Readonly<Record<string, string>> = {}
): Promise<Outcome> => {
  const child = spawn(tool, words, { cwd, env: { ...inherited, ...env } })
  child.on("error", () => {})
  // Who has no use for the input may be gone before it is written.
  child.stdin.on("error", () => {})
  child.stdin.end(input)
  const exited = once(child, "close").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new Error(`${tool} is needed for this test`) : error
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { code: Number(code), out, err }
}

/** Runs openssl, whatever becomes of that. */
const openssl = ({ folder }: Place, ...words: ReadonlyArray<string>): Promise<Outcome> => run("openssl", words, folder)

/** What openssl prints that has to succeed. */
export const opensslPrints = async (place: Place, ...words: ReadonlyArray<string>): Promise<string> => {
  const { code, err, out } = await openssl(place, ...words)
  assert.strictEqual(code, 0, `openssl ${words.join(" ")}: ${err}`)
  return out.trim()
}

/** Sends bytes over TLS by openssl, and gives what it says of the connection and what is answered, until that ends. */
export const sendByOpenssl = ({ folder }: Place, input: string, ...words: ReadonlyArray<string>): Promise<Outcome> =>
  run("openssl", ["s_client", "-ign_eof", ...words], folder, input)

/** Runs curl, whatever becomes of that. */
export const curl = ({ folder }: Place, ...words: ReadonlyArray<string>): Promise<Outcome> =>
  run("curl", ["--silent", "--show-error", "--noproxy", "*", ...words], folder)

const entry = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

/** What a command of ours prints that has to succeed, without the line break. */
export const sheaf = async ({ dataDir, folder }: Place, ...words: ReadonlyArray<string>): Promise<string> => {
  const command = ["--conditions=@sheaf/source", entry, ...words]
  const { code, err, out } = await run(process.execPath, command, folder, "", { SHEAF_DATA_DIR: dataDir })
  assert.strictEqual(code, 0, err)
  return out.replace(/\n$/, "")
}

/** Our own command line, where a shell would find npm: at its words `run --silent sheaf --`, in any folder. */
const npm = `npm() { test "$1 $2 $3 $4" = "run --silent sheaf --" && shift 4 && '${process.execPath}' \\
  --conditions=@sheaf/source '${entry}' "$@"; }`

/** What a script of the shell prints that has to succeed. */
export const shell = async (
  { dataDir, folder }: Place,
  script: string,
  env: Readonly<Record<string, string>> = {}
): Promise<string> => {
  const all = { SHEAF_DATA_DIR: dataDir, CURL_HOME: folder, ...env }
  const { code, err, out } = await run("sh", ["-eu", "-c", `${npm}\n${script}`], folder, "", all)
  assert.strictEqual(code, 0, `${script}: ${err}`)
  return out
}
