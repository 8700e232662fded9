/**
 * Calls to the electronic-ID provider. Each ends with an answer or an {@link ElectronicIdError}, whatever the adapter
 * does.
 */
import { ElectronicId, ElectronicIdError } from "@sheaf/ports"
import type { ElectronicIdRequest, ReturnQuery, StepKey } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import * as AdapterCall from "../process/AdapterCall.ts"

const errors: AdapterCall.CallErrors<ElectronicIdError> = {
  unreachable: new ElectronicIdError({ reason: "UNREACHABLE" }),
  broken: (cause) => new ElectronicIdError({ reason: "REFUSED", cause })
}

const ask = <A>(call: (provider: ElectronicId["Service"]) => Effect.Effect<A, ElectronicIdError>) =>
  Effect.flatMap(ElectronicId, (provider) => AdapterCall.callAdapter(() => call(provider), errors))

export const placeOrder = (request: ElectronicIdRequest, key: StepKey) =>
  ask((provider) => provider.order(request, key))

export const collectOrder = (orderRef: string, returned?: ReturnQuery) =>
  ask((provider) => provider.collect(orderRef, returned && Redacted.make(returned)))

/** Cancels an order, and ignores failures, because open orders soon expire. */
export const cancelOrder = (orderRef: string) => Effect.ignore(ask((provider) => provider.cancel(orderRef)))
