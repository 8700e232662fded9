/**
 * A semaphore that shares its permits fairly between clients (spec 8). Each client can hold only some of the permits,
 * and a free permit goes to the waiting client that holds the fewest. Within a client's share, each Connect session has
 * its own share, and requests outside any session go first. Effect's `PartitionedSemaphore` does not suffice: it has no
 * maximum per client, does not know who holds the most, and cannot take a permit back (ADR 9).
 */
import { Effect, Latch } from "effect"
import type { Duration } from "effect"

export interface Options {
  readonly permits: number
  /**
   * A client gets no further lease once it holds this many permits, but its last lease may take it above that number.
   */
  readonly perClient: number
  /** How many permits a Connect session can hold. Default: `perClient`. */
  readonly perSession?: number
  /** How many requests may wait. Each session has its own count, and so do a client's requests outside any session. */
  readonly waitingPerClient: number
}

export interface Lease {
  /** Gives the permits back, or stops waiting for them. Safe to call repeatedly. */
  readonly release: () => void
  /**
   * Reduces the lease to `size` permits if it holds more. Has no effect while the lease waits or after it has ended.
   */
  readonly resize: (size: number) => void
  /**
   * If the lease is still waiting, takes permits from the client that holds the most, until this lease has enough or
   * all clients hold the same number. If the lease's own client has reached its maximum, takes permits from that
   * client's sessions instead, unless the lease itself belongs to a session.
   */
  readonly preemptOthers: () => void
  /**
   * If the lease is still waiting, takes permits from other leases of its client. A session's lease takes from its own
   * session first.
   */
  readonly preemptOwn: () => void
}

export interface LeaseRequest {
  /** Present if a Connect session's page sent the request. */
  readonly session?: string | undefined
  /** Called when the permits are granted, possibly immediately. */
  readonly onGranted: () => void
  /**
   * Returns how much work is lost if another request takes the permits, or `undefined` (the default) if no request may
   * take them. Within a client, the lease that would lose the least work is revoked first. If several leases of one
   * session would lose the same amount, the oldest is revoked first.
   */
  readonly revocationCost?: () => number | undefined
  readonly onRevoked?: () => void
  /** The number of permits. Default: 1. */
  readonly size?: number
  /**
   * True if `size` is an estimate. An estimate does not count in comparisons between clients until `resize` is called.
   */
  readonly isEstimate?: boolean
}

export interface FairSemaphore {
  /** Returns `undefined` if too many of the client's requests are waiting. */
  readonly acquire: (client: string, request: LeaseRequest) => Lease | undefined
}

interface Turn {
  size: number
  isEstimate: boolean
  readonly granted: () => void
  readonly loss: () => number | undefined
  readonly revoke: () => void
}

/** The leases of one session, or a client's leases outside any session. */
interface Share {
  held: number
  /** The sequence number of this share's last grant, counted across all shares. A share without a grant goes first. */
  lastGrant: number
  readonly waiting: Set<Turn>
  /** Leases that hold permits, oldest first. */
  readonly holding: Set<Turn>
  readonly isSession: boolean
  readonly client: Client
}

interface Client {
  held: number
  lastGrant: number
  /** The key is the session, or `undefined` for the client's leases outside any session. */
  readonly shares: Map<string | undefined, Share>
}

const weightOf = ({ isEstimate, size }: Turn): number => (isEstimate ? 0 : size)

const holdingOf = function* ({ shares }: Client, isSession?: boolean): Generator<Turn> {
  for (const share of shares.values()) {
    if (isSession === undefined || share.isSession === isSession) yield* share.holding
  }
}

/** Returns how many permits a client holds, not counting leases whose size is an estimate. */
const weightOfAll = (client: Client): number => {
  let weight = 0
  for (const turn of holdingOf(client)) weight += weightOf(turn)
  return weight
}

/** Negative if `one` gets its turn first. */
const before = (one: Share, other: Share): number =>
  one.client.held - other.client.held ||
  one.client.lastGrant - other.client.lastGrant ||
  Number(one.isSession) - Number(other.isSession) ||
  one.held - other.held ||
  one.lastGrant - other.lastGrant

const cheapest = (turns: Iterable<Turn>): Turn | undefined => {
  let found: Turn | undefined
  let least = Infinity
  for (const turn of turns) {
    const loss = turn.loss() ?? Infinity
    if (loss >= least) continue
    found = turn
    least = loss
  }
  return found
}

class Shares {
  readonly #clients = new Map<string, Client>()

  clients(): Iterable<Client> {
    return this.#clients.values()
  }

  of(name: string, session: string | undefined): Share {
    const client = this.#clients.get(name) ?? { held: 0, lastGrant: 0, shares: new Map<string | undefined, Share>() }
    this.#clients.set(name, client)
    const share = client.shares.get(session) ?? {
      held: 0,
      lastGrant: 0,
      waiting: new Set(),
      holding: new Set(),
      isSession: session !== undefined,
      client
    }
    client.shares.set(session, share)
    return share
  }

  forget(name: string, session: string | undefined, share: Share): void {
    const { client, holding, waiting } = share
    if (holding.size > 0 || waiting.size > 0 || client.shares.get(session) !== share) return
    client.shares.delete(session)
    if (client.shares.size === 0 && this.#clients.get(name) === client) this.#clients.delete(name)
  }

  /**
   * Finds the clients that hold the most permits and returns the cheapest of their leases. Returns `undefined` if no
   * client holds more than `weight` permits.
   */
  cheapestAbove(weight: number): Turn | undefined {
    let found: Array<Turn> = []
    let most = weight
    for (const client of this.#clients.values()) {
      const held = weightOfAll(client)
      if (held < most || held <= weight) continue
      const turn = cheapest(holdingOf(client))
      if (turn === undefined) continue
      found = held === most ? [...found, turn] : [turn]
      most = held
    }
    return cheapest(found)
  }
}

class Places {
  readonly shares = new Shares()
  readonly #perClient: number
  readonly #perSession: number
  #free: number
  #grants = 0
  /** The share that is taking permits from other shares. Until it has enough permits, no other share gets one. */
  taker: Share | undefined

  constructor(permits: number, perClient: number, perSession: number) {
    this.#free = permits
    this.#perClient = perClient
    this.#perSession = perSession
  }

  hasRoom({ client, held, isSession }: Share): boolean {
    return client.held < this.#perClient && (!isSession || held < this.#perSession)
  }

  grant(): void {
    for (let found = this.#next(); found !== undefined && found[1].size <= this.#free; found = this.#next()) {
      const [share, turn] = found
      share.waiting.delete(turn)
      share.holding.add(turn)
      share.held += turn.size
      share.client.held += turn.size
      share.lastGrant = share.client.lastGrant = ++this.#grants
      this.#free -= turn.size
      turn.granted()
    }
  }

  release(share: Share, turn: Turn, size: number): void {
    turn.size -= size
    share.held -= size
    share.client.held -= size
    this.#free += size
  }

  #next(): readonly [Share, Turn] | undefined {
    const { taker } = this
    const [wanted] = taker?.waiting ?? []
    if (taker !== undefined && wanted !== undefined && this.hasRoom(taker)) return [taker, wanted]
    let found: readonly [Share, Turn] | undefined
    for (const client of this.shares.clients()) {
      for (const share of client.shares.values()) {
        const [turn] = share.waiting
        if (turn === undefined || !this.hasRoom(share)) continue
        if (found === undefined || before(share, found[0]) < 0) found = [share, turn]
      }
    }
    return found
  }
}

/** Creates the lease that callers see. `end` runs at most once. */
const leaseOf = (places: Places, share: Share, turn: Turn, end: () => void): Lease => {
  const { client } = share

  /**
   * Finds a lease to revoke so that this lease can get its permits: a lease of another client, or of another session of
   * the same client.
   */
  const inTheWay = (): Turn | undefined => {
    if (places.hasRoom(share)) return places.shares.cheapestAbove(weightOfAll(client) + weightOf(turn))
    return share.isSession ? undefined : cheapest(holdingOf(client, true))
  }

  /**
   * Revokes other leases until this lease has its permits. This is cheap, because only the oldest waiting lease of a
   * share may revoke others.
   */
  const take = (from: () => Turn | undefined): void => {
    for (;;) {
      const [first] = share.waiting
      const taken = first === turn ? from() : undefined
      if (taken === undefined) return
      taken.revoke()
    }
  }

  return {
    release: end,
    resize: (to) => {
      if (!share.holding.has(turn)) return
      turn.isEstimate = false
      if (to < turn.size) places.release(share, turn, turn.size - to)
      places.grant()
    },
    preemptOthers: () => take(inTheWay),
    preemptOwn: () => {
      if (share.isSession) places.taker = share
      take(() => cheapest(share.holding) ?? (share.isSession ? cheapest(holdingOf(client, true)) : undefined))
      places.taker = undefined
    }
  }
}

export const make = ({ perClient, perSession = Infinity, permits, waitingPerClient }: Options): FairSemaphore => {
  const places = new Places(permits, perClient, perSession)
  return {
    acquire: (
      name,
      { onGranted, isEstimate = false, revocationCost = () => undefined, onRevoked = () => {}, session, size = 1 }
    ) => {
      const share = places.shares.of(name, session)
      if (share.waiting.size >= waitingPerClient) return void places.shares.forget(name, session, share)
      const end = (): void => {
        share.waiting.delete(turn)
        if (share.holding.delete(turn)) places.release(share, turn, turn.size)
        places.shares.forget(name, session, share)
        places.grant()
      }
      const revoke = (): void => {
        onRevoked()
        end()
      }
      const turn: Turn = { size, isEstimate, granted: onGranted, loss: revocationCost, revoke }
      share.waiting.add(turn)
      places.grant()
      return leaseOf(places, share, turn, end)
    }
  }
}

/** A lease waits this long before it takes permits from the clients that hold the most. */
const insistence = "500 millis"

/** How long to wait for permits, and whether to call {@link Lease.preemptOwn} if they have not been granted by then. */
export interface WaitLimits {
  readonly timeout: Duration.Input
  readonly isPreempting: boolean
}

/**
 * Waits for permits. Passes the lease to `hold` in the same step as the grant, so no interruption can lose it. `hold`
 * must make sure that the lease is released. Returns false if too many requests are waiting or the wait times out.
 */
export const acquire = (
  places: FairSemaphore,
  client: string,
  hold: (lease: Lease) => void,
  { limits, request = {} }: { readonly request?: Omit<LeaseRequest, "onGranted">; readonly limits?: WaitLimits } = {}
): Effect.Effect<boolean> =>
  Effect.suspend(() => {
    const granted = Latch.makeUnsafe(false)
    const lease = places.acquire(client, { ...request, onGranted: () => void granted.openUnsafe() })
    if (lease === undefined) return Effect.succeed(false)
    const isHeld = (): boolean => {
      if (granted.isOpen()) hold(lease)
      return granted.isOpen()
    }
    if (isHeld()) return Effect.succeed(true)
    const insist = Effect.forever(Effect.delay(Effect.sync(lease.preemptOthers), insistence))
    const waited =
      limits === undefined
        ? granted.await
        : Effect.timeoutOption(Effect.raceFirst(granted.await, insist), limits.timeout)
    return waited.pipe(
      Effect.map(() => {
        if (!granted.isOpen() && limits?.isPreempting === true) lease.preemptOwn()
        if (isHeld()) return true
        lease.release()
        return false
      }),
      Effect.onInterrupt(() => Effect.sync(lease.release))
    )
  })
