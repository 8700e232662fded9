/**
 * Logging in by electronic ID (spec 3.2; decisions 4, 6), through whichever provider stands behind the port: an order is
 * made and shown, and asked after until it is over.
 */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { statusOfFailure, waitsToBeOpened } from "@sheaf/domain/ElectronicId"
import type { PendingHint } from "@sheaf/domain/ElectronicId"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { ConnectorError } from "@sheaf/ports"
import type {
  AnimatedQrSource,
  ElectronicId,
  ElectronicIdError,
  ElectronicIdOrder,
  ElectronicIdProgress
} from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import type { Session } from "../scenarios/Session.ts"

type Provider = ElectronicId["Service"]

/** What is shown while an order is pending. */
export interface Opening {
  readonly information?: ExtraInformation
  readonly animatedQr?: AnimatedQrSource
}

/** Where the login stands. */
export type Outcome =
  | {
      readonly type: "WAITS"
      readonly order: ElectronicIdOrder
      readonly opening: Opening
      readonly afterMillis: number
    }
  | { readonly type: "IDENTIFIED"; readonly personalNumber?: string }
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

const outcomeOf = (session: Session, order: ElectronicIdOrder, progress: ElectronicIdProgress): Outcome => {
  switch (progress._tag) {
    case "Pending": {
      const { afterMillis, hint } = progress
      return { type: "WAITS", order, opening: openingOf(session.method, order, hint), afterMillis }
    }
    case "Failed":
      return { type: "ENDED", status: statusOfFailure(progress.hint) }
    case "Complete": {
      const { personalNumber } = progress
      return {
        type: "IDENTIFIED",
        ...(personalNumber !== undefined && { personalNumber: Redacted.value(personalNumber) })
      }
    }
  }
}

const ended = (status: CollectionStatus): Effect.Effect<Outcome> => Effect.succeed({ type: "ENDED", status })

const connectorFails = (reason: ConnectorError["reason"], cause: ElectronicIdError) =>
  Effect.fail(new ConnectorError({ reason, cause }))

/** What may pass is for the service to try again; the rest ends the login. */
const recover = (login: Effect.Effect<Outcome, ElectronicIdError>): Effect.Effect<Outcome, ConnectorError> =>
  Effect.catch(login, (error) => {
    switch (error.reason) {
      case "ALREADY_IN_PROGRESS":
        return ended("AUTHENTICATION_CONFLICT")
      case "REFUSED":
        return ended("AUTHENTICATION_ERROR")
      case "UNREACHABLE":
        return connectorFails("UNREACHABLE", error)
      case "PROVIDER_ERROR":
        return connectorFails("COMPANY_ERROR", error)
    }
  })

const unopened: PendingHint = "outstandingTransaction"

/** Makes the order. It is shown once at least, also when it is over by the time that it is first asked after. */
export const begin = (provider: Provider, session: Session, key: string): Effect.Effect<Outcome, ConnectorError> =>
  recover(
    Effect.gen(function* () {
      const { company, identity, method: loginMethod } = session
      const request = { company, loginMethod, personalNumber: Redacted.make(identity) }
      const order = yield* provider.order(request, key)
      const progress = yield* provider.collect(order.orderRef)
      if (progress._tag === "Pending") return outcomeOf(session, order, progress)
      const outcome: Outcome = {
        type: "WAITS",
        order,
        opening: openingOf(loginMethod, order, unopened),
        afterMillis: 0
      }
      return outcome
    })
  )

/** Asks after the order. */
export const collect = (
  provider: Provider,
  session: Session,
  order: ElectronicIdOrder
): Effect.Effect<Outcome, ConnectorError> =>
  recover(Effect.map(provider.collect(order.orderRef), (progress) => outcomeOf(session, order, progress)))

/** Closes the order, where one is open. */
export const cancel = (provider: Provider, { order }: Session): Effect.Effect<void, ConnectorError> =>
  order === undefined
    ? Effect.void
    : Effect.catch(provider.cancel(order.orderRef), (error) =>
        connectorFails(error.reason === "UNREACHABLE" ? "UNREACHABLE" : "COMPANY_ERROR", error)
      )
