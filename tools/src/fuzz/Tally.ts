/** Counts requests and responses, and collects distinct faults. */

export interface Fault {
  /** The fault, as a sentence. */
  readonly violation: string
  /** The operation, or another group of requests. */
  readonly where: string
  readonly aim: string
  readonly bytes: Buffer
  readonly answer: string
  /** The seed and the steps that lead to the smallest request, for `--replay`. */
  readonly replay?: string
}

/** The largest number of undocumented rules in a summary. */
const mostNotes = 15

const keyOf = ({ violation, where }: Pick<Fault, "violation" | "where">): string =>
  `${where}: ${violation.replaceAll(/\d+/g, "#")}`

const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

export class Tally {
  readonly #outcomes = new Map<string, Map<string, number>>()
  readonly #faults = new Map<string, Fault>()
  readonly #times = new Map<string, number>()
  readonly #narrower = new Map<string, number>()

  count(where: string, outcome: string): void {
    const outcomes = this.#outcomes.get(where) ?? new Map<string, number>()
    add(outcomes, outcome)
    this.#outcomes.set(where, outcomes)
  }

  /** Returns true if a fault of this kind is already known, and counts it. */
  recognizes(fault: Pick<Fault, "violation" | "where">): boolean {
    const key = keyOf(fault)
    if (this.#faults.has(key)) add(this.#times, key)
    return this.#faults.has(key)
  }

  fault(fault: Fault): void {
    if (!this.recognizes(fault)) this.#faults.set(keyOf(fault), fault)
  }

  /** Counts an undocumented rule of the service. Such rules are not faults. */
  narrower(rule: string): void {
    add(this.#narrower, rule)
  }

  /** The distinct faults, each with the smallest request that shows it. */
  get faults(): ReadonlyArray<Fault> {
    return [...this.#faults.values()]
  }

  get sent(): number {
    return this.places.reduce((sum, where) => sum + this.sentTo(where), 0)
  }

  /** Returns the number of requests to a place. */
  sentTo(where: string): number {
    return [...(this.#outcomes.get(where)?.values() ?? [])].reduce((sum, count) => sum + count, 0)
  }

  /** Returns the number of requests to a place that had this outcome. */
  times(where: string, outcome: string): number {
    return this.#outcomes.get(where)?.get(outcome) ?? 0
  }

  /** The places, in alphabetical order. */
  get places(): ReadonlyArray<string> {
    return [...this.#outcomes.keys()].sort()
  }

  /** Prints the requests and responses as a table, and the undocumented rules, the most frequent first. */
  summary(): ReadonlyArray<string> {
    const width = Math.max(...this.places.map(({ length }) => length))
    const rows = this.places.map((where) => {
      const outcomes = [...(this.#outcomes.get(where) ?? [])].map(([name, count]) => `${name}: ${count}`)
      return `${where.padEnd(width)} ${String(this.sentTo(where)).padStart(6)}  ${outcomes.sort().join("  ")}`
    })
    const notes = [...this.#narrower].sort(([, one], [, other]) => other - one).slice(0, mostNotes)
    const heading = notes.length > 0 ? ["", "Valid by the document but refused (allowed, for information):"] : []
    return [...rows, ...heading, ...notes.map(([rule, count]) => `${String(count).padStart(6)}  ${rule}`)]
  }

  /** Prints a fault with the way to reproduce it. */
  printed(fault: Fault): string {
    const { aim, answer, bytes, replay, violation, where } = fault
    return [
      `${where}: ${violation} (${1 + (this.#times.get(keyOf(fault)) ?? 0)} times; ${aim})`,
      `   sent: ${shown(bytes)}`,
      `   came: ${answer}`,
      ...(replay === undefined ? [] : [`   again: npm run fuzz -- --replay '${replay}'`])
    ].join("\n")
  }
}

/** The longest printed body, in characters. */
const longest = 1_500

/** Prints bytes readably, up to a limit. */
export const shown = (bytes: Buffer): string => {
  const text = JSON.stringify(bytes.toString("latin1")).slice(1, -1).replaceAll('\\"', '"')
  return text.length > longest ? `${text.slice(0, longest)}… (${bytes.length} bytes)` : text
}
