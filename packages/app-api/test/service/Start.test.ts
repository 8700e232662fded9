/** Errors at startup: the service prints one line and exits with code 1. */
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { execSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as DeployFiles from "../../src/testing/DeployFiles.ts"
import { start } from "../../src/testing/ServiceProcess.ts"
import * as CommandLine from "../CommandLine.ts"
import { close, listen } from "../../src/testing/TestServer.ts"
import * as SelfSigned from "../SelfSigned.ts"

let folder: string
let dataDir: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-start-"))
  dataDir = join(folder, "data")
})
afterEach(() => rmSync(folder, { recursive: true }))

type Environment = Readonly<Record<string, string>>

/**
 * Starts a service that must fail to start, and returns its error line without the prefix `sheaf: `. Skips earlier log
 * lines.
 */
const refusal = async (env: Environment = {}): Promise<string> => {
  const { code, err } = await CommandLine.serve({ folder, dataDir }, env)
  assert.strictEqual(code, 1, err)
  return /^(?:\{.+\}\n)*sheaf: (.+)\n$/.exec(err)?.[1] ?? assert.fail(err)
}

const startAndStop = async (env: Environment = {}) => {
  const { code, err } = await CommandLine.serve({ folder, dataDir }, env)
  assert.strictEqual(code, 0, err)
}

describe("a service that does not start", () => {
  it("reports an invalid setting, and ends its process", async () => {
    const said = await start({ dataDir, env: { SHEAF_MODE: "staging" } }).then(
      () => assert.fail("it started"),
      (error: Error) => error.message
    )
    assert.match(said, /^serve ended with code 1:\nsheaf: SHEAF_MODE=staging: expected .+\n$/)
  })

  it.each(["PORT", "MTLS_PORT", "LOGIN_HOST_PORT"])("reports that another process listens on its %s", async (name) => {
    const other = createServer()
    const port = await listen(other)
    try {
      const said = await refusal({ MTLS_PORT: "0", [name]: String(port) })
      const reason = "another process is listening there; stop it, or choose another port"
      assert.strictEqual(said, `HOST=127.0.0.1 ${name}=${port}: cannot listen: ${reason}`)
    } finally {
      await close(other)
    }
  })

  it("reports an unusable server certificate", async () => {
    const [certFile, keyFile, config] = [join(folder, "a.pem"), join(folder, "a.key"), join(folder, "config.json")]
    writeFileSync(config, JSON.stringify({ tls: { certFile, keyFile } }))
    assert.strictEqual(await refusal({ SHEAF_CONFIG: config }), `${keyFile} cannot be read: NotFound`)
    writeFileSync(keyFile, "no key")
    writeFileSync(certFile, "no certificate")
    assert.strictEqual(await refusal({ SHEAF_CONFIG: config }), `${keyFile} holds no PEM key`)
  })

  it("reports that other users can read its server key, and how to fix that", async () => {
    const [pair, config] = [SelfSigned.makeIn(folder), join(folder, "config.json")]
    writeFileSync(config, JSON.stringify({ tls: pair }))
    chmodSync(pair.keyFile, 0o644)
    const said = await refusal({ SHEAF_CONFIG: config })
    const remedy = `run chmod 600 ${pair.keyFile}`
    assert.strictEqual(said, `SHEAF_CONFIG: tls.keyFile: other users can read or change ${pair.keyFile}: ${remedy}`)
  })

  it("reports an address that the machine does not have", async () => {
    // 192.0.2.0/24 is reserved for examples (RFC 5737), so no machine has such an address.
    const fill = (byte: number) => Buffer.alloc(32, byte).toString("base64")
    const env = { HOST: "192.0.2.1", SHEAF_DEMO: "off", SHEAF_KEYS: `one:${fill(1)}`, SHEAF_PEPPER: fill(2) }
    assert.include(await refusal(env), "HOST=192.0.2.1 PORT=0: cannot listen")
  })

  it("reports a data folder that is a file", async () => {
    writeFileSync(dataDir, "")
    assert.include(await refusal(), `SHEAF_DATA_DIR: cannot use ${dataDir} as the data folder`)
  })

  it("reports that other users can read its keys, and how to fix that", async () => {
    const file = join(dataDir, "keys")
    mkdirSync(dataDir)
    writeFileSync(file, "", { mode: 0o640 })
    assert.strictEqual(await refusal(), `other users can read or change ${file}: run chmod 600 ${file}`)
  })

  it("reports that other users can change its data folder, and how to fix that", async () => {
    mkdirSync(dataDir)
    chmodSync(dataDir, 0o777)
    const said = await refusal()
    assert.strictEqual(said, `SHEAF_DATA_DIR: other users can change files in ${dataDir}: run chmod 700 ${dataDir}`)
    execSync(said.slice(said.indexOf("chmod")))
    assert.strictEqual(statSync(dataDir).mode & 0o777, 0o700)
  })

  it("reports that other users can replace its data folder", async () => {
    const open = join(folder, "open")
    mkdirSync(open)
    chmodSync(open, 0o777)
    const inside = join(open, "data")
    const why = `other users can replace ${inside}, because everybody can write to ${open}`
    assert.include(await refusal({ SHEAF_DATA_DIR: inside }), `SHEAF_DATA_DIR: ${why}`)
  })

  it("reports that another process uses its data folder", async () => {
    const first = await start({ dataDir })
    try {
      assert.include(await refusal(), "another process is using the data folder")
    } finally {
      await first.stop()
    }
  })

  it("reports that its data folder belongs to a newer release, and changes nothing", async () => {
    await startAndStop()
    const database = new DatabaseSync(join(dataDir, "sheaf.db"))
    // Pretends that a later release has migrated the database and no longer supports this one.
    database.exec(
      "UPDATE schema_release SET oldest = 999; INSERT INTO sheaf_migration VALUES (999, 'later', '2027-01-01')"
    )
    const rows = () => database.prepare("SELECT * FROM sheaf_migration").all()
    const before = rows()
    const said = await refusal()
    assert.match(
      said,
      /belongs to a newer release, which no longer supports this release \(migration \d+\): start a newer/
    )
    assert.deepStrictEqual(rows(), before)
    database.close()
  })

  const foreign = (file: string) => {
    const other = new DatabaseSync(file)
    other.exec("CREATE TABLE note (text TEXT)")
    other.close()
  }

  it.each<readonly [string, (file: string) => void, string]>([
    ["empty", (file) => writeFileSync(file, ""), "is empty, or belongs to another program: restore a backup, or "],
    ["another program's", foreign, "is empty, or belongs to another program: restore a backup, or "],
    ["not a database", (file) => writeFileSync(file, "notes".repeat(1000)), "file is not a database; restore a backup"]
  ])("reports that its database is %s, and leaves the file as it was", async (_, replace, why) => {
    await startAndStop()
    const database = join(dataDir, "sheaf.db")
    for (const end of ["", "-shm", "-wal"]) rmSync(`${database}${end}`, { force: true })
    replace(database)
    const before = readFileSync(database)
    const said = await refusal()
    assert.include(said, why)
    assert.include(said, database)
    assert.deepStrictEqual(readFileSync(database), before)
  })

  it("is not one whose first start died while it created the database", async () => {
    await startAndStop()
    writeFileSync(join(dataDir, "sheaf.db"), "")
    writeFileSync(join(dataDir, "sheaf.db-creating"), "")
    await startAndStop()
    assert.isFalse(existsSync(join(dataDir, "sheaf.db-creating")))
  })

  it("reports a lock that cannot be opened", async () => {
    mkdirSync(join(dataDir, "lock"), { recursive: true })
    const said = await refusal()
    assert.include(said, `cannot lock the data folder (${join(dataDir, "lock")}): `)
    assert.notInclude(said, "another process")
  })
})

it("started with `npm start`, the service stops when only npm receives the signal, as supervisors send it", async () => {
  const service = await start({ dataDir, program: ["npm", "start", "--prefix", DeployFiles.repositoryRoot] })
  await service.stop()
  assert.include(service.output(), "Sheaf has stopped.")
})

describe("the sandbox's own keys", () => {
  const files = ["keys", "pepper"] as const

  it("are never replaced once a database exists: the service names the missing files and does not start", async () => {
    await startAndStop()
    const kept = files.map((file) => ({ path: join(dataDir, file), content: readFileSync(join(dataDir, file)) }))
    for (const lost of [kept.slice(0, 1), kept.slice(1), kept]) {
      for (const { path } of lost) rmSync(path)
      const said = await refusal()
      for (const file of kept) {
        assert.strictEqual(said.includes(file.path), lost.includes(file), `${file.path} in: ${said}`)
        assert.strictEqual(existsSync(file.path), !lost.includes(file), "nothing is put in its place")
      }
      for (const { content, path } of lost) writeFileSync(path, content, { mode: 0o600 })
    }
    await startAndStop()
  })

  it("are generated on the first start, even if an earlier start died halfway", async () => {
    await startAndStop()
    rmSync(join(dataDir, "sheaf.db"))
    rmSync(join(dataDir, "pepper"))
    writeFileSync(join(dataDir, "pepper.new"), "half")
    const keys = readFileSync(join(dataDir, "keys"), "utf8")
    await startAndStop()
    assert.strictEqual(readFileSync(join(dataDir, "keys"), "utf8"), keys)
    assert.isFalse(existsSync(join(dataDir, "pepper.new")))
  })

  it.each(files)("are named if unusable: an empty %s", async (file) => {
    const path = join(dataDir, file)
    mkdirSync(dataDir)
    writeFileSync(path, "", { mode: 0o600 })
    assert.include(await refusal(), `${path}: expected`)
  })
})
