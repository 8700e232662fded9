/** Calls of the electronic ID: whatever its adapter does, what comes of one is an answer of the port's form, or a failure. */
import { ElectronicId, ElectronicIdError } from "@sheaf/ports"
import type { ElectronicIdRequest, IdempotencyKey } from "@sheaf/ports"
import { Effect } from "effect"
import { isolated } from "../durable/Isolated.ts"
import { Timeouts } from "../Timeouts.ts"

const unreadable = (cause: unknown) => new ElectronicIdError({ reason: "REFUSED", cause })

const unreachable = new ElectronicIdError({ reason: "UNREACHABLE" })

const ask = Effect.fnUntraced(function* <A>(
  call: (provider: ElectronicId["Service"]) => Effect.Effect<A, ElectronicIdError>
) {
  const provider = yield* ElectronicId
  const { connectorCall } = yield* Timeouts
  return yield* isolated(
    Effect.suspend(() => call(provider)),
    unreadable
  ).pipe(Effect.timeoutOrElse({ duration: connectorCall, orElse: () => Effect.fail(unreachable) }))
})

/** Begins an order. */
export const order = (request: ElectronicIdRequest, key: IdempotencyKey) =>
  ask((provider) => provider.order(request, key))

/** Where an order stands. */
export const collect = (orderRef: string) => ask((provider) => provider.collect(orderRef))

/** Closes an order. One that cannot be closed runs out by itself, soon. */
export const cancel = (orderRef: string) => Effect.ignore(ask((provider) => provider.cancel(orderRef)))
