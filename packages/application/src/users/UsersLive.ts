/** The use cases of users and their tokens (decisions 8). */
import type { User } from "@sheaf/domain/User"
import { failuresOf, owns, Tokens, UserNotFound, Users, UserStore } from "@sheaf/ports"
import type { Caller, StoredUser, CollectionStore, Connectors, ConsentStore } from "@sheaf/ports"
import { Clock, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { CollectionEngine } from "../CollectionEngine.ts"
import type { ConsentEngine } from "../consents/ConsentEngine.ts"
import * as Erasure from "./Erasure.ts"

const toUser = ({ createdAt, externalId, userId }: StoredUser): User => ({
  userId,
  externalId,
  createdAt: new Date(createdAt).toISOString()
})

const make = Effect.gen(function* () {
  const store = yield* UserStore
  const tokens = yield* Tokens
  const random = yield* SecureRandom.SecureRandom
  const erasing = yield* Effect.context<
    CollectionEngine | CollectionStore | Connectors | ConsentEngine | ConsentStore | UserStore
  >()

  const find = Effect.fnUntraced(function* (caller: Caller, userId: string) {
    const found = yield* Effect.orDie(store.find(caller.clientId, userId))
    return Option.isSome(found) && owns(caller, found.value) ? found.value : yield* new UserNotFound()
  })

  /** What upkeep finishes otherwise is not worth a failure: the tombstone is there, and that is what was promised. */
  const finish = (clientId: string, userId: string) =>
    Erasure.finish({ clientId, userId }).pipe(
      Effect.catchCause((cause) =>
        Effect.logWarning("an erasure is not finished; it is gone on with").pipe(
          Effect.annotateLogs({ failures: failuresOf(cause) })
        )
      ),
      Effect.provideContext(erasing)
    )

  return Users.of({
    create: Effect.fnUntraced(function* ({ clientId }, externalId) {
      const userId = yield* random.uuidV7()
      const createdAt = yield* Clock.currentTimeMillis
      const { created, user } = yield* Effect.orDie(store.create({ userId, clientId, externalId, createdAt }))
      return { user: toUser(user), created }
    }),
    read: (caller, userId) => Effect.map(find(caller, userId), toUser),
    find: Effect.fnUntraced(function* (caller, externalId) {
      const found = yield* Effect.orDie(store.findByExternalId(caller.clientId, externalId))
      return Option.map(
        Option.filter(found, (user) => owns(caller, user)),
        toUser
      )
    }),
    openSession: Effect.fnUntraced(function* (caller, userId) {
      const user = yield* find(caller, userId)
      return yield* Effect.orDie(tokens.issue(user, caller.environment))
    }),
    endSessions: Effect.fnUntraced(function* (caller, userId) {
      yield* find(caller, userId)
      const now = yield* Clock.currentTimeMillis
      if (!(yield* Effect.orDie(store.endSessions(caller.clientId, userId, now)))) return yield* new UserNotFound()
    }),
    erase: Effect.fnUntraced(function* (caller, userId) {
      yield* find(caller, userId)
      const now = yield* Clock.currentTimeMillis
      if (!(yield* Effect.orDie(store.erase(caller.clientId, userId, now)))) return yield* new UserNotFound()
      yield* finish(caller.clientId, userId)
    })
  })
})

export const layer = Layer.effect(Users, make)
