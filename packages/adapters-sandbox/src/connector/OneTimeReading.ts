/**
 * After the person has logged in at the simulated company, reads accounts under a one-time consent. The consent is at
 * the person's simulated bank, which Sheaf calls like any real bank (spec 2.1, 16).
 */
import type { ConsentTerms } from "@sheaf/domain/ConsentScope"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { FailureReason } from "@sheaf/domain/FailureReason"
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { ConnectorError } from "@sheaf/ports"
import type { Connector, Step } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import { personalNumberLogin } from "../scenarios/ScenarioTable.ts"
import type { SandboxSession } from "./SandboxSession.ts"

export type ReadingProgress =
  | { readonly _tag: "Continues"; readonly session: string; readonly afterMillis: number }
  | { readonly _tag: "Read"; readonly accounts: ReadonlyArray<BankAccount> }
  | { readonly _tag: "Ended"; readonly status: CollectionStatus; readonly reason?: FailureReason }

const broken = new ConnectorError({ reason: "BROKEN" })

const isAccount = (record: { readonly type: string }): record is BankAccount => record.type.startsWith("PSD2_")

const of = (step: Step): Effect.Effect<ReadingProgress, ConnectorError> => {
  switch (step._tag) {
    case "Poll":
      return Effect.succeed({ _tag: "Continues", session: step.session, afterMillis: step.afterMillis })
    case "Ask":
      return Effect.fail(broken)
    case "End":
      return Effect.succeed(
        isOutcome(step.status)
          ? { _tag: "Read", accounts: (step.collected?.wealth ?? []).filter(isAccount) }
          : { _tag: "Ended", status: step.status, ...(step.reason !== undefined && { reason: step.reason }) }
      )
  }
}

/** The bank identifies the person by the collection's login. */
export const begin = Effect.fnUntraced(function* (
  connector: Connector,
  consent: ConsentTerms,
  session: SandboxSession,
  key: string
) {
  const order = {
    company: session.company,
    products: session.products,
    loginMethod: session.method,
    login: Redacted.make(session.login ?? personalNumberLogin(session.identity)),
    consent
  }
  return yield* of(yield* connector.begin(order, key))
})

export const resume = (connector: Connector, session: string, key: string) =>
  Effect.flatMap(connector.resume(session, { _tag: "Tick" }, key), of)
