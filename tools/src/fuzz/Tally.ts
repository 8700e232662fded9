/** Counts requests and responses and collects distinct faults. */
import type { Request } from "./requests/Request.ts"

export interface Fault {
  /** The fault, as a sentence. */
  readonly violation: string
  /** The name of the operation, or of another group of requests. */
  readonly where: string
  /** The number of the request. */
  readonly index: number
  readonly aim: string
  readonly bytes: Buffer
  readonly answer: string
  readonly request?: Request
}

export interface Found {
  readonly fault: Fault
  /** The number of occurrences. */
  readonly times: number
}

/** The largest number of distinct faults in a report. */
const mostFaults = 40

const wordsOf = (violation: string): string => violation.replaceAll(/\d+/g, "#")

export class Tally {
  readonly #statuses = new Map<string, Map<string, number>>()
  readonly #faults = new Map<string, { readonly fault: Fault; times: number }>()
  readonly #narrower = new Map<string, number>()

  count(where: string, outcome: string): void {
    const statuses = this.#statuses.get(where) ?? new Map<string, number>()
    this.#statuses.set(where, statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1))
  }

  fault(fault: Fault): void {
    const key = `${fault.where}: ${wordsOf(fault.violation)}`
    const known = this.#faults.get(key)
    if (known !== undefined) known.times++
    else if (this.#faults.size < mostFaults) this.#faults.set(key, { fault, times: 1 })
  }

  /** Counts an undocumented rule of the service. Such rules are not faults. */
  narrower(rule: string): void {
    this.#narrower.set(rule, (this.#narrower.get(rule) ?? 0) + 1)
  }

  get faults(): ReadonlyArray<Found> {
    return [...this.#faults.values()]
  }

  get sent(): number {
    return this.places.reduce((sum, where) => sum + this.sentTo(where), 0)
  }

  /** Returns the number of requests to a place. */
  sentTo(where: string): number {
    return [...(this.#statuses.get(where)?.values() ?? [])].reduce((sum, count) => sum + count, 0)
  }

  /** Returns the number of requests to a place that had this outcome. */
  times(where: string, outcome: string): number {
    return this.#statuses.get(where)?.get(outcome) ?? 0
  }

  /** The places, in alphabetical order. */
  get places(): ReadonlyArray<string> {
    return [...this.#statuses.keys()].sort()
  }

  /** Prints requests and responses as a table. */
  table(): ReadonlyArray<string> {
    const width = Math.max(...this.places.map(({ length }) => length))
    return this.places.map((where) => {
      const statuses = [...(this.#statuses.get(where) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1))
      return `${where.padEnd(width)} ${String(this.sentTo(where)).padStart(6)}  ${statuses.map(([name, count]) => `${name}: ${count}`).join("  ")}`
    })
  }

  /** Prints undocumented rules, the most frequent first. */
  notes(): ReadonlyArray<string> {
    return [...this.#narrower]
      .sort(([, one], [, other]) => other - one)
      .map(([rule, count]) => `${String(count).padStart(6)}  ${rule}`)
  }
}
