/** Runs the commands in the "Mutual TLS" chapter of docs/operate.md as printed. */
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Installation from "./Installation.ts"
import * as Tools from "../Tools.ts"

const guide = readFileSync(new URL("../../../../docs/operate.md", import.meta.url), "utf8")
const [, chapter = ""] = /^## Mutual TLS\n(.*?)^## /ms.exec(guide) ?? []
const blocks = [...chapter.replaceAll(/^ {2}/gm, "").matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block)

const blockWith = (words: string): string => {
  const [block = "", ...more] = blocks.filter((each) => each.includes(words))
  assert.isNotEmpty(block, words)
  assert.isEmpty(more, words)
  return block
}

const promised = (block: string): string =>
  block
    .split("\n")
    .filter((line) => line.startsWith("# "))
    .map((line) => line.slice(2))
    .join("\n")

let here: Installation.Installation
let client: string

beforeAll(async () => {
  here = await Installation.install(async (place) => {
    await Tools.sheafPrints(place, "certs", "init")
    const authority = join(place.dataDir, "certs", "test")
    copyFileSync(join(authority, "ca.pem"), join(place.folder, "test-ca.pem"))
    const signer = ["-CA", "test-ca.pem", "-CAkey", join(authority, "ca.key")]
    const names = ["-subj", "/CN=mtls.test.example", "-addext", "subjectAltName=DNS:mtls.test.example,IP:127.0.0.1"]
    const leaf = ["-addext", "basicConstraints=critical,CA:false", "-keyout", "host.key", "-out", "host.pem"]
    const words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...signer, ...names, ...leaf]
    await Tools.opensslPrints(place, ...words)
    return { tls: { certFile: join(place.folder, "host.pem"), keyFile: join(place.folder, "host.key") } }
  })
  symlinkSync("data", join(here.folder, ".sheaf"))
  const to = ["127.0.0.1:8443", "mtls.test.example:443"].map(
    (printed) => `connect-to = "${printed}:${new URL(here.base).host}"`
  )
  writeFileSync(join(here.folder, ".curlrc"), ["silent", 'noproxy = "*"', ...to, ""].join("\n"))
  client = await Tools.sheafPrints(here, "clients", "create", "--name", "Brask")
}, Installation.setupTimeout)
afterAll(() => here.end())

it("shows a call with the demonstration certificate", async () => {
  const block = blockWith("CERTS=")
  assert.strictEqual(await Tools.shell(here, block), promised(block))
})

it("shows how a client gets certificates, uses them, and loses them when they are revoked", async () => {
  await Tools.shell(here, blockWith("openssl req"))
  await Tools.shell(here, blockWith("certs sign"), { CLIENT: client })
  const [test = "", production = "", ...more] = blockWith("https://mtls.test.example").trimEnd().split("\n")
  assert.strictEqual(await Tools.shell(here, test), '{"status":"healthy"}')
  // This release has no production host. The test only checks that the production call has the same form as the test
  // call, with other names.
  const renamed = test.replaceAll("mtls.test.", "mtls.").replaceAll("test", "production")
  assert.deepStrictEqual([production, ...more], [renamed])

  const verify = blockWith("openssl verify")
  assert.strictEqual((await Tools.shell(here, verify)).trimEnd(), promised(verify))
  await Tools.shell(here, `! ${verify.replaceAll("test.pem", "production.pem")}`)

  const shown = await Tools.opensslPrints(here, "x509", "-in", "test.pem", "-noout", "-serial")
  const env = { CLIENT: client, SERIAL: shown.replace("serial=", "") }
  const [listed = "", ...others] = (await Tools.shell(here, blockWith("certs revoke"), env)).split("\n")
  assert.include(listed, "\tlive\t")
  assert.include(others, client)
  assert.include(await Tools.shell(here, test), '"code":"CERTIFICATE_REVOKED"')
})
