/**
 * Sends generated requests, valid and invalid, to a service, and checks every response against its version's document
 * (spec 2.1, 2.2, 4, 7, 8, 9). Shrinks a failing request to the smallest one that reproduces the failure.
 */
import type { ServiceProcess } from "@sheaf/app-api/testing"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { Arbitrary, Effect } from "effect"
import * as LogCheck from "../workshop/checker/LogCheck.ts"
import { residentMegabytes } from "../workshop/checker/Memory.ts"
import * as Garbage from "./Garbage.ts"
import * as ReplyChecks from "./ReplyChecks.ts"
import { bytesOf } from "./Request.ts"
import type { FuzzRequest } from "./Request.ts"
import * as Requests from "./Requests.ts"
import type { OperationTarget } from "./Requests.ts"
import { formatBytes, FuzzReport } from "./FuzzReport.ts"
import type { FuzzFinding } from "./FuzzReport.ts"
import { Connection } from "./Wire.ts"
import type { ReceivedResponses } from "./Wire.ts"
import { Fixtures } from "./Fixtures.ts"

/** The limits of a run, which ends at the first limit that it reaches. */
export interface RunLimits {
  readonly millis?: number
  readonly requests?: number
}

export interface RunOptions {
  readonly service: ServiceProcess
  readonly documents: ReplyChecks.PublishedApis
  readonly most: RunLimits
  /** The seed. Runs with the same seed send the same requests, except for values that the service chose. */
  readonly seed: number
}

type Exchange = Omit<FuzzFinding, "violation" | "where"> & { readonly violations: ReadonlyArray<string> }

interface Place {
  readonly where: string
  readonly check: (lane: Lane, options: Arbitrary.CheckOptions) => Promise<unknown>
}

interface Lane {
  readonly connection: Connection
  before?: FuzzRequest
}

const connections = 4

/** How many consecutive requests go to the same operation. */
const turn = 5

/** How many requests are sent before the scenarios start again. */
const populateEvery = 1_500

const maxShrinks = 150

/** The final memory above which the run reports a leak, in megabytes. Caches and collections make some growth normal. */
const growth = (warm: number): number => warm * 1.5 + 200

const described = ({ responses, broken, closed, rest }: ReceivedResponses): string =>
  responses.map(({ body, status }) => `${status} ${formatBytes(body)}`).join("\n") ||
  (broken ?? `${rest.length} bytes, ${closed ? "closed" : "open"}`)

export class FuzzRun {
  readonly tally = new FuzzReport()
  readonly #setting: RunOptions
  readonly #world: Fixtures
  readonly #places: ReadonlyArray<Place>
  #turns = 0
  #sent = 0
  #began = 0
  /** Resident memory after a quarter of the run, in megabytes. */
  #warm: number | undefined
  #isDead = false

  constructor(setting: RunOptions) {
    this.#setting = setting
    this.#world = new Fixtures(setting.service.base)
    // Includes each unversioned operation only once.
    const targets = ApiVersion.supportedVersions.flatMap((version) =>
      setting.documents[version].operations
        .filter(({ isOpen }) => !isOpen || version === ApiVersion.head)
        .map((operation): OperationTarget => ({ operation, published: setting.documents[version] }))
    )
    this.#places = [...targets.map((target) => this.#placeOf(target)), this.#noOperation]
  }

  #placeOf(target: OperationTarget): Place {
    const { operation, published } = target
    const where = operation.isOpen ? `open ${operation.id}` : `${published.version} ${operation.id}`
    const plans = Requests.requestPlans(target)
    const attempt = (plan: Requests.RequestPlan, lane: Lane, alone: boolean) =>
      this.#try(where, Requests.buildRequest(plan, target, this.#world), lane, alone)
    return { where, check: (lane, options) => this.#check(where, plans, attempt, lane, options) }
  }

  get #noOperation(): Place {
    const where = "no operation"
    const attempt = async ({ aim, bytes }: Garbage.Garbage, { connection }: Lane): Promise<Exchange> => {
      const reply = await connection.send(bytes, ReplyChecks.garbageReadLimits, true)
      this.tally.count(where, String(reply.responses[0]?.status ?? "none"))
      const violations = ReplyChecks.garbageViolationsOf(reply).map((violation) => `${aim}: ${violation}`)
      return { aim, bytes, answer: described(reply), violations }
    }
    return { where, check: (lane, options) => this.#check(where, Garbage.garbage, attempt, lane, options) }
  }

  get #done(): number {
    const { millis = Infinity, requests = Infinity } = this.#setting.most
    return Math.max(this.#sent / requests, (performance.now() - this.#began) / millis)
  }

  /** Sends a request, and repeats it if the previous response left the connection unusable. */
  async #send(request: FuzzRequest, lane: Lane, alone: boolean): Promise<ReceivedResponses> {
    const { before, connection } = lane
    const bytes = bytesOf(request)
    const wasKept = connection.isKept && !alone
    lane.before = request
    const reply = await connection.send(bytes, ReplyChecks.readLimitsFor(request), alone)
    if (reply.responses.length > 0 || !wasKept || before === undefined) return reply
    const again = await connection.send(bytes, ReplyChecks.readLimitsFor(request))
    if (again.responses.length === 0) return again
    this.tally.fault({
      violation: `the connection ${reply.closed ? "ends" : "is dead"} after a response that did not announce it`,
      where: "kept connections",
      aim: before.aim,
      bytes: Buffer.concat([bytesOf(before), bytes]),
      answer: described(reply)
    })
    return again
  }

  async #try(where: string, request: FuzzRequest, lane: Lane, alone: boolean): Promise<Exchange> {
    const reply = await this.#send(request, lane, alone)
    const [answer] = reply.responses
    this.tally.count(where, answer === undefined ? "none" : String(answer.status))
    if (answer === undefined) this.#isDead = !(await this.isAlive())
    else this.#world.learn(answer)
    const violations = ReplyChecks.violationsOf(request, reply, this.#setting.documents)
    return { aim: request.aim, bytes: bytesOf(request), answer: described(reply), violations }
  }

  async #check<A>(
    where: string,
    requests: Arbitrary.Arbitrary<A>,
    attempt: (value: A, lane: Lane, alone: boolean) => Promise<Exchange>,
    lane: Lane,
    options: Arbitrary.CheckOptions
  ): Promise<void> {
    let found: (Exchange & { readonly violation: string }) | undefined
    const isFaultless = async (value: A): Promise<boolean> => {
      if (this.#isDead || (found === undefined && this.#done >= 1)) return true
      if (found === undefined) this.#sent++
      const exchange = await attempt(value, lane, found !== undefined)
      // Shrinking continues only with requests that show the same fault.
      const violation =
        found === undefined
          ? exchange.violations.find((each) => !this.tally.recognizes({ where, violation: each }))
          : exchange.violations.find((each) => each === found?.violation)
      if (violation !== undefined) found = { ...exchange, violation }
      return violation === undefined
    }
    const checking = Arbitrary.checkEffect(requests, (value) => Effect.promise(() => isFaultless(value)), options)
    const result = await Effect.runPromise(checking)
    if (found === undefined) return
    const { violations: _, ...fault } = found
    const replay = result._tag === "Falsified" ? { replay: JSON.stringify([where, result.replay]) } : {}
    this.tally.fault({ ...fault, where, ...replay })
  }

  async #work(): Promise<void> {
    const lane: Lane = { connection: new Connection(this.#setting.service.base) }
    while (this.#done < 1 && !this.#isDead) {
      const number = this.#turns++
      if (number > 0 && (number * turn) % populateEvery === 0) await this.#populate()
      const place = this.#places[number % this.#places.length]
      // Each turn has its own seed, so its random values do not depend on other turns that run at the same time.
      await place?.check(lane, { runs: turn, size: 10, maxShrinks, seed: `${this.#setting.seed}/${number}` })
      if (this.#done > 0.25) this.#warm ??= residentMegabytes(this.#setting.service.pid)
    }
    lane.connection.close()
  }

  /** Starts the scenarios again. If this fails because the service has stopped, ends the run. */
  async #populate(): Promise<void> {
    try {
      await this.#world.populate()
    } catch (error) {
      this.#isDead = !(await this.isAlive())
      if (!this.#isDead) throw error
    }
  }

  async isAlive(): Promise<boolean> {
    const { base } = this.#setting.service
    return fetch(`${base}/health`).then(
      ({ status }) => status === 200,
      () => false
    )
  }

  async work(): Promise<void> {
    await this.#world.populate()
    this.#began = performance.now()
    await Promise.all(Array.from({ length: connections }, () => this.#work()))
  }

  async replay(printed: string): Promise<void> {
    const [where, replay]: ReadonlyArray<unknown> = JSON.parse(printed)
    const place = this.#places.find((each) => each.where === where)
    if (place === undefined || typeof replay !== "string") throw new Error(`there is no such place: ${String(where)}`)
    await this.#world.populate()
    this.#began = performance.now()
    await place.check({ connection: new Connection(this.#setting.service.base) }, { replay })
  }

  async violations(): Promise<ReadonlyArray<string>> {
    const { service } = this.#setting
    const output = service.output()
    if (!(await this.isAlive())) return [`the service no longer responds. Its last words: ${output.slice(-1_500)}`]
    const line = LogCheck.defectIn(output)
    const end = residentMegabytes(service.pid)
    const warm = this.#warm ?? end
    return [
      ...(end > growth(warm) ? [`memory grew from ${warm.toFixed(0)} to ${end.toFixed(0)} MB`] : []),
      ...(line === undefined ? [] : [`the log contains: ${line.slice(0, 500)}`])
    ]
  }
}
