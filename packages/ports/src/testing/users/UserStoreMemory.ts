/** A {@link UserStore} in memory, for tests of its callers. */
import { Clock, Effect, Layer, Option } from "effect"
import { erasedIdRetentionMillis, UserStore } from "../../users/UserStore.ts"
import type { StoredUser } from "../../users/UserStore.ts"

const make = (): UserStore["Service"] => {
  const users = new Map<string, StoredUser>()
  const tombstones = new Map<string, string>()
  const erasedIds = new Map<string, number>()

  const get = (clientId: string, userId: string): StoredUser | undefined => {
    const user = users.get(userId)
    return user?.clientId === clientId ? user : undefined
  }

  const named = (clientId: string, externalId: string): StoredUser | undefined =>
    [...users.values()].find((user) => user.clientId === clientId && user.externalId === externalId)

  return {
    create: (created) =>
      Effect.sync(() => {
        const known = named(created.clientId, created.externalId)
        if (known !== undefined) return { user: known, created: false }
        const user: StoredUser = { ...created, generation: 0 }
        users.set(user.userId, user)
        return { user, created: true }
      }),
    find: (clientId, userId) => Effect.sync(() => Option.fromUndefinedOr(get(clientId, userId))),
    findByExternalId: (clientId, externalId) => Effect.sync(() => Option.fromUndefinedOr(named(clientId, externalId))),
    list: ({ after, clientId, limit, order }) =>
      Effect.sync(() => {
        const own = [...users.values()].filter((user) => user.clientId === clientId)
        const inOrder = order === "asc" ? own : own.toReversed()
        const start = after === undefined ? 0 : inOrder.findIndex(({ userId }) => userId === after.id) + 1
        return inOrder.slice(start, start + limit)
      }),
    endSessions: (clientId, userId, at) =>
      Effect.sync(() => {
        const user = get(clientId, userId)
        if (user === undefined) return false
        const sessionsEndedAt = Math.max(at, user.sessionsEndedAt ?? at)
        users.set(userId, { ...user, generation: user.generation + 1, sessionsEndedAt })
        return true
      }),
    erase: (clientId, userId, at) =>
      Effect.sync(() => {
        const user = get(clientId, userId)
        if (user === undefined) return false
        erasedIds.set(JSON.stringify([clientId, user.externalId]), at)
        users.delete(userId)
        tombstones.set(userId, clientId)
        return true
      }),
    erasedAt: (clientId, externalId) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        Option.fromUndefinedOr(erasedIds.get(JSON.stringify([clientId, externalId]))).pipe(
          Option.filter((at) => now - at < erasedIdRetentionMillis)
        )
      ),
    forgetErasedIds: (erasedBefore) =>
      Effect.sync(() => {
        for (const [name, at] of erasedIds) if (at < erasedBefore) erasedIds.delete(name)
      }),
    erasures: Effect.sync(() => [...tombstones].map(([userId, clientId]) => ({ userId, clientId }))),
    erased: ({ userId }) =>
      Effect.sync(() => {
        tombstones.delete(userId)
      })
  }
}

export const layer = Layer.sync(UserStore, make)
