/** The log lines about clients that fail the handshake (spec 5.3). */
import { waitFor } from "@sheaf/sandbox-site/testing"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as ListeningProcess from "../../src/testing/ListeningProcess.ts"
import * as Installation from "./Installation.ts"
import * as Tools from "../Tools.ts"

const place = Tools.workspaceForAll()
let service: ListeningProcess.ListeningProcess
let base: string

beforeAll(async () => {
  const [started, [, at = ""]] = await ListeningProcess.start({
    program: ListeningProcess.sheafProgram("--log-level", "debug", "serve"),
    env: { PORT: "0", SHEAF_DATA_DIR: place.dataDir },
    listening: /with mutual TLS, on (https:\/\/\S+)\. /
  })
  service = started
  base = at
}, Installation.setupTimeout)
afterAll(() => service.stop())

const refusals = (): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  service
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line): Readonly<Record<string, unknown>> => JSON.parse(line)) // the log has one object per line
    .filter(({ message }) => message === "handshake failed")

const pair = { key: "Brask.key", certificate: "Brask.pem" }

it.each([
  ["an unknown certificate", Installation.certificateOptions(pair), "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["no certificate", [], "ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE"]
])("a handshake with %s is logged with its reason and address", async (_, shown, reason) => {
  const files = ["-keyout", pair.key, "-out", pair.certificate]
  await Tools.opensslPrints(place, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Brask", ...files)
  const before = refusals().length
  const { code } = await Tools.curl(place, "--insecure", ...shown, `${base}/health`)
  assert.notStrictEqual(code, 0)
  await waitFor(refusals, (logged) => logged.length > before)
  const [line] = refusals().slice(before)
  assert.deepInclude(line, { level: "DEBUG", annotations: { reason, remoteAddress: "127.0.0.1" } })
  const [, second = ""] = readFileSync(join(place.folder, pair.certificate), "utf8").split("\n")
  for (const content of ["Brask", "BEGIN", second]) assert.notInclude(service.output(), content)
})
