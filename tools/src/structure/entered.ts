/**
 * Counts the source files whose code runs when a collection starts and when it is polled, according to V8's coverage. The
 * service runs from its sources and has already done the same work once, so the counts do not include code that runs
 * only the first time.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "sheaf-entered-"))
const coverage = join(folder, "coverage")

/** Writes the coverage since the last signal. */
const onSignal = `data:text/javascript,${encodeURIComponent(
  'import { takeCoverage } from "node:v8"; process.on("SIGUSR2", () => { takeCoverage(); process.stderr.write("taken\\n") })'
)}`

const service = spawn(
  process.execPath,
  ["--conditions=@sheaf/source", "--import", onSignal, join(root, "packages/app-api/src/main.ts"), "serve"],
  {
    cwd: root,
    env: {
      ...process.env,
      PORT: "0",
      MTLS_PORT: "off",
      SHEAF_DATA_DIR: join(folder, "data"),
      NODE_V8_COVERAGE: coverage
    },
    stdio: ["ignore", "pipe", "pipe"]
  }
)

const said = (output: NodeJS.ReadableStream, pattern: RegExp) =>
  new Promise<string>((resolve) => {
    let text = ""
    const read = (chunk: Buffer) => {
      text += String(chunk)
      const [found] = pattern.exec(text) ?? []
      if (found === undefined) return
      output.off("data", read)
      output.resume()
      resolve(found)
    }
    output.on("data", read)
  })

const take = async (): Promise<void> => {
  const taken = said(service.stderr, /taken\n/)
  service.kill("SIGUSR2")
  await taken
}

interface Covered {
  readonly url: string
  readonly functions: ReadonlyArray<{ readonly ranges: ReadonlyArray<{ readonly count: number }> }>
}

const enteredBy = async (work: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  await take()
  for (const file of readdirSync(coverage)) rmSync(join(coverage, file))
  await work()
  await take()
  const all = readdirSync(coverage).flatMap((file): ReadonlyArray<Covered> => {
    const { result }: { readonly result: ReadonlyArray<Covered> } = JSON.parse(
      readFileSync(join(coverage, file), "utf8")
    )
    return result
  })
  const entered = all.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
  return [...new Set(entered.flatMap(({ url }) => /packages\/[^/]+\/src\/.*/.exec(url) ?? []))].toSorted()
}

const base = await said(service.stdout, /http:\/\/127\.0\.0\.1:\d+/)
const headers = { "authorization-token": "sheaf-demo", "service-version": "2026-04-01" }

const start = async (): Promise<string> => {
  const response = await fetch(`${base}/collections`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      company: "se-nordhem",
      loginMethod: "USERNAME_AND_PASSWORD",
      parameters: [{ type: "USERNAME_PASSWORD", username: "maja", password: "any" }]
    })
  })
  const { collectionId }: { readonly collectionId: string } = JSON.parse(await response.text())
  return collectionId
}

const poll = async (id: string): Promise<boolean> => {
  const body = await (await fetch(`${base}/collections/${id}/status`, { headers })).text()
  return body.includes("pollingInterval")
}

try {
  const first = await start()
  while (await poll(first)) await pause(500)
  // After the start, the collection continues in the background.
  const ofPoll = await enteredBy(() => poll(first))
  const counts = { poll: ofPoll, start: await enteredBy(start) }
  for (const [what, files] of Object.entries(counts)) {
    process.stdout.write(`a ${what} enters ${files.length} files\n`)
    if (process.argv.includes("--files")) process.stdout.write(`${files.map((file) => `  ${file}\n`).join("")}\n`)
  }
} finally {
  service.kill()
  rmSync(folder, { recursive: true, force: true })
}
