/**
 * A client that uses the service during an attack, in its own thread so that the attack does not distort its
 * measurements. It polls its collections as often as `pollingInterval` asks, starts a collection every second and
 * uploads PDFs. It respects every limit.
 */
import { readFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"
import * as SourceAddress from "../../workshop/driver/SourceAddress.ts"
import { startRequestAs, uploadStartRequest, inputRequiredStartRequest } from "./Starts.ts"
import type { CallKind, VictimOptions, CallSummary } from "./CallSummary.ts"

const place: VictimOptions = workerData
const send = SourceAddress.fetchFrom(SourceAddress.victimAddress)

/** Calls the service without the test client, which takes a second to load. Throws if the call fails. */
const call = async <A>(
  path: string,
  { body, wait }: { readonly body?: object; readonly wait?: number } = {}
): Promise<A> => {
  const headers = {
    "authorization-token": place.apiKey,
    "service-version": "2026-04-01",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(wait !== undefined && { prefer: `wait=${wait}` })
  }
  const init = { headers, ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }) }
  const response = await send(place.base + path, init)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as A // The caller chooses `A` to match the documented response.
}

interface Seen {
  readonly id: string
  readonly status: string
  readonly pollingInterval?: number
}

const begin = async (body: object): Promise<string> => (await call<Seen>("/collections", { body })).id

const read = (id: string, wait?: number): Promise<Seen> =>
  call(`/collections/${id}/status`, wait === undefined ? {} : { wait })

const waiting = 20
const shortStart = startRequestAs("maja")

const fixture = new URL("../../../../packages/adapters-pdf/fixtures/ee-motor-policy.pdf", import.meta.url)
const policy = readFileSync(fixture)
const end = policy.subarray(policy.lastIndexOf("startxref"))
/** The body is so large that the service reads it only when a slot for large bodies is free. */
const uploadStart = uploadStartRequest(Buffer.concat([policy, Buffer.from(`\n%${"x".repeat(300_000)}\n`), end]))

const fresh = (): Record<CallKind, Array<number>> => ({ poll: [], start: [], upload: [] })
let latencies = fresh()
let errors: Array<string> = []

const running = new Map<CallKind, number>()

const timed = async (name: CallKind, work: () => Promise<unknown>): Promise<void> => {
  running.set(name, performance.now())
  await work().catch((error: unknown) => errors.push(`${name} failed: ${String(error)}`))
  latencies[name].push(performance.now() - (running.get(name) ?? 0))
  running.delete(name)
}

const upload = async (): Promise<void> => {
  const id = await begin(uploadStart)
  for (;;) {
    const { pollingInterval, status } = await read(id, 30)
    if (pollingInterval !== undefined) continue
    if (status !== "COMPLETED") throw new Error(`the upload ended as ${status}`)
    return
  }
}

const reset = (): CallSummary => {
  const summary: CallSummary = { latencies, errors }
  latencies = fresh()
  errors = []
  return summary
}

const patienceMillis = 60_000

/**
 * Waits up to `patienceMillis` for the calls in progress. If a call is still running after that, records its duration
 * so far.
 */
const take = async (): Promise<CallSummary> => {
  const last = [...running]
  const left = () => last.filter(([name, began]) => running.get(name) === began)
  for (const until = performance.now() + patienceMillis; left().length > 0 && performance.now() < until;)
    await pause(10)
  for (const [name, began] of left()) latencies[name].push(performance.now() - began)
  return reset()
}

const ids: Array<string> = []
for (let number = 0; number < waiting; number++) ids.push(await begin(inputRequiredStartRequest))
for (const id of ids) await timed("poll", () => read(id))
await timed("start", () => begin(shortStart))
await timed("upload", upload)
if (errors.length > 0) throw new Error(errors.join("; "))
parentPort?.postMessage(reset())

const repeat = async (name: CallKind, millis: number, work: (round: number) => Promise<unknown>): Promise<never> => {
  for (let round = 0; ; round++) {
    await timed(name, () => work(round))
    await pause(millis)
  }
}
// Polls each collection every two seconds, as its `pollingInterval` asks.
void repeat("poll", 2_000 / waiting, (round) => read(ids[round % waiting] ?? ""))
void repeat("start", 1_000, () => begin(shortStart))
void repeat("upload", 1_000, upload)

parentPort?.on("message", () => void take().then((summary) => parentPort?.postMessage(summary)))
