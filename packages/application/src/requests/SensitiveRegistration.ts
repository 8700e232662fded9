/** The registration of clients for sensitive data. */
import * as StartCollection from "@sheaf/domain/StartCollection"
import { ClientStore, InvalidParameters } from "@sheaf/ports"
import { Effect, Option } from "effect"

/** Fails if a request names sensitive data for which the client is not registered. Reads nothing without such data. */
export const requireRegistered = Effect.fnUntraced(function* (
  clientId: string,
  request: Pick<StartCollection.StartCollection, "sensitive">
) {
  if (request.sensitive === undefined) return
  const client = yield* Effect.orDie((yield* ClientStore).findClient(clientId))
  const registered = Option.match(client, { onNone: () => [], onSome: ({ sensitive = [] }) => sensitive })
  const violations = StartCollection.sensitiveViolations(request, registered)
  if (violations.length > 0) return yield* new InvalidParameters({ violations })
})
