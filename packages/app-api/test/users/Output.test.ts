/** Tests how commands print untrusted text. */
import { assert, describe, it } from "@effect/vitest"
import { ChangeSignalsLocal, UserStoreSql } from "@sheaf/adapters-sql"
import { AuditLog, CertificateStore, ClientStore, UserStore } from "@sheaf/ports"
import { Console, Effect, Layer, Schema } from "effect"
import { beforeAll } from "vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as CommandServices from "../../src/cli/CommandServices.ts"
import * as Output from "../../src/cli/Output.ts"
import * as CommandLine from "../CommandLine.ts"
import * as Tools from "../Tools.ts"

/**
 * Forges a line and a column, clears the screen with both forms of CSI, rings the bell and overwrites its line. Then it
 * reverses the order of characters in both ways, and ends with invisible characters and a lone surrogate.
 */
const hostile =
  "a\nforged\tcolumn\r\u001b[2J\u009b2J\u0007\u0008\u007f\u202ejpg.exe\u2067\u2028\u2029\u200b\u{e0041}\ud800b"

/** The hostile text as the database stores it, without the lone surrogate. */
const stored = hostile.replace("\ud800", "")

/** The hostile text without control characters, which an endpoint's URL must not contain. */
const visible = stored.replaceAll(/\p{Cc}/gu, "")

const escapedHostile = String.raw`a\u000aforged\u0009column\u000d\u001b[2J\u009b2J\u0007\u0008\u007f\u202ejpg.exe\u2067\u2028\u2029\u200b\udb40\udc41\ud800b`

/** Characters that can control a terminal, except line ends and the tabs between columns. */
const unprintable = /[^\P{C}\n\t]|[\u2028\u2029]/u

describe("a line", () => {
  it.effect.prop("never has another line, and nothing that a terminal acts on", [Schema.String], ([text]) =>
    Effect.sync(() => {
      const escaped = Output.escapeUnprintable(`${text}${hostile}`)
      assert.notMatch(escaped, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      assert.strictEqual(Output.escapeUnprintable(escaped), escaped)
    })
  )

  it.effect.prop("of JSON keeps its meaning", [Schema.String], ([text]) =>
    Effect.sync(() =>
      assert.deepStrictEqual(JSON.parse(Output.escapeUnprintable(JSON.stringify([text, hostile]))), [text, hostile])
    )
  )

  it.effect("of a log, a note or an error is escaped like one of a result", () =>
    Effect.gen(function* () {
      const said: Array<unknown> = []
      const record = (...values: ReadonlyArray<unknown>) => void said.push(...values)
      const console = { ...globalThis.console, log: record, error: record, warn: record, info: record, debug: record }
      const print = Effect.all([
        Console.log(hostile),
        Console.error(hostile),
        Console.warn(hostile),
        Console.info(hostile)
      ])
      const lines = Effect.andThen(Output.printLines([hostile, "b"]), Output.printErrorLines([hostile, "b"]))
      yield* Effect.andThen(print, lines).pipe(
        Effect.provide(Output.layer),
        Effect.provideService(Console.Console, console)
      )
      const one = escapedHostile.replace(String.raw`\u0009`, "\t")
      assert.deepStrictEqual(said, [one, one, one, one, `${one}\nb`, `${one}\nb`])
    })
  )
})

describe("a command", () => {
  const place = Tools.workspaceForAll()
  const client = "11111111-1111-7111-8111-111111111111"

  const user = "22222222-2222-7222-8222-222222222222"

  const plant = Effect.gen(function* () {
    const clients = yield* ClientStore
    yield* clients.addClient({ id: client, name: stored, environment: "test" })
    yield* clients.addReturnUrl(client, `https://app.example/${stored}`)
    yield* (yield* UserStore).create({
      userId: user,
      clientId: client,
      externalId: stored,
      createdAt: 0
    })
    yield* (yield* CertificateStore).record({
      serial: stored,
      clientId: client,
      environment: "test",
      subjectKeyId: "aa",
      notBefore: 0,
      notAfter: 1000,
      issuedAt: 0
    })
    yield* (yield* AuditLog).append({
      action: "RESTORED",
      subject: { clientId: stored },
      outcome: stored
    })
  })

  beforeAll(async () => {
    const stores = Layer.provideMerge(
      Layer.provide(UserStoreSql.layer, ChangeSignalsLocal.layer),
      CommandServices.layerFor({ SHEAF_DATA_DIR: place.dataDir })
    )
    await Effect.runPromise(plant.pipe(Effect.provide(stores), Effect.provide(NodeServices.layer)))
    await Tools.sheafPrints(place, "webhooks", "add", "--client", client, `https://hooks.example/?${visible}`)
  })

  it.each<readonly [words: ReadonlyArray<string>, lines: number]>([
    [["clients", "list"], 1],
    [["clients", "return-urls", "list", "--client", client], 1],
    [["certs", "list"], 1],
    [["webhooks", "list", "--client", client], 1],
    [["audit", "list"], 5],
    [["audit", "export"], 6],
    [["users", "export", "--client", client, "--user", user], 5]
  ])("prints stored text escaped, on one line for each entry: %s", async (words, lines) => {
    const { code, err, out } = await CommandLine.run(place, words)
    assert.strictEqual(code, 0, err)
    assert.notMatch(out, unprintable)
    assert.lengthOf(out.trimEnd().split("\n"), lines, out)
    assert.include(out.replaceAll(String.raw`\\u`, String.raw`\u`), String.raw`\u202ejpg`)
  })
})
