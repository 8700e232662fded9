/** The use cases of users and their tokens (decisions 8). */
import type { User } from "@sheaf/domain/User"
import { failuresOf, owns, Tokens, UserNotFound, Users, UserStore } from "@sheaf/ports"
import type { Caller, StoredUser, CollectionStore, Connectors, ConsentStore } from "@sheaf/ports"
import { Clock, Effect, Fiber, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { CollectionEngine } from "../collections/Process.ts"
import type { ConsentEngine } from "../consents/Process.ts"
import * as Erasure from "./Erasure.ts"

/** What is left of most users is gone within moments; for those with much of it, erasing goes on behind the answer. */
const patience = "1 second"

const toUser = ({ createdAt, externalId, userId }: StoredUser): User => ({
  userId,
  externalId,
  createdAt: new Date(createdAt).toISOString()
})

const make = Effect.gen(function* () {
  const store = yield* UserStore
  const tokens = yield* Tokens
  const random = yield* SecureRandom.SecureRandom
  const scope = yield* Effect.scope
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

  const findByExternalId = Effect.fnUntraced(function* (caller: Caller, externalId: string) {
    const found = yield* Effect.orDie(store.findByExternalId(caller.clientId, externalId))
    return Option.map(
      Option.filter(found, (user) => owns(caller, user)),
      toUser
    )
  })

  return Users.of({
    create: Effect.fnUntraced(function* (caller, externalId) {
      const { clientId } = caller
      if (caller.userId !== undefined) {
        const itself = yield* findByExternalId(caller, externalId)
        return Option.isSome(itself) ? { user: itself.value, created: false } : yield* new UserNotFound()
      }
      const userId = yield* random.uuidV7()
      const createdAt = yield* Clock.currentTimeMillis
      const { created, user } = yield* Effect.orDie(store.create({ userId, clientId, externalId, createdAt }))
      return { user: toUser(user), created }
    }),
    read: (caller, userId) => Effect.map(find(caller, userId), toUser),
    find: findByExternalId,
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
      // Not a part of the request: what is under way goes on when its client leaves, or there is much to do.
      const finishing = yield* Effect.forkIn(finish(caller.clientId, userId), scope)
      yield* Effect.timeoutOption(Fiber.await(finishing), patience)
    })
  })
})

export const layer = Layer.effect(Users, make)
