/** `sheaf clients`, `sheaf keys` and `sheaf tokens`, before and while a service runs. */
import { TestClient, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { start } from "../../src/testing/ServiceProcess.ts"
import type { ServiceProcess } from "../../src/testing/ServiceProcess.ts"
import * as CommandLine from "../CommandLine.ts"
import { Receiver } from "../events/Receiver.ts"
import * as Tools from "../Tools.ts"

const folder = Tools.folderForAll()
const placeIn = (name: string): Tools.Workspace => ({ folder, dataDir: join(folder, name) })
const place = placeIn("data")

const { sheaf, sheafPrints, sheafFails } = Tools

const lines = (printed: string): ReadonlyArray<ReadonlyArray<string>> =>
  printed.split("\n").map((line) => line.split("\t"))

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe("a client", () => {
  it("can be created before the service first starts, and is listed", async () => {
    const id = await sheafPrints(place, "clients", "create", "--name", "Brask & Söner")
    assert.match(id, uuid)
    assert.deepStrictEqual(lines(await sheafPrints(place, "clients", "list")), [[id, "test", "Brask & Söner"]])
  })

  it.each([
    ["a name with a tab, which would break lists", place, ["clients", "create", "--name", "a\tb"], "--name: expected"],
    [
      "a data folder that is a file",
      { folder, dataDir: import.meta.filename },
      ["clients", "create", "--name", "Lund"],
      "SHEAF_DATA_DIR: cannot use"
    ],
    ["a mistyped data folder", placeIn("dtaa"), ["clients", "list"], "has no database"],
    ["a mistyped data folder", placeIn("dtaa"), ["keys", "revoke", "--key", "abcdefghijkl"], "has no database"]
  ] as const)("command is rejected for %s", async (_, at, words, says) => {
    assert.include(await sheafFails(at, ...words), says)
    assert.isFalse(existsSync(placeIn("dtaa").dataDir))
  })
})

describe("an API key", () => {
  let service: ServiceProcess
  let client: string

  beforeAll(async () => {
    service = await start({ dataDir: place.dataDir })
    client = await sheafPrints(place, "clients", "create", "--name", "Lund")
  })
  afterAll(async () => {
    await service.stop()
  })

  const callerWith = (key: string) => new TestClient({ base: service.base, headers: { "authorization-token": key } })

  const statusWith = async (key: string): Promise<number> =>
    (await callerWith(key).send("/companies/availability")).status

  it("works immediately in a running service, can be rotated, and is rejected as soon as it is revoked", async () => {
    const create = ["keys", "create", "--client", client]
    const first = await sheafPrints(place, ...create)
    const second = await sheafPrints(place, ...create)
    for (const key of [first, second]) {
      assert.match(key, /^sheaf_test_[0-9A-Za-z]{12}_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$/)
      assert.strictEqual(await statusWith(key), 200)
    }
    assert.include(await sheafFails(place, ...create), "the client already has 2 live keys")

    const id = first.split("_")[2] ?? ""
    assert.strictEqual(await sheafPrints(place, "keys", "revoke", "--key", id), id)
    assert.deepStrictEqual([await statusWith(first), await statusWith(second)], [401, 200])
    assert.strictEqual(await sheafFails(place, "keys", "revoke", "--key", id), "no live key has this id")

    const third = await sheafPrints(place, ...create)
    assert.deepStrictEqual([await statusWith(second), await statusWith(third)], [200, 200])
    const listed = lines(await sheafPrints(place, "keys", "list", "--client", client))
    assert.deepStrictEqual(
      listed.map(([keyId, state]) => [keyId, state]),
      [
        [id, "revoked"],
        [second.split("_")[2], "live"],
        [third.split("_")[2], "live"]
      ]
    )
    for (const at of listed.flatMap((columns) => columns.slice(2))) assert.match(at, moment)
    for (const key of [first, second, third]) {
      assert.notInclude(JSON.stringify(listed), key.slice("sheaf_test_".length + 13))
      assert.notInclude(service.output(), key)
    }
  })

  it("stays under the only pepper, and the command says how to rotate it", async () => {
    const { code, err } = await CommandLine.run(place, ["keys", "rotate-pepper"])
    assert.strictEqual(code, 0)
    assert.include(err, "There is only one pepper")
    assert.include(err, "SHEAF_PEPPER=new,old")
  })

  it("can be limited to an expiry, scopes and networks", async () => {
    const limited = await sheafPrints(place, "clients", "create", "--name", "Limited")
    const create = ["keys", "create", "--client", limited, "--expires", "2999-12-31"] as const
    const reading = ["--from", "127.0.0.0/8", "--from", "::1", "--scope", "collections:read"]
    const reader = await sheafPrints(place, ...create, ...reading)
    const elsewhere = await sheafPrints(place, ...create, "--from", "192.0.2.0/24")
    const answer = async (key: string, path: string, method = "GET"): Promise<ReadonlyArray<unknown>> => {
      const answered = await callerWith(key).send(path, { method })
      return [answered.status, answered.problem.code, answered.header("ratelimit")?.split(";")[0]]
    }
    const unknown = `/collections/${limited}/status`
    assert.deepStrictEqual(await answer(reader, unknown), [404, "NOT_FOUND", '"requests"'])
    const withoutScope = await answer(reader, "/collections", "POST")
    assert.deepStrictEqual(withoutScope, [403, "INSUFFICIENT_SCOPE", '"requests"'])
    assert.deepStrictEqual(await answer(elsewhere, unknown), [403, "NETWORK_NOT_ALLOWED", '"authentication"'])
    const listed = lines(await sheafPrints(place, "keys", "list", "--client", limited))
    const expires = "expires=3000-01-01T00:00:00.000Z"
    assert.deepStrictEqual(
      listed.map(([, state, , ...rest]) => [state, ...rest]),
      [
        ["live", expires, "scope=collections:read", "from=127.0.0.0/8,::1"],
        ["live", expires, "from=192.0.2.0/24"]
      ]
    )
    for (const [words, says] of [
      [["--expires", "2026-02-30"], "--expires: expected YYYY-MM-DD"],
      [["--expires", "2020-01-01"], "--expires: expected a time in the future"],
      [["--from", "192.0.2.0/33"], "--from: expected an IP address"]
    ] as const) {
      assert.include(await sheafFails(place, "keys", "create", "--client", limited, ...words), says)
    }
  })

  it("is named in the audit log, together with its uses", async () => {
    const client = await sheafPrints(place, "clients", "create", "--name", "Audited")
    const key = await sheafPrints(place, "keys", "create", "--client", client)
    const keyId = key.split("_")[2]
    const caller = callerWith(key)
    const { userId } = await TestUser.make(caller)
    ;(await caller.delete(`/users/${userId}`)).expect(204)
    const records = lines(await sheafPrints(place, "audit", "list", "--client", client)).filter(
      // The first session makes the service create its first signing key.
      ([, action]) => action !== "SIGNING_KEY_CREATED"
    )
    const byKey = `type=KEY clientId=${client} keyId=${keyId}`
    const ofUser = `clientId=${client} userId=${userId}`
    assert.deepStrictEqual(
      records.map(([, action, actor, subject]) => [action, actor?.replace(/operator=.*/, "operator"), subject]),
      [
        ["CLIENT_CREATED", "type=COMMAND_LINE operator", `clientId=${client}`],
        ["KEY_CREATED", "type=COMMAND_LINE operator", `clientId=${client} keyId=${keyId}`],
        ["USER_CREATED", byKey, ofUser],
        ["SESSION_OPENED", byKey, ofUser],
        ["USER_ERASED", byKey, ofUser]
      ]
    )
    assert.match(await sheafPrints(place, "audit", "verify"), /^\d+ records, unchanged$/)
    const foreign = placeIn("foreign")
    await sheafPrints(foreign, "clients", "create", "--name", "Foreign")
    await (await start({ dataDir: foreign.dataDir })).stop()
    const file = join(foreign.dataDir, "audit-checkpoints.jsonl")
    const refused = await sheafFails(place, "audit", "verify", "--checkpoints", file)
    assert.match(refused, /^--checkpoints: this service signed none of them\./)

    const addresses = async () =>
      lines(await sheafPrints(place, "audit", "list", "--client", client, "--addresses")).map((columns) => columns[4])
    const [own, next] = ["address=127.0.0.1", "address=unreadable"]
    assert.deepStrictEqual((await addresses()).slice(-3), [own, own, own])
    const database = new DatabaseSync(join(place.dataDir, "sheaf.db"), { timeout: 5000 })
    // Gives the last record the address of the previous record.
    database.exec(
      `UPDATE audit_record SET address = (SELECT address FROM audit_record WHERE seq = (SELECT max(seq) - 1 FROM audit_record))
        WHERE seq = (SELECT max(seq) FROM audit_record)`
    )
    database.close()
    assert.deepStrictEqual((await addresses()).slice(-3), [own, own, next])
  })

  it("appears in the audit log with the webhook endpoints that it creates, changes and deletes", async () => {
    const client = await sheafPrints(place, "clients", "create", "--name", "Events")
    const key = await sheafPrints(place, "keys", "create", "--client", client)
    const caller = callerWith(key)
    const send = (path: string, method: string, body?: object) =>
      caller.send(`/webhook-endpoints${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const url = "http://127.0.0.1:9/webhooks?secret=in-a-query"
    const create = async (body: object): Promise<string> =>
      (await send("", "POST", body)).read<{ readonly endpointId: string }>().endpointId
    const endpointId = await create({ url, types: ["user.erased"] })
    for (const body of [{ types: null }, { disabled: true }, { disabled: true }, { disabled: false }]) {
      assert.strictEqual((await send(`/${endpointId}`, "PATCH", body)).status, 200)
    }
    assert.strictEqual((await send(`/${endpointId}/rotate`, "POST")).status, 200)
    assert.strictEqual((await send(`/${endpointId}`, "DELETE")).status, 204)
    assert.strictEqual((await send(`/${endpointId}`, "DELETE")).status, 404)
    const command = (...words: ReadonlyArray<string>) => sheafPrints(place, "webhooks", ...words, "--client", client)
    const [own = ""] = (await command("add", url)).split("\t")
    await command("rotate", own)
    await command("remove", own)

    const receiver = await new Receiver().listen()
    receiver.answer = (response) => void response.writeHead(410).end()
    const gone = await create({ url: receiver.url })
    const { userId } = await TestUser.make(caller)
    await caller.delete(`/users/${userId}`)
    await waitFor(
      () => send(`/${gone}`, "GET"),
      ({ text }) => text.includes("ENDPOINT_GONE")
    )
    receiver.close()

    const listed = await sheafPrints(place, "audit", "list", "--client", client)
    assert.notInclude(listed, "in-a-query")
    const byKey = `type=KEY clientId=${client} keyId=${key.split("_")[2]}`
    const records = lines(listed).filter(([, action]) => action?.startsWith("WEBHOOK_"))
    const by = (actor: string, id: string, ...actions: ReadonlyArray<string>) =>
      actions.map((action) => {
        const [name, outcome] = action.split(" ")
        const columns = [`WEBHOOK_${name}`, actor, `clientId=${client} endpointId=${id}`]
        return outcome === undefined ? columns : [...columns, outcome]
      })
    assert.deepStrictEqual(
      records.map(([, action, actor, ...rest]) => [action, actor?.replace(/operator=.*/, "operator"), ...rest]),
      [
        ...by(
          byKey,
          endpointId,
          "ENDPOINT_CREATED",
          "ENDPOINT_CHANGED",
          "ENDPOINT_DISABLED BY_CLIENT",
          "ENDPOINT_ENABLED",
          "SECRET_ROTATED",
          "ENDPOINT_REMOVED"
        ),
        ...by("type=COMMAND_LINE operator", own, "ENDPOINT_CREATED", "SECRET_ROTATED", "ENDPOINT_REMOVED"),
        ...by(byKey, gone, "ENDPOINT_CREATED"),
        ...by("type=SERVICE", gone, "ENDPOINT_DISABLED ENDPOINT_GONE")
      ]
    )
    assert.match(await sheafPrints(place, "audit", "verify"), /^\d+ records, unchanged$/)
  })

  it("needs an existing client, and errors never repeat a whole key", async () => {
    const unknown = 'no client has the id "nobody"'
    assert.strictEqual(await sheafFails(place, "keys", "create", "--client", "nobody"), unknown)
    const whole = ["keys", "revoke", "--key", "sheaf_test_whole"]
    assert.strictEqual(await sheafFails(place, ...whole), "no live key has this id")
  })
})

it("several commands and a service that start simultaneously share one set of keys", async () => {
  const at = placeIn("new")
  const [service, ...created] = await Promise.all([
    start({ dataDir: at.dataDir }),
    sheaf(at, ["clients", "create", "--name", "One"]),
    sheaf(at, ["clients", "create", "--name", "Two"])
  ])
  await service.stop()
  assert.deepStrictEqual(
    created.map(({ code }) => code),
    [0, 0]
  )
  const made = created.map(({ out }) => out.trimEnd())
  const listed = lines(await sheafPrints(at, "clients", "list")).map(([id]) => id)
  assert.includeMembers(listed, made)
  assert.isTrue(existsSync(join(at.dataDir, "pepper")))
})

describe("the command line", () => {
  it.each([
    ["an option given twice", ["certs", "sign", "--csr", "a", "--csr", "b"], "--csr"],
    ["a value that an option does not take", ["certs", "crl", "--environment", "both"], "--environment"],
    ["an unknown option", ["clients", "list", "--all"], "--all"],
    ["an unknown command", ["certs", "sing"], "sing"],
    ["half of a command", ["certs"], "USAGE"]
  ])("reports %s with the command's help on stderr", async (_, words, wrong) => {
    const { code, err, out } = await CommandLine.run(place, words)
    assert.deepStrictEqual([code, out], [1, ""])
    assert.include(err, "USAGE")
    assert.include(err, wrong)
  })

  it("prints requested help and the version to stdout", async () => {
    const { code, err, out } = await sheaf(place, ["certs", "sign", "--help"])
    assert.deepStrictEqual([code, err], [0, ""])
    assert.include(out, "USAGE")
    assert.match(await sheafPrints(place, "--version"), /^sheaf v\d/)
  })
})
