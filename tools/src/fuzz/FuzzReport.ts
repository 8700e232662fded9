/** Counts requests and responses, and collects distinct faults. */

export interface FuzzFinding {
  readonly violation: string
  readonly where: string
  readonly aim: string
  readonly bytes: Buffer
  readonly answer: string
  /** The seed and the steps that lead to the smallest failing request, for `--replay`. */
  readonly replay?: string
}

type Kind = Pick<FuzzFinding, "violation" | "where">

const keyOf = ({ violation, where }: Kind): string => `${where}: ${violation.replaceAll(/\d+/g, "#")}`

const sum = (counts: Iterable<number>): number => [...counts].reduce((all, count) => all + count, 0)

export class FuzzReport {
  readonly #outcomes = new Map<string, Map<string, number>>()
  readonly #faults = new Map<string, { readonly fault: FuzzFinding; times: number }>()

  count(where: string, outcome: string): void {
    const outcomes = this.#outcomes.get(where) ?? new Map<string, number>()
    this.#outcomes.set(where, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1))
  }

  /** Returns true if a fault of this kind is already known, and counts the new one. */
  recognizes(kind: Kind): boolean {
    const known = this.#faults.get(keyOf(kind))
    if (known !== undefined) known.times++
    return known !== undefined
  }

  fault(fault: FuzzFinding): void {
    if (!this.recognizes(fault)) this.#faults.set(keyOf(fault), { fault, times: 1 })
  }

  /** Each fault comes with the smallest request that shows it. */
  get faults(): ReadonlyArray<FuzzFinding> {
    return [...this.#faults.values()].map(({ fault }) => fault)
  }

  get sent(): number {
    return sum(this.places.map((where) => this.sentTo(where)))
  }

  sentTo(where: string): number {
    return sum(this.#outcomes.get(where)?.values() ?? [])
  }

  times(where: string, outcome: string): number {
    return this.#outcomes.get(where)?.get(outcome) ?? 0
  }

  get places(): ReadonlyArray<string> {
    return [...this.#outcomes.keys()].sort()
  }

  summary(): ReadonlyArray<string> {
    const width = Math.max(...this.places.map(({ length }) => length))
    return this.places.map((where) => {
      const outcomes = [...(this.#outcomes.get(where) ?? [])].map(([name, count]) => `${name}: ${count}`)
      return `${where.padEnd(width)} ${String(this.sentTo(where)).padStart(6)}  ${outcomes.sort().join("  ")}`
    })
  }

  printed(fault: FuzzFinding): string {
    const { aim, answer, bytes, replay, violation, where } = fault
    return [
      `${where}: ${violation} (${this.#faults.get(keyOf(fault))?.times ?? 1} times; ${aim})`,
      `   sent: ${formatBytes(bytes)}`,
      `   came: ${answer}`,
      ...(replay === undefined ? [] : [`   again: npm run fuzz -- --replay '${replay}'`])
    ].join("\n")
  }
}

/** The maximum length of a printed body, in characters. */
const max = 1_500

export const formatBytes = (bytes: Buffer): string => {
  const text = JSON.stringify(bytes.toString("latin1")).slice(1, -1).replaceAll('\\"', '"')
  return text.length > max ? `${text.slice(0, max)}… (${bytes.length} bytes)` : text
}
