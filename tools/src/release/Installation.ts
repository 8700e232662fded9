/** Installs the packed packages in an empty project, and uses them on every supported runtime as their users do. */
import { ListeningProcess } from "@sheaf/app-api/testing"
import { execFileSync } from "node:child_process"
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { installPackages } from "../package/Command.ts"
import { publishedPackages, serverRuntimes } from "../package/PublishedPackages.ts"
import { installRuntime } from "../package/Runtimes.ts"
import type { Runtime } from "../package/Runtimes.ts"

const program = `
import { createClient } from "@sheaf/client"
const sheaf = createClient({ baseUrl: process.env.SHEAF, apiKey: "sheaf-demo" })
const parameters = [{ type: "USERNAME_PASSWORD", username: "maja", password: "any" }]
const collection = await sheaf.collections.start({ company: "se-nordhem", loginMethod: "USERNAME_AND_PASSWORD", parameters })
console.log((await collection.finished()).status)
`

const collect = (project: string, { command: [tool, ...words] }: Runtime, base: string): void => {
  const printed = execFileSync(tool, [...words, "collect.mjs"], {
    cwd: project,
    encoding: "utf8",
    env: { ...process.env, SHEAF: base }
  })
  if (printed.trim() !== "COMPLETED") throw new Error(`the first collection printed ${printed}`)
}

const serve = async (project: string, server: Runtime, clients: ReadonlyArray<Runtime>): Promise<void> => {
  const [tool, ...words] = server.command
  const dataDir = join(project, `data-${server.name}`)
  const [service, [, base = ""]] = await ListeningProcess.start({
    program: [tool, ...words, join(project, "node_modules/@sheaf/server/dist/sheaf.js")],
    env: { PORT: "0", SHEAF_DATA_DIR: dataDir },
    listening: /listening on (http:\/\/\S+?) and/
  })
  try {
    for (const client of clients) collect(project, client, base)
  } finally {
    await service.stop()
  }
}

const clientRuntimes = publishedPackages.find(({ name }) => name === "client")?.runtimes ?? []

/**
 * Starts the service on each JavaScript runtime that it supports. On each runtime that the client supports, runs a
 * first collection against that service. Returns one line for each combination.
 */
export const check = async (folder: string): Promise<ReadonlyArray<string>> => {
  const project = mkdtempSync(join(tmpdir(), "sheaf-installed-"))
  try {
    installPackages(project, ...globSync("*.tgz", { cwd: folder }).map((name) => join(folder, name)))
    writeFileSync(join(project, "collect.mjs"), program)
    const names = new Set([...clientRuntimes, ...serverRuntimes])
    const runtimes = Array.from(names, (name) => installRuntime(name, join(project, `runtime-${name}`)))
    const clients = runtimes.filter(({ name }) => clientRuntimes.includes(name))
    for (const server of runtimes.filter(({ name }) => serverRuntimes.includes(name))) {
      await serve(project, server, clients)
    }
    return [
      ...serverRuntimes.map((name) => `the service runs on ${name}`),
      ...clientRuntimes.map((name) => `a first collection completes with the client on ${name}`)
    ]
  } finally {
    rmSync(project, { recursive: true })
  }
}
