/** What keeps the service from starting: said in one line, by a process that ends with code 1. */
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { start } from "../../src/testing/ServiceProcess.ts"

let folder: string
let dataDir: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-start-"))
  dataDir = join(folder, "data")
})
afterEach(() => rmSync(folder, { recursive: true }))

type Environment = Readonly<Record<string, string>>

/** What a service says that does not start: the one line, without its `sheaf: `. What it logs before is another matter. */
const refusal = async (env: Environment = {}): Promise<string> => {
  const said = await start({ dataDir, env }).then(
    async (service) => {
      await service.stop()
      return assert.fail("it started")
    },
    (error: Error) => error.message
  )
  return /^sheaf serve ended with code 1:\n(?:\{.+\}\n)*sheaf: (.+)\n$/.exec(said)?.[1] ?? assert.fail(said)
}

/** Starts a service, and stops it when it listens. */
const startAndStop = async (env: Environment = {}) => {
  assert.strictEqual(await (await start({ dataDir, env })).stop(), 0)
}

describe("a service that cannot start", () => {
  it("says what is wrong with its settings", async () => {
    assert.match(await refusal({ SHEAF_MODE: "production" }), /^SHEAF_MODE=production: this release has/)
  })

  it.each(["PORT", "MTLS_PORT", "LOGIN_HOST_PORT"])("says that another process has its %s", async (name) => {
    const other = createServer()
    const port = await new Promise<number>((resolve, reject) =>
      other.listen(0, "127.0.0.1", () => {
        const address = other.address()
        if (typeof address === "object" && address !== null) resolve(address.port)
        else reject(new Error("the other server has no port"))
      })
    )
    try {
      const said = await refusal({ MTLS_PORT: "0", [name]: String(port) })
      assert.strictEqual(said, `HOST=127.0.0.1 ${name}=${port}: cannot listen: another process is listening there`)
    } finally {
      await new Promise((resolve) => other.close(resolve))
    }
  })

  it("says that the certificate of its server cannot be used", async () => {
    const [certFile, keyFile, config] = [join(folder, "a.pem"), join(folder, "a.key"), join(folder, "config.json")]
    writeFileSync(config, JSON.stringify({ tls: { certFile, keyFile } }))
    assert.strictEqual(await refusal({ SHEAF_CONFIG: config }), `${keyFile} cannot be read: NotFound`)
    writeFileSync(keyFile, "no key")
    writeFileSync(certFile, "no certificate")
    assert.strictEqual(await refusal({ SHEAF_CONFIG: config }), `${keyFile} holds no PEM key`)
  })

  it("says that the machine has no such address", async () => {
    // 192.0.2.0/24 is for examples (RFC 5737): no machine has it.
    const fill = (byte: number) => Buffer.alloc(32, byte).toString("base64")
    const env = { HOST: "192.0.2.1", SHEAF_DEMO: "off", SHEAF_KEYS: `one:${fill(1)}`, SHEAF_PEPPER: fill(2) }
    assert.include(await refusal(env), "HOST=192.0.2.1 PORT=0: cannot listen")
  })

  it("says that its data folder is a file", async () => {
    writeFileSync(dataDir, "")
    assert.include(await refusal(), `SHEAF_DATA_DIR: cannot use ${dataDir} as the data folder`)
  })

  it("says that its data folder cannot be made", async () => {
    writeFileSync(join(folder, "file"), "")
    dataDir = join(folder, "file", "data")
    assert.include(await refusal(), `SHEAF_DATA_DIR: cannot use ${dataDir} as the data folder`)
  })

  it("says that another process works with its data", async () => {
    const first = await start({ dataDir })
    try {
      assert.include(await refusal(), "another process works with the data folder")
    } finally {
      await first.stop()
    }
  })

  it("says that its lock cannot be opened, and blames nobody", async () => {
    mkdirSync(join(dataDir, "lock"), { recursive: true })
    const said = await refusal()
    assert.include(said, `(${join(dataDir, "lock")}) cannot be taken: `)
    assert.notInclude(said, "another process")
  })
})

describe("the sandbox's own keys", () => {
  const files = ["keys", "pepper"] as const

  it("are never made anew beside a database: it does not start, and names what is missing", async () => {
    await startAndStop()
    const kept = files.map((file) => ({ path: join(dataDir, file), content: readFileSync(join(dataDir, file)) }))
    for (const lost of [kept.slice(0, 1), kept.slice(1), kept]) {
      for (const { path } of lost) rmSync(path)
      const said = await refusal()
      for (const file of kept) {
        assert.strictEqual(said.includes(file.path), lost.includes(file), `${file.path} in: ${said}`)
        assert.strictEqual(existsSync(file.path), !lost.includes(file), "nothing is put in its place")
      }
      for (const { content, path } of lost) writeFileSync(path, content)
    }
    await startAndStop()
  })

  it("are made on the first start, also when an earlier one died half-way", async () => {
    await startAndStop()
    rmSync(join(dataDir, "sheaf.db"))
    rmSync(join(dataDir, "pepper"))
    writeFileSync(join(dataDir, "pepper.new"), "half")
    const keys = readFileSync(join(dataDir, "keys"), "utf8")
    await startAndStop()
    assert.strictEqual(readFileSync(join(dataDir, "keys"), "utf8"), keys)
    assert.isFalse(existsSync(join(dataDir, "pepper.new")))
  })

  it.each(files)("are named when they cannot be used: an empty %s", async (file) => {
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, file), "")
    assert.include(await refusal(), `${join(dataDir, file)}: expected`)
  })
})

describe("the keys of a database", () => {
  const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`
  const pepper = (fill: number) => Buffer.alloc(32, fill).toString("base64")
  const keys = (SHEAF_KEYS: string, SHEAF_PEPPER: string) => ({ SHEAF_KEYS, SHEAF_PEPPER })

  it("can be rotated, and are refused when they are others", async () => {
    await startAndStop(keys(key("old", 1), pepper(3)))
    await startAndStop(keys(`${key("new", 2)},${key("old", 1)}`, pepper(3)))
    await startAndStop(keys(key("new", 2), pepper(3)))
    assert.match(await refusal(keys(key("old", 1), pepper(3))), /^the database was sealed with keys/)
    assert.match(await refusal(keys(key("new", 2), pepper(4))), /^the database was made with another/)
  })
})
