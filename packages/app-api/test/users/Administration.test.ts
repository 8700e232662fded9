/** Clients and keys by the command line: beside a service that runs, and before there is one. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { start } from "../../src/testing/ServiceProcess.ts"
import type { ServiceProcess } from "../../src/testing/ServiceProcess.ts"
import { inherited } from "../service/Surroundings.ts"

const entry = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

let folder: string
let dataDir: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-administration-"))
  dataDir = join(folder, "data")
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a command in this data folder, to its end. */
const sheaf = async (...words: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, ["--conditions=@sheaf/source", entry, ...words], {
    env: { ...inherited, SHEAF_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const exited = once(child, "exit")
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await exited
  return { code, out, err }
}

/** What a command prints that has to succeed, without the line break. */
const printed = async (...words: ReadonlyArray<string>): Promise<string> => {
  const { code, err, out } = await sheaf(...words)
  assert.strictEqual(code, 0, err)
  assert.isTrue(out.endsWith("\n"), out)
  return out.slice(0, -1)
}

/** What a command says that is refused, without `sheaf: `. It prints nothing. */
const refusal = async (...words: ReadonlyArray<string>): Promise<string> => {
  const { code, err, out } = await sheaf(...words)
  assert.strictEqual(code, 1)
  assert.strictEqual(out, "")
  return /^sheaf: (.+)\n$/.exec(err)?.[1] ?? assert.fail(err)
}

const lines = (printed: string): ReadonlyArray<ReadonlyArray<string>> =>
  printed.split("\n").map((line) => line.split("\t"))

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe("a client", () => {
  it("is made before the service was ever started, and is listed", async () => {
    const id = await printed("clients", "create", "--name", "Brask & Söner")
    assert.match(id, uuid)
    assert.deepStrictEqual(lines(await printed("clients", "list")), [[id, "test", "Brask & Söner"]])
  })

  it.each([
    ["no name", []],
    ["a name with a tab, which would break lists", ["--name", "a\tb"]]
  ])("cannot be made with %s", async (_, words) => {
    const { code, err } = await sheaf("clients", "create", ...words)
    assert.strictEqual(code, 1)
    assert.match(err, /--name/)
    assert.notMatch(err, /sheaf failed/)
  })

  it("is not made in a folder that cannot be used", async () => {
    const before = dataDir
    dataDir = entry
    try {
      assert.include(await refusal("clients", "create", "--name", "Lund"), "cannot use")
    } finally {
      dataDir = before
    }
  })

  it("is not looked for in a folder whose name was mistyped, and none is made", async () => {
    const before = dataDir
    dataDir = join(folder, "dtaa")
    try {
      for (const words of [
        ["clients", "list"],
        ["keys", "revoke", "--key", "abcdefghijkl"]
      ]) {
        assert.include(await refusal(...words), "has no database")
      }
      assert.isFalse(existsSync(dataDir))
    } finally {
      dataDir = before
    }
  })
})

describe("an API key", () => {
  let service: ServiceProcess
  let client: string

  beforeAll(async () => {
    service = await start({ dataDir })
    client = await printed("clients", "create", "--name", "Lund")
  })
  afterAll(async () => {
    await service.stop()
  })

  const statusWith = async (key: string): Promise<number> => {
    const headers = { "authorization-token": key, "service-version": "2026-04-01" }
    return (await fetch(`${service.base}/companies/availability`, { headers })).status
  }

  it("opens the service that runs, can be rotated, and is refused at once when it is revoked", async () => {
    const first = await printed("keys", "create", "--client", client)
    const second = await printed("keys", "create", "--client", client)
    for (const key of [first, second]) {
      assert.match(key, /^sheaf_test_[0-9A-Za-z]{12}_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$/)
      assert.strictEqual(await statusWith(key), 200)
    }
    assert.include(await refusal("keys", "create", "--client", client), "the client already has 2 live keys")

    const id = first.split("_")[2] ?? ""
    assert.strictEqual(await printed("keys", "revoke", "--key", id), id)
    assert.deepStrictEqual([await statusWith(first), await statusWith(second)], [401, 200])
    assert.strictEqual(await refusal("keys", "revoke", "--key", id), "no live key has this id")

    const third = await printed("keys", "create", "--client", client)
    assert.deepStrictEqual([await statusWith(second), await statusWith(third)], [200, 200])
    const listed = lines(await printed("keys", "list", "--client", client))
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

  it("is not made for a client that there is not, and no whole key is repeated in a refusal", async () => {
    assert.strictEqual(await refusal("keys", "create", "--client", "nobody"), 'no client has the id "nobody"')
    assert.strictEqual(await refusal("keys", "revoke", "--key", "sheaf_test_whole"), "no live key has this id")
  })
})

describe("the keys of tokens", () => {
  it("are rotated, each time to another one", async () => {
    const [first, second] = [await printed("tokens", "rotate"), await printed("tokens", "rotate")]
    for (const id of [first, second]) assert.match(id, /^[A-Za-z0-9_-]{43}$/)
    assert.notStrictEqual(first, second)
  })
})

describe("a new data folder", () => {
  it("gets one set of keys, also when several commands and a service come at once", async () => {
    const before = dataDir
    dataDir = join(folder, "new")
    try {
      const [service, ...made] = await Promise.all([
        start({ dataDir }),
        printed("clients", "create", "--name", "One"),
        printed("clients", "create", "--name", "Two")
      ])
      await service.stop()
      const listed = lines(await printed("clients", "list")).map(([id]) => id)
      assert.includeMembers(listed, made)
      assert.isTrue(existsSync(join(dataDir, "pepper")))
    } finally {
      dataDir = before
    }
  })
})

describe("a database that cannot be used", () => {
  /** SQLite writes to no file of a later format than its own, whoever asks: this one can only be read (its format, 1.3.3). */
  const makeReadOnly = (database: string) => {
    const bytes = readFileSync(database)
    bytes[18] = 3
    writeFileSync(database, bytes)
  }

  it.each<[what: string, harm: (database: string) => void, why: string]>([
    ["can only be read", makeReadOnly, "attempt to write a readonly database"],
    [
      "is of an older release and can only be read",
      (database) => {
        const older = new DatabaseSync(database)
        older.exec("DROP TABLE sheaf_migration")
        older.close()
        makeReadOnly(database)
      },
      "attempt to write a readonly database"
    ],
    [
      "is a folder",
      (database) => {
        rmSync(database)
        mkdirSync(database)
      },
      "unable to open database file"
    ],
    [
      "is something else",
      (database) => writeFileSync(database, "somebody's notes".repeat(100)),
      "file is not a database"
    ]
  ])("because it %s is told of in one line, whatever was to be done", async (_, harm, why) => {
    const before = dataDir
    dataDir = mkdtempSync(join(folder, "harmed-"))
    const database = join(dataDir, "sheaf.db")
    try {
      await printed("clients", "create", "--name", "Lund")
      harm(database)
      for (const words of [
        ["clients", "list"],
        ["clients", "create", "--name", "Brask"],
        ["certs", "revoke", "--serial", "01"]
      ]) {
        assert.strictEqual(await refusal(...words), `cannot use the database ${database}: ${why}`)
      }
    } finally {
      dataDir = before
    }
  })
})

describe("a command that is typed wrongly", () => {
  it.each([
    ["an option twice", ["certs", "sign", "--csr", "a", "--csr", "b"], "--csr"],
    ["without one that it needs", ["certs", "sign"], "--csr"],
    ["with a value that an option does not take", ["certs", "crl", "--environment", "both"], "--environment"],
    ["with an option that it does not have", ["clients", "list", "--all"], "--all"],
    ["with an argument that it does not take", ["clients", "require-mtls", "--client", "a", "maybe"], "maybe"],
    ["by a name that none has", ["certs", "sing"], "sing"],
    ["by the first half of its name", ["certs"], "USAGE"]
  ])("%s, prints nothing, and says what is wrong beside its help", async (_, words, wrong) => {
    const { code, err, out } = await sheaf(...words)
    assert.deepStrictEqual([code, out], [1, ""])
    assert.include(err, "USAGE")
    assert.include(err, wrong)
  })

  it("prints its help where that is what was asked for", async () => {
    const { code, err, out } = await sheaf("certs", "sign", "--help")
    assert.deepStrictEqual([code, err], [0, ""])
    assert.include(out, "USAGE")
    assert.match(await printed("--version"), /^sheaf v\d/)
  })
})
