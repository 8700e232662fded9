/** What was sent and answered, counted; and the faults that were found, each once. */
import type { Request } from "./requests/Request.ts"

export interface Fault {
  /** What is wrong, in a sentence. */
  readonly violation: string
  /** The operation that was meant, or what else was sent. */
  readonly where: string
  /** Which request it was, counted from the beginning. */
  readonly index: number
  readonly aim: string
  readonly bytes: Buffer
  readonly answer: string
  readonly request?: Request
}

export interface Found {
  readonly fault: Fault
  /** How often it was seen. */
  readonly times: number
}

/** So many different faults are enough to look at. */
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

  /** A rule that the service has and the document does not say: allowed, and good to know. */
  narrower(rule: string): void {
    this.#narrower.set(rule, (this.#narrower.get(rule) ?? 0) + 1)
  }

  get faults(): ReadonlyArray<Found> {
    return [...this.#faults.values()]
  }

  get sent(): number {
    return this.places.reduce((sum, where) => sum + this.sentTo(where), 0)
  }

  /** How much was sent there. */
  sentTo(where: string): number {
    return [...(this.#statuses.get(where)?.values() ?? [])].reduce((sum, count) => sum + count, 0)
  }

  /** How often an outcome was seen of what was sent there. */
  times(where: string, outcome: string): number {
    return this.#statuses.get(where)?.get(outcome) ?? 0
  }

  /** Everything that was sent to, in alphabetical order. */
  get places(): ReadonlyArray<string> {
    return [...this.#statuses.keys()].sort()
  }

  /** The table of what was sent and answered. */
  table(): ReadonlyArray<string> {
    const width = Math.max(...this.places.map(({ length }) => length))
    return this.places.map((where) => {
      const statuses = [...(this.#statuses.get(where) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1))
      return `${where.padEnd(width)} ${String(this.sentTo(where)).padStart(6)}  ${statuses.map(([name, count]) => `${name}: ${count}`).join("  ")}`
    })
  }

  /** The rules that are not in the document, the most frequent ones first. */
  notes(): ReadonlyArray<string> {
    return [...this.#narrower]
      .sort(([, one], [, other]) => other - one)
      .map(([rule, count]) => `${String(count).padStart(6)}  ${rule}`)
  }
}
