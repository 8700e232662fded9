/** The recorded data folders, and the current service running on a copy of one (fixtures/data/README.md). */
import { freePort } from "@sheaf/adapters-sql/testing"
import { Client } from "@sheaf/adapters-http/testing"
import type { HeaderFields } from "@sheaf/adapters-http/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { Schema } from "effect"
import { chmodSync, cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert } from "vitest"
import { bulkLimits, RecordedData, start } from "../../src/testing/index.ts"
import type { ServiceProcess } from "../../src/testing/index.ts"

const root = fileURLToPath(new URL("../../../../fixtures/data", import.meta.url))
const shiftedClock = new URL("ShiftedClock.ts", import.meta.url).href

const manifestIn = Schema.decodeUnknownSync(RecordedData.Manifest, { onExcessProperty: "error" })
const answersIn = Schema.decodeUnknownSync(Schema.Array(RecordedData.RecordedAnswer), { onExcessProperty: "error" })

export interface RecordedFolder {
  /** The folder's release and how its service ended, for test titles: `0.0.0/stopped`. */
  readonly name: string
  readonly manifest: RecordedData.Manifest
  readonly answers: ReadonlyArray<RecordedData.RecordedAnswer>
}

const read = (...path: ReadonlyArray<string>): unknown => JSON.parse(readFileSync(join(root, ...path), "utf8"))

/** All recorded folders, from all releases. */
export const all: ReadonlyArray<RecordedFolder> = globSync("*/*/manifest.json", { cwd: root })
  .map((path) => path.replaceAll("\\", "/").replace("/manifest.json", ""))
  .sort()
  .map((name) => ({
    name,
    manifest: manifestIn(read(name, "manifest.json")),
    answers: answersIn(read(name, "answers.json"))
  }))

/**
 * Copies a data folder so that only its owner can read it, as the service requires. Git does not store these
 * permissions.
 */
const copy = (from: string, to: string): void => {
  cpSync(from, to, { recursive: true })
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  }
}

type Prepare = (dataDir: string) => Promise<Readonly<Record<string, string>>>

/** The current service running on a copy of a recorded folder. */
export class Opened {
  readonly dataDir: string
  /** The port of the sandbox's login host, which also serves the bank pages. */
  readonly loginHostPort: number
  readonly #manifest: RecordedData.Manifest
  readonly #scratch: string
  readonly #service: ServiceProcess
  /** One token per user, by user id. */
  readonly #tokens = new Map<string, Promise<string>>()

  private constructor(scratch: string, manifest: RecordedData.Manifest, service: ServiceProcess, port: number) {
    this.#scratch = scratch
    this.dataDir = join(scratch, "data")
    this.#manifest = manifest
    this.#service = service
    this.loginHostPort = port
  }

  /** `prepare` can change the data folder first. It returns further environment variables of the service. */
  static async open({ manifest, name }: RecordedFolder, prepare: Prepare = () => Promise.resolve({})): Promise<Opened> {
    const scratch = mkdtempSync(join(tmpdir(), "sheaf-recorded-"))
    copy(join(root, name, "data"), join(scratch, "data"))
    const loginHostPort = await freePort()
    const configFile = join(scratch, "config.json")
    const config = { ...manifest.config, limits: bulkLimits, proxies: ["127.0.0.1", "::1"] }
    writeFileSync(configFile, JSON.stringify(config))
    const env = {
      ...manifest.env,
      ...(await prepare(join(scratch, "data"))),
      SHEAF_CONFIG: configFile,
      LOGIN_HOST_PORT: String(loginHostPort),
      NODE_OPTIONS: `--import=${shiftedClock}`,
      CLOCK_OFFSET_MILLIS: String(manifest.endedAt - Date.now())
    }
    const service = await start({ dataDir: join(scratch, "data"), env })
    return new Opened(scratch, manifest, service, loginHostPort)
  }

  get base(): string {
    return this.#service.base
  }

  async close(): Promise<void> {
    await this.#service.kill()
    rmSync(this.#scratch, { recursive: true })
  }

  /** Returns a client that sends only these header fields and the version header. */
  with(headers: HeaderFields, version: ApiVersion = "2026-04-01"): Client {
    return new Client({ base: this.base, version, headers: { "authorization-token": undefined, ...headers } })
  }

  /** Returns the valid API key of a client. */
  keyOf(client: string): string {
    const { keys } = this.#manifest.clients.find(({ name }) => name === client) ?? assert.fail(`no client ${client}`)
    return keys.find(({ isLive }) => isLive)?.key ?? assert.fail(`${client} has no live key`)
  }

  async #startSession(userId: string, key: string): Promise<string> {
    const answer = await this.with({ "authorization-token": key }).post(`/users/${userId}/sessions`)
    return answer.expect(201).read<{ readonly token: string }>().token
  }

  #tokenOf(userId: string, key: string): Promise<string> {
    const token = this.#tokens.get(userId) ?? this.#startSession(userId, key)
    this.#tokens.set(userId, token)
    return token
  }

  /**
   * Returns an HTTP client for the named API client or user. It sends the API client's key and, for a user, also the
   * user's token.
   */
  async as(name: string, version?: ApiVersion): Promise<Client> {
    const user = this.#manifest.users.find((each) => each.name === name)
    if (user === undefined) return this.with({ "authorization-token": this.keyOf(name) }, version)
    const key = this.keyOf(user.client)
    const token = await this.#tokenOf(user.userId, key)
    return this.with({ "authorization-token": key, authorization: `Bearer ${token}` }, version)
  }
}
