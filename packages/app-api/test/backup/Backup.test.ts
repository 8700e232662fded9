/** Tests `sheaf backup` and `sheaf restore` with a service that runs, dies and continues in another folder (ADR 29). */
import { freePort } from "@sheaf/adapters-sql/testing"
import { ScenarioDriver, isAskingForInput, hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import { AuditCryptoLive, KeyRing } from "@sheaf/adapters-security"
import { AuditExport } from "@sheaf/application"
import type { Monitor } from "@sheaf/domain/Monitor"
import { AuditCrypto } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as CommandLine from "../CommandLine.ts"
import * as KeptCredentials from "../connect/KeptCredentials.ts"
import * as Requests from "../recovery/Requests.ts"
import { plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"
import * as Tools from "../Tools.ts"

const { sheafPrints, sheafFails } = Tools
// Tokens contain the service's URL, so it must stay the same.
const service = new TestService({
  config: KeptCredentials.config,
  env: { PORT: String(await freePort()), MTLS_PORT: "0" }
})
const { client, dataDir, folder } = service
const place: Tools.Workspace = { folder, dataDir }
const inFolder = (name: string): string => join(folder, name)
const lostDir = inFolder("lost")
const [file, later] = [inFolder("monday.backup"), inFolder("later.jsonl")]

const emptyWithKeys = (name: string, keysOf = dataDir): Tools.Workspace => {
  mkdirSync(inFolder(name), { mode: 0o700 })
  for (const key of ["keys", "pepper"]) cpSync(join(keysOf, key), join(inFolder(name), key))
  return { folder, dataDir: inFolder(name) }
}

const statusWith = async (key: string): Promise<number> =>
  (await client.with({ "authorization-token": key }).send("/companies/availability")).status

const statusOf = async (path: string): Promise<number> => (await client.send(path)).status

/**
 * Signs a checkpoint of the export's newest record, as the lost service would have. Returns the path of the checkpoint
 * file.
 */
const checkpointOf = async (exported: string): Promise<string> => {
  const lines = readFileSync(exported, "utf8").split("\n")
  const { hash, record } = JSON.parse(lines.findLast((line) => line.startsWith('{"record"')) ?? "")
  const { chain, seq } = JSON.parse(record)
  const head = { kind: "CHECKPOINT" as const, chain, seq, hash: Buffer.from(hash, "hex"), at: Date.now() }
  const pepper = KeyRing.parseSecret(Redacted.make(readFileSync(join(lostDir, "pepper"), "utf8")))
  const signed = Effect.flatMap(pepper, (bytes) =>
    Effect.provide(
      Effect.map(AuditCrypto, ({ sign }) => sign(head)),
      AuditCryptoLive.layer(bytes)
    )
  )
  const path = inFolder("checkpoints.jsonl")
  writeFileSync(path, JSON.stringify(AuditExport.encodeCheckpoint(await Effect.runPromise(signed))))
  return path
}

const collect = async (by = client): Promise<string> => {
  const id = await by.begin(plainStart)
  await waitFor(() => by.status(id), hasEnded)
  return id
}

afterAll(() => service.end())

describe("a backup of a running service", () => {
  let key: string
  /**
   * All three collections wait for input when the backup is made. Later, the data of the second collection and the user
   * of the third are erased.
   */
  let [waiting, laterErased, waitingOfErased]: ReadonlyArray<ScenarioDriver> = []
  let [kept, erased, loggedOut]: ReadonlyArray<TestUser> = []
  let [data, erasedData, ofErased] = ["", "", ""]
  let [goodConsent, revokedConsent] = ["", ""]
  let [keptEndpoint, removedEndpoint, disabledEndpoint] = ["", "", ""]
  let monitorId = ""
  let cursor: string
  let serial: string

  const given = <A>(value: A | undefined): A => value ?? assert.fail("the service did not start")

  beforeAll(async () => {
    await service.start()
    const id = await sheafPrints(place, "clients", "create", "--name", "Lund")
    key = await sheafPrints(place, "keys", "create", "--client", id)
    kept = await TestUser.make(client)
    erased = await TestUser.make(client)
    loggedOut = await TestUser.make(client)
    const scenarios = await client.scenarios()
    const scenario =
      scenarios.find(({ supplements = [] }) => supplements.length > 1) ?? assert.fail("no scenario asks twice")
    const [loginMethod] = scenario.loginMethods
    const begin = async (by = client): Promise<ScenarioDriver> => {
      const drive = await ScenarioDriver.begin(
        by,
        scenario,
        loginMethod ?? assert.fail("the scenario has no login method")
      )
      await waitFor(() => by.status(drive.id), isAskingForInput)
      return drive
    }
    ;[waiting, laterErased, waitingOfErased] = [await begin(), await begin(), await begin(erased.withKey)]
    ;[data, erasedData, ofErased] = [await collect(), await collect(), await collect(erased.withKey)]
    goodConsent = await Requests.create(kept, Requests.byElectronicId(Requests.people.signs))
    await Requests.poll(kept, goodConsent, "AUTHORIZED")
    revokedConsent = await Requests.create(kept, Requests.byElectronicId(Requests.people.takesTime))
    await Requests.poll(kept, revokedConsent, "AUTHORIZED")
    ;[serial = ""] = (await sheafPrints(place, "certs", "list")).split("\t")
    const endpoint = async () =>
      (await client.post("/webhook-endpoints", { url: "http://127.0.0.1:9/" })).read<{ readonly endpointId: string }>()
        .endpointId
    ;[keptEndpoint, removedEndpoint, disabledEndpoint] = [await endpoint(), await endpoint(), await endpoint()]
    await KeptCredentials.allow(place, "on")
    ;({ monitorId } = await KeptCredentials.permitMonitor(client, kept))
    await sheafPrints(place, "backup", file)

    assert.strictEqual((await client.delete(`/webhook-endpoints/${removedEndpoint}`)).status, 204)
    const disable = (id: string, disabled: boolean) =>
      client.send(`/webhook-endpoints/${id}`, { method: "PATCH", body: JSON.stringify({ disabled }) })
    await disable(disabledEndpoint, true)
    for (const disabled of [true, false]) await disable(keptEndpoint, disabled)
    await waitFor(() => given(laterErased).poll(), hasEnded)
    assert.strictEqual((await client.delete(`/collections/${given(laterErased).id}`)).status, 204)
    assert.strictEqual((await client.delete(`/users/${erased.userId}`)).status, 204)
    assert.strictEqual((await client.delete(`/users/${loggedOut.userId}/sessions`)).status, 204)
    assert.strictEqual((await client.delete(`/collections/${erasedData}`)).status, 204)
    await kept.client.delete(`/consents/${revokedConsent}`)
    await KeptCredentials.erase(client, kept, monitorId)
    await KeptCredentials.allow(place, "off")
    await sheafPrints(place, "keys", "revoke", "--key", key.split("_")[2] ?? "")
    await sheafPrints(place, "certs", "revoke", "--serial", serial)
    cursor = (await client.send("/events?limit=100")).expect(200).header("link") ?? ""
    writeFileSync(later, await sheafPrints(place, "audit", "export"))
    await service.kill()
    renameSync(dataDir, lostDir)
  })

  it("is one file that only its owner can read, and never replaces a file", async () => {
    assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    assert.include(await sheafFails({ folder, dataDir: lostDir }, "backup", file), "already exists")
  })

  it("continues in another folder, without anything that was erased or revoked later", async () => {
    emptyWithKeys("data", lostDir)
    const { code, err, out } = await CommandLine.run(place, ["restore", file, "--audit", later])
    assert.strictEqual(code, 0, err)
    for (const [action, about] of [
      ["USER_ERASED", given(erased).userId],
      ["SESSIONS_ENDED", given(loggedOut).userId],
      ["DATA_ERASED", erasedData],
      ["CONSENT_CHANGED", revokedConsent],
      ["CREDENTIALS_ERASED", monitorId],
      ["STORED_CREDENTIALS_FORBIDDEN", "demo"],
      ["KEY_REVOKED", key.split("_")[2]],
      ["CERTIFICATE_REVOKED", serial],
      ["WEBHOOK_ENDPOINT_REMOVED", removedEndpoint],
      ["WEBHOOK_ENDPOINT_DISABLED", disabledEndpoint]
    ] as const) {
      assert.match(out, new RegExp(`\t${action}\t.*=${about}`))
    }
    const db = new DatabaseSync(join(dataDir, "sheaf.db"), { readOnly: true })
    const left = db.prepare("SELECT count(*) AS count FROM collection_data WHERE collection_id IN (?, ?)")
    assert.deepStrictEqual({ ...left.get(ofErased, erasedData) }, { count: 0 })
    db.close()

    await service.start()
    assert.strictEqual(await statusOf(`/users/${given(erased).userId}`), 404)
    assert.strictEqual((await given(erased).client.send("/consents")).status, 401)
    assert.strictEqual((await given(loggedOut).client.send("/consents")).status, 401)
    assert.strictEqual(await statusOf(`/collections/${erasedData}/wealth/data`), 410)
    assert.strictEqual(await statusWith(key), 401)
    assert.strictEqual((await Requests.statusOf(given(kept), revokedConsent)).status, "REVOKED")
    assert.include(await sheafPrints(place, "certs", "list"), "revoked")
    assert.strictEqual((await client.read<Monitor>(`/monitors/${monitorId}`)).status, "PERSON_REQUIRED")
    assert.notInclude(await sheafPrints(place, "clients", "list"), "stored-credentials")

    const endpoints = await client.read<ReadonlyArray<object>>("/webhook-endpoints")
    assert.containsSubset(endpoints, [
      { endpointId: keptEndpoint, disabled: false },
      { endpointId: disabledEndpoint, disabled: true }
    ])
    assert.lengthOf(endpoints, 2)

    assert.strictEqual((await given(kept).client.send("/consents")).status, 200)
    assert.strictEqual((await Requests.statusOf(given(kept), goodConsent)).status, "AUTHORIZED")
    assert.strictEqual(await statusOf(`/collections/${data}/wealth/data`), 200)
    for (const { id } of [given(laterErased), given(waitingOfErased)]) {
      assert.strictEqual((await client.status(id)).status, "FAILED")
    }
    const { status } = await waitFor(() => given(waiting).poll(), hasEnded)
    assert.strictEqual(status, given(waiting).scenario.finalStatus)
  })

  it("lets clients with cursors of lost events see every new event", async () => {
    const [, next = ""] = /<([^>]+)>; rel="next"/.exec(cursor) ?? []
    const fresh = await collect()
    const events = await client.read<ReadonlyArray<{ readonly subject: { readonly collectionId?: string } }>>(next)
    assert.include(
      events.map(({ subject }) => subject.collectionId),
      fresh
    )
  })

  it("continues the audit log, so that checkpoints of the lost service fit", async () => {
    const checkpoints = await checkpointOf(later)
    assert.match(await sheafPrints(place, "audit", "verify", "--checkpoints", checkpoints), /unchanged$/)
    assert.match(await sheafPrints(place, "audit", "list", "--action", "RESTORED"), /RESTORED/)
  })

  it("names the changes that may be lost if there is no audit export", async () => {
    const other = emptyWithKeys("without")
    const { code, err } = await CommandLine.run(other, ["restore", file])
    assert.strictEqual(code, 0, err)
    assert.include(err, "Without --audit, these changes since the backup may be lost: erasures of users")
    const [, lund = ""] = (await sheafPrints(other, "clients", "list")).split("\n")
    const [clientId = ""] = lund.split("\t")
    assert.match(await sheafPrints(other, "keys", "list", "--client", clientId), /\tlive\t/)

    const verified = await CommandLine.run(other, ["audit", "verify", "--checkpoints", await checkpointOf(later)])
    assert.strictEqual(verified.code, 1)
    assert.match(verified.out, /are missing|differs from its checkpoint/)
    assert.match(verified.err, /the backup of \S+ was restored at/)
    assert.match(await sheafPrints(other, "audit", "verify"), /unchanged$/)
  })

  it("says that an audit export cannot prove its end, which checkpoints show", async () => {
    const other = emptyWithKeys("shortened")
    const lines = readFileSync(later, "utf8").split("\n")
    const last = lines.findLastIndex((line) => line.startsWith('{"record"'))
    const isLeft = (line: string, index: number) => index !== last && !line.startsWith('{"checkpoint"')
    writeFileSync(inFolder("shortened.jsonl"), lines.filter(isLeft).join("\n"))
    const { code, err } = await CommandLine.run(other, ["restore", file, "--audit", inFolder("shortened.jsonl")])
    assert.strictEqual(code, 0, err)
    assert.include(err, "The export cannot prove that nobody cut off its end.")
    const verified = await CommandLine.run(other, ["audit", "verify", "--checkpoints", await checkpointOf(later)])
    assert.strictEqual(verified.code, 1)
    assert.match(verified.out, /differs from its checkpoint/)
  })

  describe("is not restored", () => {
    const refusal = (at: Tools.Workspace, from = file, ...words: ReadonlyArray<string>) =>
      sheafFails(at, "restore", from, ...words)

    const copyOf = (of: string, name: string, change: (path: string) => void): string => {
      cpSync(of, inFolder(name))
      change(inFolder(name))
      return inFolder(name)
    }

    const withSql = (sql: string) => (path: string) => {
      const db = new DatabaseSync(path)
      db.exec(sql)
      db.close()
    }

    it("into a folder that has data", async () => {
      assert.include(await refusal({ folder, dataDir: lostDir }), "is not empty")
    })

    it("without its keys", async () => {
      mkdirSync(inFolder("keyless"), { mode: 0o700 })
      assert.include(await refusal({ folder, dataDir: inFolder("keyless") }), "has no keys")
      const other = {
        SHEAF_KEYS: `k:${Buffer.alloc(32, 1).toString("base64")}`,
        SHEAF_PEPPER: Buffer.alloc(32, 2).toString("base64")
      }
      const { code, err } = await CommandLine.run({ folder, dataDir: inFolder("keyless") }, ["restore", file], other)
      assert.strictEqual(code, 1)
      assert.include(err, "was sealed with keys that SHEAF_KEYS does not contain")
      const pepper = readFileSync(join(dataDir, "keys"), "utf8")
      const wrong = await CommandLine.run({ folder, dataDir: inFolder("keyless") }, ["restore", file], {
        ...other,
        SHEAF_KEYS: pepper
      })
      assert.include(wrong.err, "was made with a different SHEAF_PEPPER")
    })

    it("if it is damaged, changed, half written or no backup", async () => {
      const empty = emptyWithKeys("untouched")
      const cut = copyOf(file, "cut", (path) => truncateSync(path, Math.floor(statSync(path).size / 2)))
      assert.include(await refusal(empty, cut), "is damaged")
      const moved = copyOf(file, "moved", withSql("UPDATE client SET name = 'x'"))
      assert.include(await refusal(empty, moved), "is damaged or was changed, in client")
      const newer = copyOf(file, "newer", withSql("INSERT INTO sheaf_migration VALUES (9999, 'later', '2026-01-01')"))
      assert.include(await refusal(empty, newer), "is from a newer release (migration 9999")
      const half = copyOf(file, "half", withSql("DROP TABLE sheaf_backup"))
      assert.include(await refusal(empty, half), "is not a complete backup")
      assert.include(await refusal(empty, inFolder("missing")), "is not a complete backup")
      assert.isFalse(existsSync(join(empty.dataDir, "sheaf.db")))
    })

    it("with an audit export that was changed, cut or of another service", async () => {
      const empty = emptyWithKeys("audited")
      const lines = readFileSync(later, "utf8").split("\n")
      const exportOf = (name: string, changed: ReadonlyArray<string>) => {
        writeFileSync(inFolder(name), changed.join("\n"))
        return refusal(empty, file, "--audit", inFolder(name))
      }
      const last = lines.findLastIndex((line) => line.startsWith('{"record"'))
      assert.include(
        await exportOf("forged", lines.with(last, (lines[last] ?? "").replace("REVOKED", "CREATED"))),
        "was changed"
      )
      assert.include(await exportOf("gap", lines.toSpliced(last - 1, 1)), "are missing")
      assert.include(await exportOf("short", lines.slice(0, last)), "is not complete")
      assert.isFalse(existsSync(join(empty.dataDir, "sheaf.db")))
    })

    it("while a half-written restoration is opened by nobody", async () => {
      const at = emptyWithKeys("killed")
      mkdirSync(join(at.dataDir, "restoring"))
      cpSync(file, join(at.dataDir, "restoring", "sheaf.db"))
      assert.include(await sheafFails(at, "serve"), "a restoration in")
      assert.include(await sheafFails(at, "clients", "list"), "has no database")
      const { code, err } = await CommandLine.run(at, ["restore", file])
      assert.strictEqual(code, 0, err)
      assert.isFalse(existsSync(join(at.dataDir, "restoring")))
    })
  })
})
