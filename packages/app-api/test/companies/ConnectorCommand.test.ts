/** `sheaf connector`: a new connector, and its collection in the sandbox. */
import { hasEnded } from "@sheaf/adapters-http/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as CommandLine from "../CommandLine.ts"
import * as ListeningProcess from "../../src/testing/ListeningProcess.ts"
import { TestService } from "../TestService.ts"

const company = "ee-acme"
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-connector-"))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

const sheaf = (...words: ReadonlyArray<string>) =>
  CommandLine.run({ folder, dataDir: join(folder, "data") }, ["connector", ...words])

const programs = {
  typescript: {
    install: ["npm", "install", "--offline", "--no-audit", "--no-fund"],
    test: [process.execPath, "--test"],
    start: [process.execPath, "main.ts"]
  }
} as const

type Language = keyof typeof programs

const read = (...path: ReadonlyArray<string>): string => readFileSync(join(folder, ...path), "utf8")

/** Runs a program of the new connector in its folder. */
const runIn = (language: Language, [tool, ...words]: readonly [string, ...ReadonlyArray<string>]) =>
  execFileSync(tool, words, { cwd: join(folder, language), encoding: "utf8", stdio: "pipe" })

/** Starts the new connector. */
const start = async (language: Language) => {
  const [tool, file] = programs[language].start
  const [connector, [, url = ""]] = await ListeningProcess.start({
    program: [tool, join(folder, language, file)],
    env: { CONNECTOR_SECRET: read(language, "secret").trim(), CONNECTOR_KEY: "a key", PORT: "0" },
    listening: /^listens on (\S+)$/m
  })
  return { connector, url }
}

describe.each(Object.keys(programs) as ReadonlyArray<Language>)("a new connector in %s", (language) => {
  it("is short, and passes its own tests", async () => {
    const { code, err } = await sheaf("new", company, "--language", language, "--output", join(folder, language))
    assert.strictEqual(code, 0, err)
    const lines = readdirSync(join(folder, language))
      .filter((name) => !name.endsWith(".tgz") && !name.startsWith("sheaf_connector"))
      .map((name) => read(language, name).split("\n").length - 1)
    assert.isBelow(
      lines.reduce((total, count) => total + count, 0),
      200
    )
    runIn(language, programs[language].install)
    runIn(language, programs[language].test)
  })

  it("collects in the sandbox", async () => {
    const { connector, url } = await start(language)
    const { connectors }: { connectors: ReadonlyArray<object> } = JSON.parse(read(language, "sheaf.json"))
    const service = new TestService({ config: { connectors: connectors.map((entry) => ({ ...entry, url })) } })
    try {
      await service.start()
      const parameters = [{ type: "USERNAME_PASSWORD", username: "mari", password: "kuldnokk" }] as const
      const id = await service.client.begin({ company, loginMethod: "USERNAME_AND_PASSWORD", parameters })
      const asked = await service.client.poll(id, ({ status }) => status === "TWO_FACTOR_PENDING")
      await service.client.supply(asked, { type: "TWO_FACTOR_CODE", value: "246810" })
      assert.strictEqual((await service.client.poll(id, hasEnded)).status, "COMPLETED")
    } finally {
      await service.end()
      await connector.stop()
    }
  })
})

it("writes a new connector only into an empty folder, and only for a company id", async () => {
  mkdirSync(join(folder, "full", "file"), { recursive: true })
  const full = await sheaf("new", company, "--language", "typescript", "--output", join(folder, "full"))
  assert.include(full.err, "is not empty")
  assert.include((await sheaf("new", "acme", "--language", "typescript")).err, "is no company id")
})
