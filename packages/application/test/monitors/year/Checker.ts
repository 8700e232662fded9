/**
 * Checks a simulated period of monitoring. It knows only what really happened at the bank, what the bank was asked, and
 * what clients were told, and it shares no code with the service.
 */

const dayMillis = 86_400_000

/** Times are milliseconds since 1970. */
export interface AccountLife {
  readonly addedAt: number
  removedAt?: number
  readonly changedAt: Array<number>
  readonly transactionsAt: Array<{ readonly at: number; readonly count: number }>
}

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
  readonly endedAt?: number
  /** What a client was told when it started over after being away for too long. */
  readonly again?: ReadonlyArray<ToldChange>
}

export interface BankReading {
  readonly at: number
  readonly person: string
  readonly consent: string
}

export interface ToldEvent {
  readonly person: string
  readonly type: string
  readonly facts: unknown
}

export interface Simulation {
  readonly people: ReadonlyArray<WatchedPerson>
  readonly readings: ReadonlyArray<BankReading>
  readonly events: ReadonlyArray<ToldEvent>
  /** The times at which the service was killed. A reading that a kill interrupts may be repeated. */
  readonly killedAt: ReadonlyArray<number>
  readonly startedOn: ReadonlyMap<string, number>
  readonly limits: {
    /** The maximum number of readings under a consent in any 24 hours. */
    readonly perConsent: number
    /** The maximum number of runs of the client's monitors per UTC day. */
    readonly perDay: number
    /** The maximum delay until clients are told of a change, in milliseconds. */
    readonly latestMillis: number
  }
  /** Texts from the bank's data that no event may contain. */
  readonly secrets: ReadonlyArray<string>
}

const countOf = ({ booked = 0, pending = 0 }: ToldChange): number => booked + pending

const recordsIn = (told: ReadonlyArray<ToldChange>): ReadonlyArray<ReadonlyArray<ToldChange>> => {
  const records = new Map<string, Array<ToldChange>>()
  for (const each of told) {
    const known = records.get(each.recordId ?? "")
    if (known === undefined) records.set(each.recordId ?? "", [each])
    else known.push(each)
  }
  return [...records.values()]
}

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

/** New transactions from several days can be reported together. */
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

/**
 * Checks that a client received an event for each reported change. The first run produces a single event, whatever it
 * found.
 */
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

export const violationsOf = (simulation: Simulation): ReadonlyArray<string> => [
  ...simulation.people.flatMap((person) => personViolations(person, simulation.limits.latestMillis)),
  ...quotaViolations(simulation),
  ...endViolations(simulation),
  ...eventViolations(simulation),
  ...[...simulation.startedOn].flatMap(([day, started]) =>
    started > simulation.limits.perDay ? [`${day}: ${started} runs of the client`] : []
  )
]
