/**
 * Calls to the electronic ID. Whatever the adapter does, each call ends with an answer or an {@link ElectronicIdError}.
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

/** Cancels an order. Failures are ignored, because open orders expire soon. */
export const cancelOrder = (orderRef: string) => Effect.ignore(ask((provider) => provider.cancel(orderRef)))
