/** The client's name, which banks, companies and electronic-ID providers can show to the person. */
import { ClientStore } from "@sheaf/ports"
import { Effect, Option } from "effect"

/** Returns the name, or nothing if the store is unavailable, because a call can do without the name. */
export const nameOf = Effect.fnUntraced(function* (clientId: string) {
  const client = yield* Effect.option((yield* ClientStore).findClient(clientId))
  return Option.match(Option.flatten(client), { onNone: () => ({}), onSome: ({ name }) => ({ clientName: name }) })
})
