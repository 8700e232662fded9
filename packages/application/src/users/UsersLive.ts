/** The use cases for users and their tokens (spec 5). */
import type { User } from "@sheaf/domain/User"
import { AuditLog, owns, Sealer, Tokens, UserNotFound, Users, UserStore } from "@sheaf/ports"
import type { Caller, StoredUser } from "@sheaf/ports"
import { Clock, Effect, Fiber, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { timestampOf } from "../views/Display.ts"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import * as Idempotency from "../idempotency/Idempotency.ts"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import * as ListCursor from "../requests/ListCursor.ts"
import * as ListFilters from "../requests/ListFilters.ts"
import * as Erasure from "./Erasure.ts"

/** How long a response waits for an erasure, which then continues in the background. */
const patience = "1 second"

const toUser = ({ createdAt, externalId, userId }: StoredUser): User => ({
  userId,
  externalId,
  createdAt: timestampOf(createdAt)
})

/** Finishes erasures. If an erasure takes too long or the client disconnects, it continues in the background. */
const erasureEnd = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const erasing = yield* Effect.context<Effect.Services<ReturnType<typeof Erasure.finishErasure>>>()

  /** Failures are only logged: the tombstone is stored, so a recurring task tries again. */
  const finish = (clientId: string, userId: string) =>
    Erasure.finishErasure({ clientId, userId }).pipe(
      Effect.catchCause((cause) =>
        Effect.logWarning("user erasure failed; will retry").pipe(withFailureAnnotations(cause))
      ),
      Effect.provideContext(erasing)
    )

  return Effect.fnUntraced(function* (clientId: string, userId: string) {
    const finishing = yield* Effect.forkIn(finish(clientId, userId), scope)
    yield* Effect.timeoutOption(Fiber.await(finishing), patience)
  })
})

const listing = Effect.gen(function* () {
  const store = yield* UserStore
  const sealer = yield* Sealer
  const list: Users["Service"]["list"] = Effect.fnUntraced(function* (caller, request) {
    const query = ListFilters.queryOf(caller, request)
    if (query === undefined) return { items: [] }
    return yield* ListCursor.readPage(sealer, ListCursor.keyOf("users", caller, request), request, {
      find: (bounds) => Effect.orDie(store.list({ ...query, ...bounds })),
      positionOf: ({ createdAt, userId: id }) => ({ createdAt, id }),
      itemOf: toUser
    })
  })
  return list
})

const make = Effect.gen(function* () {
  const store = yield* UserStore
  const tokens = yield* Tokens
  const audit = yield* AuditLog
  const random = yield* SecureRandom.SecureRandom
  const once = yield* Idempotency.make
  const finishErasure = yield* erasureEnd

  const find = Effect.fnUntraced(function* (caller: Caller, userId: string) {
    const found = yield* Effect.orDie(store.find(caller.clientId, userId))
    return Option.isSome(found) && owns(caller, found.value) ? found.value : yield* new UserNotFound()
  })

  const findByExternalId = Effect.fnUntraced(function* (caller: Caller, externalId: string) {
    const found = yield* Effect.orDie(store.findByExternalId(caller.clientId, externalId))
    return found.pipe(
      Option.filter((user) => owns(caller, user)),
      Option.map(toUser)
    )
  })

  /** Fails if the caller may not see the user, or if the user has since been erased. */
  const change = Effect.fnUntraced(function* (
    caller: Caller,
    userId: string,
    record: UserStore["Service"]["erase" | "endSessions"]
  ) {
    yield* find(caller, userId)
    const now = yield* Clock.currentTimeMillis
    if (!(yield* Effect.orDie(record(caller.clientId, userId, now)))) return yield* new UserNotFound()
  })

  const read: Users["Service"]["read"] = (caller, userId) => Effect.map(find(caller, userId), toUser)

  const create = Effect.fnUntraced(function* (caller: Caller, externalId: string, accept: AcceptWrite) {
    const { clientId } = caller
    if (caller.userId !== undefined) {
      const itself = yield* findByExternalId(caller, externalId)
      return Option.isSome(itself) ? { user: itself.value, created: false } : yield* new UserNotFound()
    }
    const userId = yield* random.uuidV7()
    const createdAt = yield* Clock.currentTimeMillis
    const write = store.create({ userId, clientId, externalId, createdAt })
    const { created, user } = yield* accept({ id: userId, isNew: true }, write)
    return { user: toUser(user), created }
  })

  return Users.of({
    create: (caller, externalId) =>
      once({
        request: externalId,
        make: (accept) => create(caller, externalId, accept),
        resultOf: ({ created, user }) => ({ id: user.userId, isNew: created }),
        repeat: ({ id, isNew }) => Effect.map(read(caller, id), (user) => ({ user, created: isNew }))
      }),
    read,
    find: findByExternalId,
    list: yield* listing,
    openSession: Effect.fnUntraced(function* (caller, userId) {
      const user = yield* find(caller, userId)
      yield* Effect.orDie(audit.append({ action: "SESSION_OPENED", subject: { clientId: caller.clientId, userId } }))
      return yield* Effect.orDie(tokens.issue(user, caller.environment))
    }),
    endSessions: (caller, userId) => change(caller, userId, store.endSessions),
    erase: Effect.fnUntraced(function* (caller, userId) {
      yield* change(caller, userId, store.erase)
      yield* finishErasure(caller.clientId, userId)
    })
  })
})

export const layer = Layer.effect(Users, make)
