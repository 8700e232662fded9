/**
 * The victim's thread. The victim polls its collections as `pollingInterval` asks, starts a collection each second and
 * uploads a PDF. It keeps to every limit.
 */
import { readFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"
import { Client, hasEnded } from "@sheaf/adapters-http/testing"
import { victimAddress } from "../stage/Raw.ts"
import * as OwnAddress from "./OwnAddress.ts"
import { calls } from "./Summary.ts"
import type { Call, Summary } from "./Summary.ts"
import type { Place } from "./Victim.ts"

const place: Place = workerData
const client = new Client({
  base: place.base,
  headers: { "authorization-token": place.apiKey },
  contract: "unchecked",
  fetch: OwnAddress.fetchFrom(victimAddress)
})

/** The number of waiting collections. */
const waiting = 20
const waitingStart = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: "two-factor", password: "secret" }]
} as const
const shortStart = {
  ...waitingStart,
  parameters: [{ type: "USERNAME_PASSWORD", username: "maja", password: "secret" }]
} as const

/** Returns a policy that is too large for the service to read without a place for large bodies. */
const largePolicy = (): string => {
  const fixture = new URL("../../../../packages/adapters-pdf/fixtures/ee-motor-policy.pdf", import.meta.url)
  const file = readFileSync(fixture)
  const end = file.subarray(file.lastIndexOf("startxref"))
  return Buffer.concat([file, Buffer.from(`\n%${"x".repeat(300_000)}\n`), end]).toString("base64")
}
const uploadStart = {
  company: "ee-rannakindlustus",
  loginMethod: "PDF_UPLOAD",
  parameters: [{ type: "PDF_DOCUMENT", fileName: "policy.pdf", content: largePolicy() }]
} as const

const fresh = (): Record<Call, Array<number>> => ({ poll: [], start: [], upload: [] })
let latencies = fresh()
let errors: Array<string> = []
const running = new Map<Call, number>()

/** Records a call's latency or error. */
const timed = async (call: Call, work: () => Promise<unknown>): Promise<void> => {
  const began = performance.now()
  running.set(call, began)
  try {
    await work()
  } catch (error) {
    errors.push(`${call} failed: ${error instanceof Error ? error.message : String(error)}`)
  }
  running.delete(call)
  latencies[call].push(performance.now() - began)
}

const upload = async (): Promise<void> => {
  const id = await client.begin(uploadStart)
  for (;;) {
    const answer = await client.send(`/collections/${id}/status`, { headers: { prefer: "wait=30" } })
    const seen = answer.expect(200).read<Awaited<ReturnType<typeof client.status>>>()
    if (!hasEnded(seen)) continue
    if (seen.status !== "COMPLETED") throw new Error(`the upload ended as ${seen.status}`)
    return
  }
}

const take = (): Summary => {
  const now = performance.now()
  for (const call of calls) {
    const began = running.get(call)
    if (began !== undefined) latencies[call].push(now - began)
  }
  const summary: Summary = { latencies, errors }
  latencies = fresh()
  errors = []
  return summary
}

const ids: Array<string> = []
for (let number = 0; number < waiting; number++) ids.push(await client.begin(waitingStart))
await client.begin(shortStart)
await upload()

/** Repeats a call forever, with the pause between two calls in milliseconds. */
const repeat = async (call: Call, millis: number, work: (round: number) => Promise<unknown>): Promise<never> => {
  for (let round = 0; ; round++) {
    await timed(call, () => work(round))
    await pause(millis)
  }
}
// Each collection is polled every two seconds, as its `pollingInterval` asks.
void repeat("poll", 2_000 / waiting, (round) => client.status(ids[round % waiting] ?? ""))
void repeat("start", 1_000, () => client.begin(shortStart))
void repeat("upload", 1_000, upload)

parentPort?.on("message", () => parentPort?.postMessage(take()))
parentPort?.postMessage("ready")
