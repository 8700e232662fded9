/**
 * Judges a simulated time of monitors. It knows only what really happened at the bank, what the bank was asked, and what clients
 * were told, and shares no code with the service.
 */

const dayMillis = 86_400_000

/** The life of an account. Times are milliseconds since 1970. */
export interface AccountLife {
  readonly addedAt: number
  removedAt?: number
  readonly changedAt: Array<number>
  readonly transactionsAt: Array<{ readonly at: number; readonly count: number }>
}

/** What a client was told about one monitor. */
export interface ToldChange {
  readonly at: string
  readonly change: "ADDED" | "CHANGED" | "REMOVED" | "TRANSACTIONS"
  readonly recordId?: string
  readonly count?: number
  readonly booked?: number
  readonly pending?: number
}

export interface WatchedPerson {
  readonly name: string
  readonly accounts: ReadonlyArray<AccountLife>
  readonly told: ReadonlyArray<ToldChange>
  /** The time at which the monitor ended, if it did. */
  readonly endedAt?: number
  /** For a client that was away for too long and began again: everything that it was told then. */
  readonly again?: ReadonlyArray<ToldChange>
}

/** A reading of accounts, as the bank's own log has it. */
export interface BankReading {
  readonly at: number
  readonly person: string
  readonly consent: string
}

/** An event about a person's monitor. */
export interface ToldEvent {
  readonly person: string
  readonly type: string
  readonly facts: unknown
}

export interface Simulation {
  readonly people: ReadonlyArray<WatchedPerson>
  readonly readings: ReadonlyArray<BankReading>
  readonly events: ReadonlyArray<ToldEvent>
  /** The times at which the service was killed. A reading that a kill interrupts can be repeated. */
  readonly killedAt: ReadonlyArray<number>
  /** The runs that started, by UTC day. */
  readonly startedOn: ReadonlyMap<string, number>
  readonly limits: {
    /** The readings of a consent in any 24 hours. */
    readonly perConsent: number
    /** The runs of the client on a UTC day. */
    readonly perDay: number
    /** The longest time from a change until clients are told, in milliseconds. */
    readonly latestMillis: number
  }
  /** Values at the bank that no event may contain. */
  readonly secrets: ReadonlyArray<string>
}

const countOf = ({ booked = 0, pending = 0 }: ToldChange): number => booked + pending

/** Returns what a client was told about each record, in the order in which it first heard of them. */
const recordsIn = (told: ReadonlyArray<ToldChange>): ReadonlyArray<ReadonlyArray<ToldChange>> => {
  const records = new Map<string, Array<ToldChange>>()
  for (const each of told) {
    const known = records.get(each.recordId ?? "")
    if (known === undefined) records.set(each.recordId ?? "", [each])
    else known.push(each)
  }
  return [...records.values()]
}

/** Compares the times at which something happened with those at which it was told. */
const compareTimes = (what: string, happened: ReadonlyArray<number>, told: ReadonlyArray<string>, latest: number) => {
  if (happened.length !== told.length) return [`${what}: happened ${happened.length} times, told ${told.length} times`]
  return happened.flatMap((at, index) => {
    const toldAt = Date.parse(told[index] ?? "")
    if (toldAt < at) return [`${what}: told before it happened`]
    return toldAt - at > latest ? [`${what}: told ${((toldAt - at) / dayMillis).toFixed(1)} days late`] : []
  })
}

const timesOf = (told: ReadonlyArray<ToldChange>, change: ToldChange["change"]): ReadonlyArray<string> =>
  told.filter((each) => each.change === change).map(({ at }) => at)

/** Checks one account. New transactions of several days can be told together. */
const accountViolations = (name: string, life: AccountLife, told: ReadonlyArray<ToldChange>, latest: number) => {
  const removed = life.removedAt === undefined ? [] : [life.removedAt]
  const arrived = life.transactionsAt.reduce((sum, { count }) => sum + count, 0)
  const announced = told.reduce((sum, each) => sum + (each.change === "TRANSACTIONS" ? countOf(each) : 0), 0)
  const [first, last] = [told[0], told.at(-1)]
  return [
    ...compareTimes(`${name}, addition`, [life.addedAt], timesOf(told, "ADDED"), latest),
    ...compareTimes(`${name}, change`, life.changedAt, timesOf(told, "CHANGED"), latest),
    ...compareTimes(`${name}, removal`, removed, timesOf(told, "REMOVED"), latest),
    ...(arrived === announced ? [] : [`${name}: ${arrived} transactions arrived, ${announced} were told`]),
    ...(first?.change === "ADDED" ? [] : [`${name}: told about a record before its addition`]),
    ...(removed.length === 0 || last?.change === "REMOVED" ? [] : [`${name}: told about a record after its removal`])
  ]
}

const personViolations = ({ accounts, again, name, told }: WatchedPerson, latest: number): ReadonlyArray<string> => {
  const records = recordsIn(told)
  if (again !== undefined) {
    const live = accounts.filter(({ removedAt }) => removedAt === undefined).length
    const isFull = again.length === live && again.every(({ change }) => change === "ADDED")
    return isFull ? [] : [`${name}: began again with ${again.length} records instead of ${live}`]
  }
  if (records.length !== accounts.length) {
    return [`${name}: has had ${accounts.length} accounts, and ${records.length} records were told`]
  }
  const lives = accounts.toSorted((one, other) => one.addedAt - other.addedAt)
  return lives.flatMap((life, index) => accountViolations(name, life, records[index] ?? [], latest))
}

const quotaViolations = ({ killedAt, limits, readings }: Simulation): ReadonlyArray<string> => {
  const byConsent = new Map<string, Array<number>>()
  for (const { at, consent } of readings) byConsent.set(consent, [...(byConsent.get(consent) ?? []), at])
  return [...byConsent].flatMap(([consent, times]) =>
    times.flatMap((at, index) => {
      const inWindow = times.slice(0, index + 1).filter((time) => time > at - dayMillis).length
      const kills = killedAt.filter((time) => time > at - dayMillis && time <= at).length
      return inWindow > limits.perConsent + kills ? [`${consent}: ${inWindow} readings in a day`] : []
    })
  )
}

const endViolations = ({ people, readings }: Simulation): ReadonlyArray<string> => {
  const lastAt = new Map<string, number>()
  for (const { at, person } of readings) lastAt.set(person, Math.max(at, lastAt.get(person) ?? at))
  return people.flatMap(({ endedAt = Infinity, name }) =>
    (lastAt.get(name) ?? -Infinity) > endedAt ? [`${name}: read after the monitor ended`] : []
  )
}

const eventViolations = ({ events, people, secrets }: Simulation): ReadonlyArray<string> => {
  const text = JSON.stringify(events.map(({ facts }) => facts))
  const byPerson = Map.groupBy(events, ({ person }) => person)
  return [
    ...secrets.filter((secret) => text.includes(secret)).map((secret) => `an event has the value ${secret}`),
    ...people.flatMap((person) => personEventViolations(person, byPerson.get(person.name) ?? []))
  ]
}

/** Checks that a client received each change as an event, too. The first run is one event, whatever it found. */
const personEventViolations = (
  { accounts, again, endedAt, name, told }: WatchedPerson,
  events: ReadonlyArray<ToldEvent>
) => {
  const count = (pattern: RegExp) => events.filter(({ type }) => pattern.test(type)).length
  const [baselines, ends] = [count(/^monitor\.baseline$/u), count(/^monitor\.ended$/u)]
  const start = Math.min(...accounts.map(({ addedAt }) => addedAt))
  const changes = told.length - accounts.filter(({ addedAt }) => addedAt === start).length
  const announced = count(/^(?:record|transactions)\./u)
  return [
    ...(baselines === 1 ? [] : [`${name}: ${baselines} baselines`]),
    ...(ends === (endedAt === undefined ? 0 : 1) ? [] : [`${name}: ${ends} events about the end`]),
    ...(again !== undefined || announced === changes ? [] : [`${name}: ${changes} changes told, ${announced} events`])
  ]
}

/** Returns everything that was wrong, or nothing. */
export const violationsOf = (simulation: Simulation): ReadonlyArray<string> => [
  ...simulation.people.flatMap((person) => personViolations(person, simulation.limits.latestMillis)),
  ...quotaViolations(simulation),
  ...endViolations(simulation),
  ...eventViolations(simulation),
  ...[...simulation.startedOn].flatMap(([day, started]) =>
    started > simulation.limits.perDay ? [`${day}: ${started} runs of the client`] : []
  )
]
