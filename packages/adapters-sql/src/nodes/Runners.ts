/**
 * Stores the cluster's nodes and shard locks. Effect's own implementation polls for changes and checks locks one by
 * one; this one learns of changes sooner and checks locks in batches (ADR 4).
 */
import { Clock, Context, Deferred, Effect, Latch, Layer } from "effect"
import { RunnerAddress, RunnerStorage, SqlRunnerStorage } from "effect/cluster"
import type { ClusterError, ShardId } from "effect/cluster"

export class Runners extends Context.Service<
  Runners,
  {
    readonly remove: (nodes: ReadonlyArray<string>) => Effect.Effect<void>
    readonly refresh: Effect.Effect<void>
    /** Opens when this node's locks change. It sometimes opens although nothing has changed. */
    readonly locksChanged: Latch.Latch
  }
>()("@sheaf/adapters-sql/nodes/Runners") {}

/** Returns a node's address within the cluster. It is not a network address, because nodes never call each other. */
export const runnerAddressOf = (node: string): RunnerAddress.RunnerAddress => RunnerAddress.make(node, 1)

type Storage = RunnerStorage.RunnerStorage["Service"]

/** How long the cached node list stays valid without a notification from another node, in milliseconds. */
const currentMillis = 2_000

/**
 * How long a node waits for shards to become free, in milliseconds. If it gave up immediately, Effect's cluster would
 * sleep for a second before trying again.
 */
const acquireMillis = 1_000

/**
 * A stopping node releases its shards one by one, so a node that takes them over waits until it can acquire all of
 * them.
 */
const acquireAll = ({ acquire }: Storage, clock: Clock.Clock): Storage["acquire"] =>
  Effect.fnUntraced(function* (address, shards) {
    const wanted = [...shards]
    const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
    const end = now() + acquireMillis
    let acquired = yield* acquire(address, wanted)
    while (acquired.length < wanted.length && now() < end) {
      yield* Effect.sleep("50 millis")
      acquired = yield* acquire(address, wanted)
    }
    return acquired
  })

type HeldShards = ReadonlyArray<ShardId.ShardId>

/** Batches the lock checks that arrive while another check is running. */
const refreshTogether = Effect.fnUntraced(function* ({ refresh }: Storage) {
  const scope = yield* Effect.scope
  let next:
    | {
        readonly shards: Set<ShardId.ShardId>
        readonly held: Deferred.Deferred<HeldShards, ClusterError.PersistenceError>
      }
    | undefined
  let isRunning = false

  const run = (address: RunnerAddress.RunnerAddress) =>
    Effect.gen(function* () {
      for (let batch = next; batch !== undefined; batch = next) {
        next = undefined
        const held = yield* Effect.exit(refresh(address, batch.shards))
        // A check that arrives after this line must start a new loop.
        if (next === undefined) isRunning = false
        yield* Deferred.done(batch.held, held)
        if (!isRunning) return
      }
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          isRunning = false
        })
      )
    )

  const together: Storage["refresh"] = (address, shards) =>
    Effect.gen(function* () {
      const wanted = [...shards]
      // With no shards to check, the call only tests the connection to the database.
      if (wanted.length === 0) return yield* refresh(address, wanted)
      const { held, shards: all } = (next ??= { shards: new Set(), held: Deferred.makeUnsafe() })
      for (const shard of wanted) all.add(shard)
      if (!isRunning) {
        isRunning = true
        yield* Effect.forkIn(run(address), scope, { startImmediately: true })
      }
      const found = new Set(yield* Deferred.await(held))
      return wanted.filter((shard) => found.has(shard))
    })
  return together
})

const make = Effect.gen(function* () {
  const storage = yield* RunnerStorage.RunnerStorage
  const clock = yield* Clock.Clock
  const scope = yield* Effect.scope
  /** Recently removed nodes. A read of the node list that began before the removal can still return them. */
  const removed = new Set<string>()
  let last: { readonly at: number; readonly runners: Effect.Success<Storage["getRunners"]> } | undefined
  /** Changes whenever the node list becomes outdated, even during a read. */
  let edition = 0
  const refresh = Effect.sync(() => {
    last = undefined
    edition += 1
  })
  const monotonicMillis = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

  const getRunners = Effect.gen(function* () {
    const now = monotonicMillis()
    let runners = last !== undefined && now - last.at < currentMillis ? last.runners : undefined
    if (runners === undefined) {
      const began = edition
      runners = yield* storage.getRunners
      if (began === edition) last = { at: now, runners }
    }
    return runners.filter(([{ address }]) => !removed.has(String(address)))
  })

  const remove = Effect.fnUntraced(function* (node: string) {
    const address = runnerAddressOf(node)
    const key = String(address)
    removed.add(key)
    yield* Effect.forkIn(
      Effect.delay(
        Effect.sync(() => removed.delete(key)),
        currentMillis * 2
      ),
      scope
    )
    yield* Effect.ensuring(Effect.ignore(storage.unregister(address)), refresh)
  })

  const locksChanged = Latch.makeUnsafe(true)
  const changing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.ensuring(
      effect,
      Effect.sync(() => locksChanged.openUnsafe())
    )
  const acquire = acquireAll(storage, clock)
  const refreshLocks = yield* refreshTogether(storage)
  const improved: Storage = {
    ...storage,
    acquire: (...given) => changing(acquire(...given)),
    refresh: (...given) => changing(refreshLocks(...given)),
    release: (...given) => changing(storage.release(...given)),
    releaseAll: (...given) => changing(storage.releaseAll(...given)),
    getRunners,
    register: (...runner) => Effect.ensuring(storage.register(...runner), refresh),
    unregister: (address) => Effect.ensuring(storage.unregister(address), refresh),
    setRunnerHealth: (...health) => Effect.ensuring(storage.setRunnerHealth(...health), refresh)
  }
  return Context.make(RunnerStorage.RunnerStorage, improved).pipe(
    Context.add(Runners, {
      remove: (nodes) => Effect.forEach(nodes, remove, { concurrency: "unbounded", discard: true }),
      refresh,
      locksChanged
    })
  )
})

export const layer = Layer.effectContext(make).pipe(Layer.provide(Layer.orDie(SqlRunnerStorage.layer)))
