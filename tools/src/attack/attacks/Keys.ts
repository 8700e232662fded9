/** Keys that others can read, keys beyond their limits, and an attached debugger (spec 5.3, 12). */
import type { Client } from "@sheaf/adapters-http/testing"
import { start } from "@sheaf/app-api/testing"
import assert from "node:assert/strict"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { Attack } from "../Attack.ts"
import { certify } from "../OwnCertificate.ts"
import type { Target } from "../Stage.ts"
import { waitingStart } from "../Starts.ts"

/** Starts a service that must refuse to start, and returns its error message. */
const refusal = async (dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const service = await start({ dataDir, env }).catch((error: unknown) => error)
  if (service instanceof Error) return service.message
  assert.fail("the service starts")
}

const readableKeys: Attack = {
  name: "readable-keys",
  summary: "lets others read the keys and change the data folder, and sets keys of zeros",
  promise: "The service does not start, and names the file and the command that fixes it.",
  run: async (stage) => {
    const folder = mkdtempSync(join(tmpdir(), "sheaf-attack-"))
    stage.cleanup.add(() => rmSync(folder, { recursive: true }))
    const dataDir = join(folder, "data")
    const first = await start({ dataDir })
    await first.stop()
    for (const [path, mode, mended] of [
      ["keys", 0o644, 0o600],
      ["pepper", 0o640, 0o600],
      ["", 0o777, 0o700]
    ] as const) {
      const file = join(dataDir, path)
      chmodSync(file, mode)
      const said = await refusal(dataDir)
      const command = `chmod ${mended.toString(8)} ${file.replace(/\/$/, "")}`
      assert.ok(said.includes(command), `the service does not name ${command}: ${said}`)
      chmodSync(file, mended)
    }
    const zeros = Buffer.alloc(32).toString("base64")
    const random = Buffer.alloc(32, 7).toString("base64")
    for (const env of [
      { SHEAF_KEYS: `one:${zeros}`, SHEAF_PEPPER: random },
      { SHEAF_KEYS: `one:${random}`, SHEAF_PEPPER: zeros }
    ]) {
      assert.match(await refusal(`${dataDir}-zeros`, env), /SHEAF_(?:KEYS|PEPPER).*zeros/)
    }
    return "five starts were refused, each with its remedy"
  }
}

const inspector: Attack = {
  name: "inspector",
  summary: "sends SIGUSR1 to the service",
  promise: "The inspector of Node.js stays closed, and the service keeps running.",
  run: async (stage) => {
    const { honest, service } = await stage.start()
    for (let round = 0; round < 3; round++) process.kill(service.pid, "SIGUSR1")
    await pause(500)
    ;(await honest.send("/health")).expect(200)
    assert.ok(!service.output().includes("Debugger listening"), "the inspector is open")
    return "the inspector stayed shut"
  }
}

const sharedKeyPair: Attack = {
  name: "shared-key-pair",
  summary: "lets the operator certify one key pair for two clients",
  promise: "A key pair for which one client has a certificate is never certified for another client.",
  run: async (stage) => {
    const target = await stage.start()
    const [one, other] = [await target.ownClient(), await target.ownClient()]
    const { csr } = await certify(target, one.clientId)
    const words = ["--csr", csr, "--client", other.clientId, "--environment", "test"]
    const second = await target.sheaf("certs", "sign", ...words)
    assert.equal(second.code, 1, "the same key was certified for two clients")
    return `the second client was refused: ${second.err.trim().split("\n").at(-1) ?? ""}`
  }
}

/** The time until the key expires, in milliseconds: enough to create the key and to use it on a busy machine. */
const validMillis = 6_000

const limited = async ({ attacker, ownClient }: Target, ...limits: ReadonlyArray<string>): Promise<Client> =>
  attacker.with({ "authorization-token": (await ownClient(...limits)).key })

/** Asserts that the fast lane for polls and the ordinary path both reject the key. */
const assertRejected = async (client: Client, collectionId: string, status: number, code: string): Promise<void> => {
  for (const path of [
    `/collections/${collectionId}/status`,
    "/collections",
    `/collections/${collectionId}/insurance/data`
  ]) {
    const answer = await client.send(path)
    assert.deepEqual([answer.status, answer.problem.code], [status, code], `${path} returned ${answer.status}`)
  }
}

const useOtherScopes = async (target: Target): Promise<void> => {
  const writer = await limited(target, "--scope", "collections:write")
  await assertRejected(writer, await writer.begin(waitingStart), 403, "INSUFFICIENT_SCOPE")
  // A user's token has no limits, so a key without the scope must not get a token.
  const created = (await writer.post("/users", { externalId: "mallory" })).expect(201)
  const { userId } = created.read<{ readonly userId: string }>()
  assert.equal((await writer.post(`/users/${userId}/sessions`, {})).status, 403, "a key without scope opened a session")
  assert.equal((await writer.delete(`/users/${userId}`)).status, 403, "a key without scope erased a user")
}

/** The attacker is at another address than 192.0.2.7, and names this address in the fields of proxies. */
const useOtherNetworks = async (target: Target): Promise<void> => {
  const elsewhere = await limited(target, "--from", "192.0.2.0/24")
  const id = await target.attacker.begin(waitingStart)
  for (const fields of [{}, { forwarded: "for=192.0.2.7" }, { "x-forwarded-for": "192.0.2.7" }]) {
    await assertRejected(elsewhere.with(fields), id, 403, "NETWORK_NOT_ALLOWED")
  }
}

/** Runs `meanwhile` before the key expires. */
const useLater = async (target: Target, meanwhile: () => Promise<void>): Promise<void> => {
  const expiresAt = Math.ceil((Date.now() + validMillis) / 1000) * 1000
  const time = new Date(expiresAt).toISOString().replace(".000", "")
  const client = await limited(target, "--expires", time, "--from", "127.0.0.0/8", "--scope", "collections:read")
  ;(await client.send("/collections")).expect(200)
  await meanwhile()
  await pause(expiresAt - Date.now())
  await assertRejected(client, crypto.randomUUID(), 401, "INVALID_API_KEY")
}

const keyLimits: Attack = {
  name: "key-limits",
  summary: "uses API keys after their expiry, beyond their scopes and from other networks",
  promise:
    "An expired key gets 401 from the second at which it expires. A key gets 403 beyond its scopes, and from outside its networks, whatever Forwarded and X-Forwarded-For say.",
  run: async (stage) => {
    const target = await stage.start()
    await useLater(target, async () => {
      await useOtherScopes(target)
      await useOtherNetworks(target)
    })
    return "no key worked beyond its limits"
  }
}

export const keys: ReadonlyArray<Attack> = [readableKeys, inspector, sharedKeyPair, keyLimits]
