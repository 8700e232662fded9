/** Measures collections, and the calls to companies' connectors and banks. The calls are also traced (spec 14.5). */
import { AccountHoldingBanks, Connectors, Instrument } from "@sheaf/ports"
import type { AccountHoldingBank, ConnectedCompany, Connector, CollectionIdentity } from "@sheaf/ports"
import { Cause, Effect, Exit, Layer, Metric, Option } from "effect"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import * as CompanyFigures from "./CompanyFigures.ts"

const name = "sheaf.company.call.duration"

const durations = Instrument.durationHistogram({
  name,
  description: "Duration of calls to companies' connectors and banks, by company, operation and outcome.",
  labels: ["company", "operation", "outcome"]
})

/** Returns `OK`, the error's reason, or `INTERRUPTED` after a timeout. */
const outcomeOf = (exit: Exit.Exit<unknown, { readonly reason: string }>): string => {
  if (Exit.isSuccess(exit)) return "OK"
  if (Cause.hasInterruptsOnly(exit.cause)) return "INTERRUPTED"
  return Option.match(Cause.findErrorOption(exit.cause), { onNone: () => "BROKEN", onSome: ({ reason }) => reason })
}

const measuring = (company: string) => {
  const known = new Map<string, ReturnType<typeof Instrument.withExportedSpan>>()
  const spanOf = (operation: string) => {
    const found = known.get(operation)
    if (found !== undefined) return found
    const made = Instrument.withExportedSpan(`company ${operation}`, {
      kind: "client",
      attributes: { company, operation }
    })
    known.set(operation, made)
    return made
  }
  return <A, E extends { readonly reason: string }>(
    operation: string,
    call: Effect.Effect<A, E>
  ): Effect.Effect<A, E> =>
    spanOf(operation)(
      Instrument.measureDuration(call, (exit) => durations({ company, operation, outcome: outcomeOf(exit) }))
    )
}

const ofConnector = (company: string, connector: Connector): Connector => {
  const measured = measuring(company)
  // A new connector method does not compile until it is measured here, too.
  const calls: Required<Omit<Connector, "checksSteps" | "pageUse">> = {
    begin: (order, key) => measured("begin", connector.begin(order, key)),
    cancel: (session) => measured("cancel", connector.cancel(session)),
    document: (session, documentId) => measured("document", connector.document(session, documentId)),
    resume: (session, signal, key, pageReturn) => measured("resume", connector.resume(session, signal, key, pageReturn))
  }
  return {
    ...calls,
    ...(connector.checksSteps && { checksSteps: connector.checksSteps }),
    ...(connector.pageUse && { pageUse: connector.pageUse })
  }
}

type OAuth = NonNullable<AccountHoldingBank["oauth"]>

const ofBank = (company: string, bank: AccountHoldingBank): AccountHoldingBank => {
  const measured = measuring(company)
  const { oauth } = bank
  const calls: Required<Omit<AccountHoldingBank, "authorizations" | "frequency" | "login" | "oauth">> = {
    accounts: (id, scope, context, credentials) => measured("accounts", bank.accounts(id, scope, context, credentials)),
    createConsent: (request, key) => measured("create_consent", bank.createConsent(request, key)),
    identify: (id, personalNumber, key, attendance) =>
      measured("identify", bank.identify(id, personalNumber, key, attendance)),
    answer: (id, answer, key, attendance) => measured("answer_authorization", bank.answer(id, answer, key, attendance)),
    revoke: (id, credentials) => measured("revoke", bank.revoke(id, credentials)),
    status: (id, credentials) => measured("consent_status", bank.status(id, credentials))
  }
  const ofOAuth = (oauth: OAuth): Required<OAuth> => ({
    acceptCode: oauth.acceptCode,
    renew: (credentials) => measured("renew_credentials", oauth.renew(credentials))
  })
  const { authorizations, frequency, login } = bank
  return {
    ...calls,
    authorizations,
    frequency,
    ...(login && { login: (registered, key) => measured("login", login(registered, key)) }),
    ...(oauth && { oauth: ofOAuth(oauth) })
  }
}

/**
 * Measures the calls to all companies. Wraps each company only once, so callers get the same object as long as the
 * adapter returns the same object.
 */
const connectors = Effect.map(Connectors, ({ all, find, findTest }) => {
  const known = new WeakMap<ConnectedCompany, ConnectedCompany>()
  const measured = (company: ConnectedCompany): ConnectedCompany => {
    const found = known.get(company)
    if (found !== undefined) return found
    const made = { ...company, connector: ofConnector(company.availability.company, company.connector) }
    known.set(company, made)
    return made
  }
  return Connectors.of({
    all: Effect.map(all, (companies) => companies.map(measured)),
    find: (company) => Effect.map(find(company), Option.map(measured)),
    // Calls to test environments are not measured, because they say nothing about the company itself.
    findTest
  })
})

const banks = Effect.map(AccountHoldingBanks, ({ find }) =>
  AccountHoldingBanks.of({
    find: (company) =>
      Effect.map(
        find(company),
        Option.map((bank) => ofBank(company, bank))
      )
  })
)

export const layer = Layer.merge(Layer.effect(Connectors, connectors), Layer.effect(AccountHoldingBanks, banks))

/** Statistics of the calls to a company since the process started. Durations are in seconds. */
export interface MeasuredCalls {
  readonly count: number
  readonly seconds: number
  readonly failures: Readonly<Record<string, number>>
}

export const measuredCalls: Effect.Effect<ReadonlyMap<string, MeasuredCalls>> = Effect.map(
  Metric.snapshot,
  (metrics) => {
    const found = new Map<string, MeasuredCalls>()
    for (const metric of metrics) {
      if (metric.id !== name || metric.type !== "Histogram") continue
      const { company = "", outcome = "" } = metric.attributes ?? {}
      const { count, failures, seconds } = found.get(company) ?? { count: 0, seconds: 0, failures: {} }
      found.set(company, {
        count: count + metric.state.count,
        seconds: seconds + metric.state.sum,
        failures:
          outcome === "OK" ? failures : { ...failures, [outcome]: (failures[outcome] ?? 0) + metric.state.count }
      })
    }
    return found
  }
)

const starts = Instrument.counter({
  name: "sheaf.collections.started",
  unit: "{collection}",
  description: "Collections that Sheaf accepted, by company.",
  labels: ["company"]
})

const ends = Instrument.counter({
  name: "sheaf.collections.ended",
  unit: "{collection}",
  description: "Collections that ended, by company and final status.",
  labels: ["company", "status"]
})

/**
 * A collection that this process has started or ended. Test collections do not count, because they would distort a
 * company's success rate.
 */
type CountedCollection = Pick<CollectionIdentity, "company" | "createdAt" | "loginMethod" | "test">

export const countStart = ({ company, test }: CountedCollection): Effect.Effect<void> =>
  test ? Effect.void : Metric.update(starts({ company }), 1)

export const countFinishedCollection = (collection: CountedCollection, status: CollectionStatus): Effect.Effect<void> =>
  collection.test
    ? Effect.void
    : Effect.andThen(
        Metric.update(ends({ company: collection.company, status }), 1),
        CompanyFigures.countFinishedCollection(collection, status)
      )
