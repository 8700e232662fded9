/** Follows the "Production" chapter of docs/operate.md as printed, and uses the resulting service. */
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as CheckoutFiles from "../../src/testing/CheckoutFiles.ts"
import { sheafProgram } from "../../src/testing/ListeningProcess.ts"
import { start } from "../../src/testing/ServiceProcess.ts"
import type { ServiceProcess } from "../../src/testing/ServiceProcess.ts"
import { request } from "../mutual-tls/Installation.ts"
import * as Tools from "../Tools.ts"

const guide = readFileSync(new URL("../../../../docs/operate.md", import.meta.url), "utf8")
const [, chapter = ""] = /^## Production\n(.*?)^## /ms.exec(guide) ?? []
const [initialize = "", run = "", call = "", ...more] = [
  ...chapter.replaceAll(/^ {3}/gm, "").matchAll(/^```sh\n(.*?)^```$/gms)
].map(([, block = ""]) => block)

const { connectors }: { readonly connectors: ReadonlyArray<{ readonly companies: ReadonlyArray<object> }> } =
  JSON.parse(/^ {3}```json\n(.*?)^ {3}```$/ms.exec(chapter)?.[1] ?? "")

const place = Tools.workspaceForAll()
const { folder } = place
const own = (...names: ReadonlyArray<string>) => join(folder, "service", ...names)

const variables = (): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(own("sheaf.env"), "utf8").matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value
    ])
  )

let service: ServiceProcess
let key: string

const identity = () => {
  const file = (name: string) => own("client", name)
  return ["--cacert", file("ca.pem"), "--cert", file("client.pem"), "--key", file("client.key")]
}

const send = (path: string, body?: object, token = key) => {
  const headers = ["-H", `Authorization-token: ${token}`, "-H", "Service-Version: 2026-04-01"]
  const json = body === undefined ? [] : ["--json", JSON.stringify(body)]
  return request(place, `${service.mutualTlsBase}${path}`, ...identity(), ...headers, ...json)
}

const loaded = join(Tools.folderForAll(), "loaded")

/** Makes the service record every module that it loads. */
const listing = `--import=data:text/javascript,${encodeURIComponent(`
  import { appendFileSync } from "node:fs"
  import { registerHooks } from "node:module"
  registerHooks({
    load: (url, context, next) => {
      if (url.startsWith("file:")) appendFileSync(${JSON.stringify(loaded)}, url + "\\n")
      return next(url, context)
    }
  })
`)}`

const startWith = async (env: Record<string, string> = {}) => {
  service = await start({ dataDir: own("data"), env: { ...variables(), ...env } })
  writeFileSync(
    join(folder, ".curlrc"),
    `silent\nnoproxy = "*"\nconnect-to = "127.0.0.1:8443:${new URL(service.mutualTlsBase ?? "").host}"\n`
  )
}

beforeAll(async () => {
  writeFileSync(
    join(folder, "companies.json"),
    JSON.stringify({
      connectors: connectors.map((connector) => ({
        ...connector,
        url: "http://127.0.0.1:9",
        allowPrivateAddresses: true
      }))
    })
  )
  assert.isEmpty(more)
  await Tools.shell(place, initialize)
  key = readFileSync(own("client", "api-key"), "utf8").trim()
  const [serve, ...before] = run.trimEnd().split("\n").reverse()
  assert.match(serve ?? "", /^sheaf serve$/)
  assert.strictEqual(await Tools.shell(place, before.reverse().join("\n")), "mode=production environment=production\n")
  await startWith({ NODE_OPTIONS: listing })
})
afterAll(() => service.stop())

it("the first call of the guide lists the configured companies, and only these", async () => {
  const listed: unknown = JSON.parse(await Tools.shell(place, call))
  assert.match(JSON.stringify(listed), /ee-saare/)
  assert.lengthOf(JSON.stringify(listed).match(/"company":/g) ?? [], 1)
  assert.match(key, /^sheaf_live_/)
})

it("the steps of the guide leave no file that git would add, and no secret that other users can read", () => {
  assert.deepStrictEqual(CheckoutFiles.exposedFiles(folder), [])
})

it("production has no sandbox, even under other spellings of its paths", async () => {
  for (const path of [
    "/sandbox/scenarios",
    "/%73andbox/scenarios",
    "/sandbox/orders/one",
    "/sandbox/consent-scenarios"
  ]) {
    assert.deepInclude(await send(path), { status: 404, code: "UNKNOWN_ROUTE" }, path)
  }
  const { body } = await send("/openapi/2026-04-01.json")
  assert.notInclude(JSON.stringify(body), '"/sandbox/')
  assert.deepInclude(await send("/companies/availability?market=ee", undefined, "sheaf-demo"), { status: 401 })
})

it("production loads no code of the sandbox", () => {
  const files = readFileSync(loaded, "utf8").trim().split("\n")
  assert.isTrue(files.some((url) => readFileSync(new URL(url), "utf8").includes("packages/adapters-pdf/src/")))
  for (const url of files) {
    assert.notMatch(
      readFileSync(new URL(url), "utf8"),
      /packages\/(?:adapters-sandbox|sandbox-site|adapters-pdf\/src\/samples)\//u,
      url
    )
  }
})

it("production refuses login methods of the sandbox, and clients without mutual TLS", async () => {
  const personalNumber = { type: "SWEDISH_EID", personalNumber: "199001012385" }
  const order = {
    company: "se-bergvik",
    loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK",
    parameters: [personalNumber]
  }
  assert.deepInclude(await send("/collections", order), { status: 400, code: "LOGIN_METHOD_NOT_IN_PRODUCTION" })
  const plain = await fetch(`${service.base}/companies/availability?market=ee`, {
    headers: { "authorization-token": key }
  })
  assert.strictEqual(plain.status, 403)
  assert.include(await plain.text(), "MUTUAL_TLS_REQUIRED")
})

it("whatever the umask, init names every file that it wrote, and Git adds none of them", async () => {
  const repository = join(folder, "repository")
  mkdirSync(repository)
  await Tools.run("git", ["init", "--quiet"], repository)
  const words = ["init", "--folder", "live", "--data-dir", "var", "--client", "B", "--config", "../companies.json"]
  const command = [...sheafProgram(...words), "--public-url", "https://sheaf.example"].map((word) => `'${word}'`)
  const { code, err } = await Tools.run("sh", ["-c", `umask 0; ${command.join(" ")}`], repository)
  assert.strictEqual(code, 0, err)
  const files = readdirSync(repository, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join(repository, ".git/")))
  assert.includeMembers(files, [join(repository, "live", "client", "api-key"), join(repository, "var", "sheaf.db")])
  for (const file of files) {
    assert.strictEqual(statSync(file).mode & 0o777, 0o600, file)
    assert.include(err.split("\n"), `  ${file}`)
  }
  assert.notMatch(err, /sheaf_live_/)
  assert.strictEqual((await Tools.run("git", ["status", "--porcelain", "-uall"], repository)).out, "")

  await Tools.run("git", ["init", "--quiet", "own"], folder)
  writeFileSync(join(folder, "own", "README.md"), "")
  const request = ["certs", "request", "--client", "B", "--out", "own"]
  const { code: refused, err: why } = await Tools.sheaf(place, request)
  assert.strictEqual(refused, 1)
  assert.match(why, /own is in a Git working tree and has other files: choose a new folder/)
})

it("init leaves nothing behind if it fails, and says so", async () => {
  const init = (publicUrl: string, config: string) =>
    Tools.sheaf(place, ["init", "--folder", "failed", "--client", "B", "--public-url", publicUrl, "--config", config])
  writeFileSync(join(folder, "empty.json"), "{}")
  const [plain, empty] = [
    await init("http://sheaf.example", "companies.json"),
    await init("https://sheaf.example", "empty.json")
  ]
  assert.deepStrictEqual(
    [plain.code, plain.out, plain.err],
    [1, "", "sheaf: --public-url: expected an https address\n"]
  )
  assert.deepStrictEqual([empty.code, empty.out], [1, ""])
  assert.match(empty.err, /^Removed .*failed, because init failed\.$/m)
  assert.match(empty.err, /connectors: expected at least one company/)
  assert.isFalse(existsSync(join(folder, "failed")))
})

/** Programs that read `sheaf.env`. Each returns the variables as it understands them, separated by NUL. */
const readers: ReadonlyArray<readonly [reader: string, read: (file: string) => Promise<string>]> = [
  ["sh", (file) => sourced("sh", file)],
  ["bash", (file) => sourced("bash", file)],
  // In systemd.exec(5), quotes and backslashes are special, and a line that begins with # or ; is a comment.
  [
    "systemd's EnvironmentFile",
    async (file) => {
      const text = readFileSync(file, "utf8")
      assert.notMatch(text, /["'\\]|\s\n|^[#;\s]/m)
      return text.replaceAll("\n", "\0")
    }
  ],
  // Docker takes everything after the first = literally, including quotes.
  ["docker run --env-file", async (file) => readFileSync(file, "utf8").replaceAll("\n", "\0")]
]

const sourced = async (shell: string, file: string): Promise<string> =>
  (await Tools.run("env", ["-i", shell, "-euc", 'set -a; . "$1"; set +a; exec /usr/bin/env -0', shell, file], folder))
    .out

describe("a public address", () => {
  const init = (publicUrl: string, name: string) => {
    const words = ["--folder", name, "--client", "B", "--public-url", publicUrl, "--config", "companies.json"]
    return Tools.sheaf(place, ["init", ...words])
  }

  it.each([
    "https://$(touch${IFS}run).example",
    "https://sheaf.example;touch${IFS}run",
    "https://sheaf.example/'\"'$(touch${IFS}run)'",
    "https://sheaf.example\ntouch run",
    "https://sheaf.example\rSHEAF_DEMO=on",
    "https://sheaf.example/\u202e"
  ])("that a shell would act on is refused, and nothing is written or run: %j", async (hostile) => {
    const { code, err, out } = await init(hostile, "hostile")
    assert.deepStrictEqual([code, out], [1, ""])
    assert.match(err, /^sheaf: --public-url: expected an (?:https )?address.*\n$/)
    assert.isFalse(existsSync(join(folder, "hostile")))
    assert.isFalse(existsSync(join(folder, "run")))
  })

  it.each([
    ["https://[2001:db8::1]:8443/", "https://[2001:db8::1]:8443"],
    ["HTTPS://Bücher.Example/a_b-c.d/%20+@", "https://xn--bcher-kva.example/a_b-c.d/%20+@"]
  ])("reaches every reader of the file as it is: %s", async (given, address) => {
    const name = `odd-${address.length}`
    const { code, err } = await init(given, name)
    assert.strictEqual(code, 0, err)
    for (const [reader, read] of readers) {
      const variables = (await read(join(folder, name, "sheaf.env"))).split("\0")
      assert.include(variables, `SHEAF_PUBLIC_URL=${address}`, reader)
      assert.include(variables, `SHEAF_KEYS_FILE=${join(folder, name, "keys")}`, reader)
    }
  })
})

it("init puts no settings or keys into the data folder, and no data into theirs", async () => {
  const flags = ["--client", "B", "--public-url", "https://sheaf.example", "--config", "companies.json"]
  const [settings, data] = [join(folder, "etc"), join(folder, "var", "data")]
  const inside = await Tools.sheaf(place, ["init", "--folder", join(data, "etc"), "--data-dir", data, ...flags])
  assert.deepStrictEqual([inside.code, inside.out], [1, ""])
  assert.match(inside.err, /^sheaf: --data-dir: the service writes to this folder/)
  assert.isFalse(existsSync(data))
  const { code, err } = await Tools.sheaf(place, ["init", "--folder", settings, "--data-dir", data, ...flags])
  assert.strictEqual(code, 0, err)
  assert.sameMembers(readdirSync(settings), [
    "client",
    "config.json",
    "keys",
    "pepper",
    "server.key",
    "server.pem",
    "sheaf.env"
  ])
  assert.includeMembers(readdirSync(data), ["certs", "sheaf.db"])
  assert.include(readFileSync(join(settings, "sheaf.env"), "utf8"), `SHEAF_DATA_DIR=${data}\n`)
})

it("init overwrites nothing, and a service of the other environment refuses the database", async () => {
  const words = [
    "--folder",
    own(),
    "--public-url",
    "https://sheaf.example",
    "--client",
    "B",
    "--config",
    "companies.json"
  ]
  const again = await Tools.sheaf(place, ["init", ...words])
  assert.deepStrictEqual([again.code, again.out], [1, ""])
  assert.include(again.err, "is not empty; nothing was written")
  await service.stop()
  const refused = await startWith({ SHEAF_ENVIRONMENT: "test" }).then(
    () => assert.fail("it started"),
    (error: Error) => error.message
  )
  assert.include(refused, "the database belongs to another service: it has clients of the environment production")
})
