/** Writes ended collections with the service's own store, because no company has so many or so large ones. */
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { CollectionStore } from "@sheaf/ports"
import { Effect } from "effect"
import { clientId } from "../../workshop/stage/Installation.ts"
import type * as WealthRecords from "../rules/WealthRecords.ts"

const hour = 3_600_000

/** Stores a collection that ended with these records, or without any. This adds an event. */
export const store = Effect.fnUntraced(function* (
  collectionId: string,
  at: number,
  records?: ReturnType<typeof WealthRecords.make>
) {
  const store = yield* CollectionStore
  const loginMethod = "USERNAME_AND_PASSWORD"
  const identity = {
    ...CollectionLifecycle.begin,
    collectionId,
    clientId,
    company: "se-nordhem",
    market: "se" as const,
    loginMethod,
    createdAt: at,
    statusChangedAt: at
  } as const
  const login = { type: "USERNAME_PASSWORD", username: "many", password: "secret" } as const
  const order = { _tag: "Login", loginMethod, login, attributes: {} } as const
  yield* store.accept({ identity, products: ["WEALTH"], order, deadline: at + hour })
  const { revision } = identity
  const status = records === undefined ? "COMPLETED_EMPTY" : "COMPLETED"
  const { state } = CollectionLifecycle.transition({ status: "COLLECTING", revision }, { status, changed: true })
  const change = { ...state, statusChangedAt: at, at, shown: {}, identified: false }
  yield* store.advance({ collectionId, step: 0, revision }, [
    records === undefined ? change : { ...change, data: { WEALTH: records } }
  ])
})
