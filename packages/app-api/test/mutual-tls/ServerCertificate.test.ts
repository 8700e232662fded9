/** The operator's own server certificate for mutual TLS, renewed while the service runs (spec 5.3). */
import { waitFor } from "@sheaf/sandbox-site/testing"
import { copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Installation from "./Installation.ts"
import * as Tools from "../Tools.ts"

let here: Installation.Installation

const make = async (place: Tools.Workspace, name: string): Promise<void> => {
  const names = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1"]
  const files = ["-keyout", `${name}.key`, "-out", `${name}.pem`]
  await Tools.opensslPrints(place, "req", "-x509", "-newkey", "rsa:2048", "-nodes", ...names, ...files)
}

const put = ({ folder }: Tools.Workspace, name: string): void => {
  copyFileSync(join(folder, `${name}.key`), join(folder, "server.key"))
  copyFileSync(join(folder, `${name}.pem`), join(folder, "server.pem"))
}

beforeAll(async () => {
  here = await Installation.install(async (place) => {
    await make(place, "first")
    await make(place, "second")
    put(place, "first")
    return { tls: { certFile: join(place.folder, "server.pem"), keyFile: join(place.folder, "server.key") } }
  })
}, Installation.setupTimeout)
afterAll(() => here.end())

const trusts = async (name: string): Promise<boolean> => {
  const words = ["--cacert", `${name}.pem`, ...Installation.certificateOptions(here.demo)]
  const { code, err, out } = await Tools.curl(here, `${here.base}/health`, ...words)
  if (code === 0) assert.strictEqual(out, '{"status":"healthy"}')
  else assert.strictEqual(code, 60, err)
  return code === 0
}

it("no call over mutual TLS is printed", () => {
  assert.notInclude(here.service.output(), "--cacert")
})

it("the server presents the new certificate after the files change, without a restart", async () => {
  assert.isTrue(await trusts("first"))
  // Replacing only the key has no effect.
  writeFileSync(join(here.folder, "server.key"), "half")
  await waitFor(
    () => here.service.output(),
    (output) => output.includes("could not renew the server certificate")
  )
  assert.isTrue(await trusts("first"))
  // A partially written chain has no effect.
  copyFileSync(join(here.folder, "second.key"), join(here.folder, "server.key"))
  const whole = readFileSync(join(here.folder, "second.pem"), "utf8")
  writeFileSync(join(here.folder, "server.pem"), whole + whole.slice(0, 200))
  await waitFor(
    () => here.service.output(),
    (output) => output.includes("the content is damaged")
  )
  assert.isTrue(await trusts("first"))
  put(here, "second")
  await waitFor(
    () => trusts("second"),
    (trusted) => trusted
  )
  assert.isFalse(await trusts("first"))
})
