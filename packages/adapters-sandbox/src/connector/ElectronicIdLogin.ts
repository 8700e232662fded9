/**
 * The login with an electronic ID: places an order at the provider, shows it, and polls it to its end (spec 2.5, 3.2,
 * 17).
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

/** The electronic-ID provider and, for logins that name nobody, the companies' own pages. */
interface Provider {
  readonly orders: ElectronicId["Service"]
  readonly pages: PageLoginOrders["Service"]
}

/** The state of the login after a call to the provider. */
export type OrderOutcome =
  | {
      readonly type: "WAITS"
      /** What the session keeps: the order or, once it has ended, the result. */
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

/** Returns how the login ends, given the last response about the order. */
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

/** Logs a rejection, because the provider is probably misconfigured. */
const logRefusal = (error: ElectronicIdError) =>
  Effect.logWarning("electronic ID provider rejected a request").pipe(
    Effect.annotateLogs({ failures: summarizeFailures(Cause.fail(error)) })
  )

/** Fails only if a retry can help. Any other error ends the login. */
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

/** A call that places an order. */
export interface OrderCall {
  readonly key: string
  /** The URL that a company's page should send the person back to. */
  readonly returnUrl?: string | undefined
}

/** Asks the provider to identify the person. If the login names nobody, opens a page instead. */
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

/** Returns the service that polls and cancels the session's order. */
const keeperOf = ({ orders, pages }: Provider, { login }: SandboxSession) => (login === undefined ? pages : orders)

/**
 * Places the order, and returns it even if it has already ended or the first poll fails. If a failed poll ended the
 * step, it would lose an order that exists at the provider.
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
      // An order that has ended needs neither a page nor another poll.
      const opening = orderInstructionsOf(session.method, Struct.omit(order, ["pageUrl"]), unopened)
      return {
        type: "WAITS",
        kept: { result: resultOf(progress.value) },
        opening,
        afterMillis: 0
      } satisfies OrderOutcome
    })
  )

/** Polls the order. */
export const collect = (
  provider: Provider,
  session: SandboxSession,
  order: ElectronicIdOrder
): Effect.Effect<OrderOutcome, ConnectorError> =>
  keeperOf(provider, session)
    .collect(order.orderRef)
    .pipe(
      Effect.map((progress) => outcomeOf(session, order, progress)),
      // A rejected poll ends the login, so nobody will poll the order again, and it is canceled.
      Effect.tapError(({ reason }) =>
        reason === "REFUSED" ? Effect.ignore(keeperOf(provider, session).cancel(order.orderRef)) : Effect.void
      ),
      recover
    )

/** Cancels the order, if there is one. */
export const cancel = (provider: Provider, session: SandboxSession): Effect.Effect<void, ConnectorError> =>
  session.order === undefined
    ? Effect.void
    : Effect.mapError(keeperOf(provider, session).cancel(session.order.orderRef), connectorError)
