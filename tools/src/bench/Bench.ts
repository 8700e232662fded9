/** What the benchmarks share: a service with a client of its own, and processes beside it. */
import { ApiKeysLive, KeyRing } from "@sheaf/adapters-security"
import { ClientStoreSql, Sqlite } from "@sheaf/adapters-sql"
import { start as startService } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { ApiKeys, ClientStore } from "@sheaf/ports"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const secret = new Uint8Array(32).fill(11)
const pepper = Redacted.make(secret)

/** Keys of an operator, so that the benchmark can issue an API key beside the running service. */
const env = {
  SHEAF_KEYS: Redacted.value(KeyRing.formatKey("bench", secret)),
  SHEAF_PEPPER: Base64.encode(secret)
}

const issueKey = (database: string) =>
  Effect.gen(function* () {
    yield* (yield* ClientStore).addClient({ id: "bench", name: "Benchmark", environment: "test" })
    return Redacted.value(yield* (yield* ApiKeys).issue("bench"))
  }).pipe(
    Effect.provide(
      ApiKeysLive.layer(pepper).pipe(
        Layer.provideMerge(ClientStoreSql.layer),
        Layer.provide([Sqlite.layer(database), SecureRandom.layerWebCrypto])
      )
    ),
    Effect.runPromise
  )

export interface Bench {
  readonly database: string
  readonly apiKey: string
  /** What API keys are hashed with, in hex. */
  readonly hashKey: string
  readonly service: ServiceProcess
  /** Milliseconds from the start of the process to its first answer. */
  readonly startMillis: number
}

const firstAnswer = async (base: string): Promise<void> => {
  const answer = await fetch(`${base}/health`)
  if (answer.status !== 200) throw new Error(`the service does not answer: ${answer.status}`)
}

/** Runs `use` beside a fresh service. */
export const withService = async <A>(use: (bench: Bench) => Promise<A>): Promise<A> => {
  const dataDir = mkdtempSync(join(tmpdir(), "sheaf-bench-"))
  mkdirSync(dataDir, { recursive: true })
  const database = join(dataDir, "sheaf.db")
  const apiKey = await issueKey(database)
  const began = performance.now()
  const service = await startService({ dataDir, env })
  await firstAnswer(service.base)
  const startMillis = performance.now() - began
  try {
    const hashKey = Buffer.from(ApiKeysLive.hashKeyOf(pepper)).toString("hex")
    return await use({ database, apiKey, hashKey, service, startMillis })
  } finally {
    await service.stop()
    rmSync(dataDir, { recursive: true })
  }
}

/** Runs `use` beside another server, a script that prints where it listens. */
export const withServer = async <A>(
  script: URL,
  args: ReadonlyArray<string>,
  use: (base: string) => Promise<A>
): Promise<A> => {
  const child = spawn(process.execPath, [script.pathname, ...args], { stdio: ["ignore", "pipe", "inherit"] })
  try {
    const base = await new Promise<string>((resolve, reject) => {
      child.stdout.on("data", (chunk: Buffer) => {
        const match = /listens on (http:\/\/\S+)/.exec(chunk.toString())
        if (match?.[1] !== undefined) resolve(match[1])
      })
      child.on("exit", (code) => reject(new Error(`${script.pathname} ended with code ${String(code)}`)))
    })
    return await use(base)
  } finally {
    child.kill()
  }
}
