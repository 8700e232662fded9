/**
 * Logs a person in with an electronic ID: places an order with the provider, shows it to the person, and polls it until
 * it ends (spec 2.5, 3.2, 17).
 */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { collectIntervalMillis, statusOfFailure } from "@sheaf/domain/ElectronicIdHint"
import type { PendingHint } from "@sheaf/domain/ElectronicIdHint"
import { ConnectorError, orderInstructionsOf, summarizeFailures } from "@sheaf/ports"
import type {
  ElectronicId,
  ElectronicIdError,
  ElectronicIdOrder,
  ElectronicIdProgress,
  OrderInstructions
} from "@sheaf/ports"
import { Cause, Effect, Option, Redacted, Struct } from "effect"
import { companyOf } from "../companies/SandboxCompanies.ts"
import type { LoginResult } from "../clientSide/DeviceLogin.ts"
import type { PageLoginOrders } from "../electronicId/ElectronicIdSandbox.ts"
import type { SandboxSession } from "./SandboxSession.ts"

interface Provider {
  readonly orders: ElectronicId["Service"]
  readonly pages: PageLoginOrders["Service"]
}

export type OrderOutcome =
  | {
      readonly type: "WAITS"
      /** The session stores the order or, after the order has ended, its result. */
      readonly kept: { readonly order: ElectronicIdOrder } | { readonly result: LoginResult }
      readonly opening: OrderInstructions
      readonly afterMillis: number
    }
  | LoginResult

const authenticatedBy = ({
  completion,
  personalNumber
}: Extract<ElectronicIdProgress, { readonly _tag: "Complete" }>) => ({
  fromElectronicId: Redacted.value(personalNumber),
  ...(completion?.proof && { proof: Redacted.value(completion.proof) })
})

const resultOf = (progress: Exclude<ElectronicIdProgress, { readonly _tag: "Pending" }>): LoginResult =>
  progress._tag === "Failed"
    ? { type: "ENDED", status: statusOfFailure(progress.hint) }
    : { type: "IDENTIFIED", authenticated: authenticatedBy(progress) }

const outcomeOf = (session: SandboxSession, order: ElectronicIdOrder, progress: ElectronicIdProgress): OrderOutcome => {
  if (progress._tag !== "Pending") return resultOf(progress)
  const { afterMillis, hint } = progress
  return { type: "WAITS", kept: { order }, opening: orderInstructionsOf(session.method, order, hint), afterMillis }
}

const ended = (status: CollectionStatus): Effect.Effect<OrderOutcome> => Effect.succeed({ type: "ENDED", status })

const connectorError = (cause: ElectronicIdError): ConnectorError =>
  new ConnectorError({ reason: cause.reason === "UNREACHABLE" ? "UNREACHABLE" : "COMPANY_ERROR", cause })

/** Logs a rejected request, because the provider is probably misconfigured. */
const logRefusal = (error: ElectronicIdError) =>
  Effect.logWarning("electronic ID provider rejected a request").pipe(
    Effect.annotateLogs({ failures: summarizeFailures(Cause.fail(error)) })
  )

/** Fails only with errors that can be retried. Any other error ends the login. */
const recover = (login: Effect.Effect<OrderOutcome, ElectronicIdError>): Effect.Effect<OrderOutcome, ConnectorError> =>
  Effect.catch(login, (error) => {
    switch (error.reason) {
      case "ALREADY_IN_PROGRESS":
        return ended("AUTHENTICATION_CONFLICT")
      case "REFUSED":
        return Effect.andThen(logRefusal(error), ended("AUTHENTICATION_ERROR"))
      case "UNREACHABLE":
      case "PROVIDER_ERROR":
        return Effect.fail(connectorError(error))
    }
  })

const unopened: PendingHint = "outstandingTransaction"

export interface OrderCall {
  readonly key: string
  /** Where a company's page should send the person after the login. */
  readonly returnUrl?: string | undefined
}

/** Places an order for the named person. If the login does not name anyone, opens a login page instead. */
const placeOrder = ({ orders, pages }: Provider, session: SandboxSession, { key, returnUrl }: OrderCall) => {
  const { clientName, company, consent, identity, login, method, products } = session
  const companyName = companyOf(company)?.displayName
  const purpose = {
    products,
    ...(companyName !== undefined && { companyName }),
    ...(clientName !== undefined && { clientName }),
    ...(consent && { scope: consent.scope })
  }
  return login === undefined
    ? pages.open({
        key,
        company,
        method,
        personalNumber: identity,
        purpose,
        ...(returnUrl !== undefined && { returnUrl })
      })
    : orders.order({ company, loginMethod: method, login: Redacted.make(login), purpose }, key)
}

const keeperOf = ({ orders, pages }: Provider, { login }: SandboxSession) => (login === undefined ? pages : orders)

/**
 * Places the order. Returns it even if it has already ended or the first poll fails, because an error here would lose
 * an order that exists at the provider.
 */
export const begin = (
  provider: Provider,
  session: SandboxSession,
  call: OrderCall
): Effect.Effect<OrderOutcome, ConnectorError> =>
  recover(
    Effect.gen(function* () {
      const order = yield* placeOrder(provider, session, call)
      const progress = yield* Effect.option(keeperOf(provider, session).collect(order.orderRef))
      if (Option.isNone(progress)) {
        const opening = orderInstructionsOf(session.method, order, unopened)
        return { type: "WAITS", kept: { order }, opening, afterMillis: collectIntervalMillis } satisfies OrderOutcome
      }
      if (progress.value._tag === "Pending") return outcomeOf(session, order, progress.value)
      // The order has already ended, so it needs no page and no further polls.
      const opening = orderInstructionsOf(session.method, Struct.omit(order, ["pageUrl"]), unopened)
      return {
        type: "WAITS",
        kept: { result: resultOf(progress.value) },
        opening,
        afterMillis: 0
      } satisfies OrderOutcome
    })
  )

export const collect = (
  provider: Provider,
  session: SandboxSession,
  order: ElectronicIdOrder
): Effect.Effect<OrderOutcome, ConnectorError> =>
  keeperOf(provider, session)
    .collect(order.orderRef)
    .pipe(
      Effect.map((progress) => outcomeOf(session, order, progress)),
      // A rejected poll ends the login. Nothing will poll the order again, so cancel it.
      Effect.tapError(({ reason }) =>
        reason === "REFUSED" ? Effect.ignore(keeperOf(provider, session).cancel(order.orderRef)) : Effect.void
      ),
      recover
    )

export const cancel = (provider: Provider, session: SandboxSession): Effect.Effect<void, ConnectorError> =>
  session.order === undefined
    ? Effect.void
    : Effect.mapError(keeperOf(provider, session).cancel(session.order.orderRef), connectorError)
