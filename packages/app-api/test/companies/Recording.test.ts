/**
 * Tests recordings from an intercepted connection and from a browser's archive (HAR). A recording must not contain real
 * values.
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Authority, ServerLeaf } from "@sheaf/adapters-mtls"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Effect, Redacted } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import * as CommandLine from "../CommandLine.ts"
import * as CompanyProxy from "../../src/cli/connector/CompanyProxy.ts"

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-recording-"))
  writeFileSync(join(folder, "connector.py"), 'label = "Policy number"\n')
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

const authority = Effect.gen(function* () {
  const pair = yield* Authority.make("test")
  const opened = yield* Authority.open("test", pair)
  const leaf = yield* ServerLeaf.make(opened, [{ type: "dns", value: "acme.example" }], 1)
  return { ca: pair.certificate, leaf: { certificate: leaf.certificate, key: Redacted.value(leaf.key) } }
}).pipe(Effect.provide(NodeCrypto.layer))

it("the proxy sees the requests of a connector without the kit, even over https", async () => {
  const { ca, leaf } = await Effect.runPromise(authority)
  const seen: Array<string> = []
  const proxy = await CompanyProxy.open({
    certify: () => Promise.resolve(leaf),
    fail: () => undefined,
    respond: async ({ bytes, method, url }) => {
      seen.push(`${method} ${url} ${bytes.toString()}`)
      return { status: 200, headers: [["content-type", "text/plain"]], bytes: Buffer.from("an answer") }
    }
  })
  const caFile = join(folder, "ca.pem")
  writeFileSync(caFile, ca)
  try {
    const call = async (...words: ReadonlyArray<string>) =>
      (await promisify(execFile)("curl", ["-s", "--noproxy", "", "-x", proxy.url, "--cacert", caFile, ...words])).stdout
    assert.strictEqual(await call("https://acme.example/policies?a=1", "-d", "b=2"), "an answer")
    assert.strictEqual(await call("http://acme.example/plain"), "an answer")
    assert.strictEqual(await call("--proxytunnel", "http://acme.example/tunnel"), "an answer")
    assert.deepStrictEqual(seen, [
      "POST https://acme.example/policies?a=1 b=2",
      "GET http://acme.example/plain ",
      "GET http://acme.example/tunnel "
    ])
  } finally {
    await proxy.close()
  }
})

const secret = "Marjatta"

const entry = (mimeType: string, text: string, encoding?: string) => ({
  request: {
    method: "POST",
    url: `https://min.acme.example/policies/${secret}?token=${secret}`,
    postData: { mimeType: "application/x-www-form-urlencoded", text: `username=${secret}&password=${secret}` }
  },
  response: {
    status: 200,
    headers: [
      { name: "Set-Cookie", value: `session=${secret}` },
      { name: "Content-Type", value: mimeType }
    ],
    content: { mimeType, text, ...(encoding !== undefined && { encoding }) }
  }
})

describe("a browser's archive", () => {
  const write = (content: unknown) =>
    writeFileSync(join(folder, "login.har"), typeof content === "string" ? content : JSON.stringify(content))

  const record = (...words: ReadonlyArray<string>) =>
    CommandLine.run(
      { folder, dataDir: join(folder, "data") },
      ["connector", "record", folder, "--company", "ee-acme", "--har", join(folder, "login.har")].concat(words)
    )

  it("becomes a cassette without its values", async () => {
    const page = `<p>Policy number ${secret}</p>`
    write({
      log: {
        entries: [
          entry("text/html", page),
          entry("text/html", Buffer.from(page).toString("base64"), "base64"),
          entry("application/json", JSON.stringify({ policyNumber: secret })),
          entry("image/png", secret)
        ]
      }
    })
    const { code, err } = await record("--name", "browser")
    assert.strictEqual(code, 0, err)
    const cassette = readFileSync(join(folder, "cassettes", "browser.json"), "utf8")
    assert.notInclude(cassette.toLowerCase(), secret.toLowerCase())
    assert.strictEqual(cassette.match(/<p>Policy number \w{8}<\/p>/g)?.length, 2)
    assert.include(cassette, "policyNumber")
    assert.notInclude(cassette, "image/png")
  })

  it.each([
    ["no JSON", "{"],
    ["no archive", { log: {} }],
    [
      "an archive with an impossible status",
      { log: { entries: [{ ...entry("text/html", ""), response: { status: 7000 } }] } }
    ]
  ])("is rejected if it is %s", async (_, content) => {
    write(content)
    const { code, err } = await record()
    assert.strictEqual(code, 1)
    assert.include(err, "is no HTTP archive (HAR 1.2)")
  })
})
