/**
 * Logging in by electronic ID (spec 3.2; decisions 4, 6), through whichever provider stands behind the port: an order is
 * made and shown, and asked after until it is over.
 */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { collectEvery, statusOfFailure, waitsToBeOpened } from "@sheaf/domain/ElectronicId"
import type { PendingHint } from "@sheaf/domain/ElectronicId"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { ConnectorError, failuresOf } from "@sheaf/ports"
import type {
  AnimatedQrSource,
  AuthenticatedNumbers,
  ElectronicId,
  ElectronicIdError,
  ElectronicIdOrder,
  ElectronicIdProgress
} from "@sheaf/ports"
import { Cause, Effect, Option, Redacted } from "effect"
import type { SandboxSession } from "../connector/Session.ts"

type Provider = ElectronicId["Service"]

/** What is shown while an order is pending. */
export interface Opening {
  readonly information?: ExtraInformation
  readonly animatedQr?: AnimatedQrSource
}

/** Where the login stands. */
export type OrderOutcome =
  | {
      readonly type: "WAITS"
      readonly order: ElectronicIdOrder
      readonly opening: Opening
      readonly afterMillis: number
    }
  | { readonly type: "IDENTIFIED"; readonly authenticated: AuthenticatedNumbers }
  | { readonly type: "ENDED"; readonly status: CollectionStatus }

/** How a person opens the order, where the login method has it; nothing any more once it is opened. */
const openingOf = (method: LoginMethod.LoginMethod, order: ElectronicIdOrder, hint: string): Opening => {
  if (!waitsToBeOpened(hint)) return {}
  const { animatedQr, autostart } = LoginMethod.describe(method)
  const { autoStartToken, qrStartSecret, qrStartToken, startedAt } = order
  return {
    ...(autostart && { information: { SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: autoStartToken } }),
    ...(animatedQr && { animatedQr: { startToken: qrStartToken, startSecret: qrStartSecret, startedAt } })
  }
}

const outcomeOf = (session: SandboxSession, order: ElectronicIdOrder, progress: ElectronicIdProgress): OrderOutcome => {
  switch (progress._tag) {
    case "Pending": {
      const { afterMillis, hint } = progress
      return { type: "WAITS", order, opening: openingOf(session.method, order, hint), afterMillis }
    }
    case "Failed":
      return { type: "ENDED", status: statusOfFailure(progress.hint) }
    case "Complete": {
      const { personalNumber } = progress
      const authenticated = personalNumber === undefined ? {} : { fromElectronicId: Redacted.value(personalNumber) }
      return { type: "IDENTIFIED", authenticated }
    }
  }
}

const ended = (status: CollectionStatus): Effect.Effect<OrderOutcome> => Effect.succeed({ type: "ENDED", status })

const connectorFails = (reason: ConnectorError["reason"], cause: ElectronicIdError) =>
  Effect.fail(new ConnectorError({ reason, cause }))

/** A provider that refuses is most likely called wrongly: its operator should hear of it. */
const logRefusal = (error: ElectronicIdError) =>
  Effect.logWarning("electronic ID refused").pipe(Effect.annotateLogs({ failures: failuresOf(Cause.fail(error)) }))

/** What may pass is for the service to try again; the rest ends the login. */
const recover = (login: Effect.Effect<OrderOutcome, ElectronicIdError>): Effect.Effect<OrderOutcome, ConnectorError> =>
  Effect.catch(login, (error) => {
    switch (error.reason) {
      case "ALREADY_IN_PROGRESS":
        return ended("AUTHENTICATION_CONFLICT")
      case "REFUSED":
        return Effect.andThen(logRefusal(error), ended("AUTHENTICATION_ERROR"))
      case "UNREACHABLE":
        return connectorFails("UNREACHABLE", error)
      case "PROVIDER_ERROR":
        return connectorFails("COMPANY_ERROR", error)
    }
  })

const unopened: PendingHint = "outstandingTransaction"

/**
 * Makes the order. It is shown once at least, also when it is over, or cannot be asked after, by the time that it was
 * made: an order that was made must not be lost to a fault that comes after it.
 */
export const begin = (
  provider: Provider,
  session: SandboxSession,
  key: string
): Effect.Effect<OrderOutcome, ConnectorError> =>
  recover(
    Effect.gen(function* () {
      const { company, identity, method: loginMethod } = session
      const request = { company, loginMethod, personalNumber: Redacted.make(identity) }
      const order = yield* provider.order(request, key)
      const progress = yield* Effect.option(provider.collect(order.orderRef))
      if (Option.isSome(progress) && progress.value._tag === "Pending") return outcomeOf(session, order, progress.value)
      const outcome: OrderOutcome = {
        type: "WAITS",
        order,
        opening: openingOf(loginMethod, order, unopened),
        afterMillis: Option.isSome(progress) ? 0 : collectEvery
      }
      return outcome
    })
  )

/** Asks after the order. */
export const collect = (
  provider: Provider,
  session: SandboxSession,
  order: ElectronicIdOrder
): Effect.Effect<OrderOutcome, ConnectorError> =>
  provider.collect(order.orderRef).pipe(
    Effect.map((progress) => outcomeOf(session, order, progress)),
    // Nobody asks after it any more.
    Effect.tapError(({ reason }) =>
      reason === "REFUSED" ? Effect.ignore(provider.cancel(order.orderRef)) : Effect.void
    ),
    recover
  )

/** Closes the order, where one is open. */
export const cancel = (provider: Provider, { order }: SandboxSession): Effect.Effect<void, ConnectorError> =>
  order === undefined
    ? Effect.void
    : Effect.catch(provider.cancel(order.orderRef), (error) =>
        connectorFails(error.reason === "UNREACHABLE" ? "UNREACHABLE" : "COMPANY_ERROR", error)
      )
