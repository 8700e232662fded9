/** One run: sends the cases in order over a few connections, and checks and counts each response. */
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { residentMegabytes } from "../workshop/checker/Memory.ts"
import * as Cases from "./requests/Cases.ts"
import * as Garbage from "./requests/Garbage.ts"
import * as Judge from "./service/Judge.ts"
import * as Queue from "./Queue.ts"
import type { Next, Tried } from "./Queue.ts"
import * as Random from "../workshop/driver/Random.ts"
import { bytesOf } from "./requests/Request.ts"
import type { Request } from "./requests/Request.ts"
import * as Reproduction from "./requests/Reproduction.ts"
import * as Requests from "./requests/Requests.ts"
import { shrink } from "./requests/Shrink.ts"
import { Tally } from "./Tally.ts"
import type { Fault, Found } from "./Tally.ts"
import { Connection } from "./service/Wire.ts"
import type { Reply } from "./service/Wire.ts"
import { World } from "./service/World.ts"

/** The limits of a run. The run ends at the first limit that it reaches. */
export interface Most {
  readonly millis?: number
  readonly requests?: number
}

/** Resident memory after a quarter of the run and at its end, in megabytes. */
export interface Memory {
  readonly warm: number
  readonly end: number
}

/** The number of concurrent connections. */
const connections = 4

/** One in this many requests is garbage that belongs to no operation. */
const garbageEvery = 40

/** The number of requests after which the run restarts the scenarios. */
const populateEvery = 1_500

/** Summarizes a reply. */
const described = ({ answers, broken, closed, rest }: Reply): string =>
  answers.map(({ body, status }) => `${status} ${Reproduction.shown(body)}`).join("\n") ||
  (broken ?? `${rest.length} bytes, ${closed ? "closed" : "open"}`)

interface ProblemBody {
  readonly errors?: ReadonlyArray<{ readonly pointer: string; readonly code: string; readonly detail: string }>
}

export interface Setting {
  readonly most: Most
  readonly seed: number
  readonly service: ServiceProcess
  readonly documents: Judge.Documents
}

/** A connection and the last request sent over it. */
interface Lane {
  readonly connection: Connection
  before: Request | undefined
}

export class Run {
  readonly tally = new Tally()
  readonly #setting: Setting
  readonly #world: World
  readonly #all: ReadonlyArray<Tried>
  readonly #queue: ReadonlyArray<Next>
  #index = 0
  #until = Infinity
  #warm: number | undefined
  #isDead = false

  constructor(setting: Setting) {
    this.#setting = setting
    this.#world = new World(setting.service.base)
    this.#all = Queue.triedOf(setting.documents, Random.make(setting.seed))
    this.#queue = Queue.make(this.#all)
  }

  /** The completed share of the plan, from 0 to 1. */
  get #done(): number {
    const { millis = Infinity, requests = Infinity } = this.#setting.most
    return Math.max(this.#index / requests, millis === Infinity ? 0 : 1 - (this.#until - performance.now()) / millis)
  }

  #choose(index: number, random: Random.Random): Next {
    const next = this.#queue[index]
    if (next !== undefined) return next
    const tried = random.pick(this.#all)
    return { tried, one: Cases.any(tried.operation, tried.sweep, random) }
  }

  /** Sends a request, and repeats it if the previous response left the connection unusable. */
  async #send(request: Request, lane: Lane): Promise<Reply> {
    const { before, connection } = lane
    const patience = { methods: [request.method], millis: Judge.patience }
    const bytes = bytesOf(request)
    const wasKept = connection.isKept
    lane.before = request
    const reply = await connection.send(bytes, patience)
    if (reply.answers.length > 0 || !wasKept || before === undefined) return reply
    const again = await connection.send(bytes, patience)
    if (again.answers.length === 0) return again
    const violation = `the connection ${reply.closed ? "ends" : "is dead"} after a response that did not announce it`
    const both = Buffer.concat([bytesOf(before), bytes])
    const where = "kept connections"
    this.tally.fault({ violation, where, aim: before.aim, bytes: both, answer: described(reply), index: this.#index })
    return again
  }

  /** Records an undocumented rule if the service rejected a valid request. */
  #noteRefusal({ operation, published, where }: Tried, request: Request, { answers: [answer] }: Reply): void {
    if (answer?.status !== 400 || request.aim !== Requests.fitting || request.body === undefined) return
    if (published.checked.refusal(operation, request.body.toString()) !== undefined) return
    const { errors = [] }: ProblemBody = JSON.parse(answer.body.toString())
    for (const { code, detail, pointer } of errors) {
      this.tally.narrower(`${where} ${pointer.replaceAll(/\d+/g, "*")} ${code}: ${detail}`)
    }
  }

  async #try(index: number, random: Random.Random, lane: Lane): Promise<void> {
    const { one, tried } = this.#choose(index, random)
    const { published, where } = tried
    const request = one.make({ published, world: this.#world, random })
    const reply = await this.#send(request, lane)
    const [answer] = reply.answers
    this.tally.count(where, answer === undefined ? "none" : String(answer.status))
    for (const violation of Judge.violationsOf(request, reply, this.#setting.documents)) {
      const bytes = bytesOf(request)
      this.tally.fault({ violation, where, index, aim: request.aim, bytes, answer: described(reply), request })
    }
    if (answer === undefined) this.#isDead = !(await this.isAlive())
    else this.#world.learn(answer)
    this.#noteRefusal(tried, request, reply)
  }

  async #tryGarbage(index: number, random: Random.Random, connection: Connection): Promise<void> {
    const all = Garbage.all(random)
    const garbage = all[Math.floor(index / garbageEvery) % all.length] ?? random.pick(all)
    const reply = await connection.send(garbage.bytes, Garbage.patienceOf(garbage, Judge.patience), true)
    const where = "no operation"
    this.tally.count(where, String(reply.answers[0]?.status ?? "none"))
    for (const violation of Judge.garbageViolationsOf(garbage, reply)) {
      const { aim, bytes } = garbage
      this.tally.fault({ violation: `${aim}: ${violation}`, where, index, aim, bytes, answer: described(reply) })
    }
  }

  async #work(): Promise<void> {
    const connection = new Connection(this.#setting.service.base)
    const lane: Lane = { connection, before: undefined }
    while (this.#done < 1 && !this.#isDead) {
      const index = this.#index++
      // Each request has its own seed, so that concurrent requests cannot affect it.
      const random = Random.make(this.#setting.seed * 10_000_019 + index)
      if (index > 0 && index % populateEvery === 0) await this.#world.populate(random)
      if (index % garbageEvery === garbageEvery - 1) await this.#tryGarbage(index, random, connection)
      else await this.#try(index, random, lane)
      if (this.#done > 0.25) this.#warm ??= residentMegabytes(this.#setting.service.pid)
    }
    connection.close()
  }

  /** Checks that the service responds. */
  async isAlive(): Promise<boolean> {
    try {
      return (await fetch(`${this.#setting.service.base}/health`)).status === 200
    } catch {
      return false
    }
  }

  /** Runs the plan and returns the memory of the process. */
  async work(): Promise<Memory> {
    await this.#world.populate(Random.make(this.#setting.seed))
    this.#until = performance.now() + (this.#setting.most.millis ?? Infinity)
    await Promise.all(Array.from({ length: connections }, () => this.#work()))
    if (this.#isDead) return { warm: Number.NaN, end: Number.NaN }
    const end = residentMegabytes(this.#setting.service.pid)
    return { warm: this.#warm ?? end, end }
  }

  async #smallest(fault: Fault): Promise<Fault> {
    if (fault.request === undefined) return fault
    const connection = new Connection(this.#setting.service.base)
    let answer = fault.answer
    const request = await shrink(fault.request, async (candidate) => {
      const patience = { methods: [candidate.method], millis: Judge.patience }
      const reply = await connection.send(bytesOf(candidate), patience, true)
      const isFault = Judge.violationsOf(candidate, reply, this.#setting.documents).includes(fault.violation)
      if (isFault) answer = described(reply)
      return isFault
    })
    connection.close()
    return { ...fault, request, answer, bytes: bytesOf(request) }
  }

  /** Returns the faults, each with the smallest request found for it. */
  async smallestFaults(): Promise<ReadonlyArray<Found>> {
    const all: Array<Found> = []
    for (const { fault, times } of this.tally.faults) {
      all.push({ fault: this.#isDead ? fault : await this.#smallest(fault), times })
    }
    return all
  }
}
