/** Tests `@sheaf/server` as a new user would use it: installed in an empty folder and started with npx. */
import { TestClient, hasEnded } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mkdirSync, readFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import * as ListeningProcess from "../../src/testing/ListeningProcess.ts"
import * as ServerPackage from "../../src/testing/ServerPackage.ts"
import { login } from "../Starts.ts"
import * as Tools from "../Tools.ts"

const folder = Tools.folderForAll()
const project = join(folder, "project")
const installed = join(project, "node_modules/@sheaf/server")

/** Puts the project's Node.js first, so that all commands use it. */
const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter)

const npm = async (tool: "npm" | "npx", ...words: ReadonlyArray<string>) => {
  const { code, err, out } = await Tools.run(tool, words, project, { env: { PATH, HOME: folder } })
  assert.strictEqual(code, 0, err)
  return out
}

describe("@sheaf/server", () => {
  let service: ListeningProcess.ListeningProcess
  let base: string

  beforeAll(async () => {
    mkdirSync(project)
    await npm("npm", "install", "--offline", "--no-audit", await ServerPackage.pack(folder))
    const [started, [, address = ""]] = await ListeningProcess.start({
      program: ["sh", "-c", 'cd "$0" && exec npx --call "exec sheaf"', project],
      env: { PATH, HOME: folder, PORT: "0" },
      listening: /listening on (http:\/\/\S+?) and/
    })
    service = started
    base = address
  })
  afterAll(() => service.stop())

  it("completes a first collection in an empty folder, with nothing else installed", async () => {
    const client = new TestClient({ base })
    const id = await client.begin({ company: "se-nordhem", loginMethod: "USERNAME_AND_PASSWORD", parameters: [login] })
    assert.strictEqual((await client.poll(id, hasEnded)).status, "COMPLETED")
    assert.strictEqual((await npm("npm", "ls", "--all", "--parseable")).trim().split("\n").length, 2)
  })

  it("has the license, and provides the command sheaf", async () => {
    assert.match(readFileSync(join(installed, "LICENSE"), "utf8"), /Apache License/)
    assert.match(await npm("npx", "@sheaf/server", "--version"), /^sheaf v\d+\.\d+\.\d+$/m)
  })

  it("keeps its own keys out of the repository that it runs in", async () => {
    await Tools.run("git", ["init", "--quiet"], project)
    await npm("npx", "sheaf", "certs", "request", "--client", "brask", "--out", "brask")
    const { out } = await Tools.run("git", ["status", "--porcelain", "-uall", "--", "brask"], project)
    assert.strictEqual(out, "")
  })
})
