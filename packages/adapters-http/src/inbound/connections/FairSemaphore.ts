/**
 * A semaphore that shares its places fairly. Each client can hold only some of the places, and a free place goes to the
 * waiting client that holds the fewest (spec 8). Within a client's share, each Connect session has a share of its own,
 * and requests that come from no session go first. Effect's `PartitionedSemaphore` does not suffice: it has no maximum
 * per client, does not know who holds the most, and cannot take a place back (ADR 9).
 */
import { Effect, Latch } from "effect"
import type { Duration } from "effect"

export interface Options {
  readonly permits: number
  /** How many places a client can hold. Only the lease that reaches this number can exceed it. */
  readonly perClient: number
  /** How many places a Connect session can hold. Default: as many as a client. */
  readonly perSession?: number
  /** How many more requests from a client, and from each of its sessions, may wait. */
  readonly waitingPerClient: number
}

/** A request's places, or its wait for them. */
export interface Lease {
  /** Returns the places, or stops waiting for them. May be repeated. */
  readonly release: () => void
  /** Keeps only this many places. Has no effect before they are granted or after the lease has ended. */
  readonly resize: (size: number) => void
  /**
   * Takes places for a lease that is still waiting. If other clients hold the places, takes from the one that holds the
   * most, until this lease has enough or all clients hold the same number. If the client has reached its own maximum
   * because of its sessions, takes their places.
   */
  readonly preemptOthers: () => void
  /**
   * If the lease is still waiting, takes places from other leases of its client. A session's lease takes from the same
   * session first, then from others.
   */
  readonly preemptOwn: () => void
}

export interface LeaseRequest {
  /** The Connect session, if its page sent the request. */
  readonly session?: string | undefined
  /** Called when the places are granted, possibly immediately. */
  readonly onGranted: () => void
  /**
   * Returns how much is lost if another request takes the places, or `undefined` if no request may take them (default).
   * The lease with the smallest loss is revoked first. If losses are equal, the oldest lease is.
   */
  readonly revocationCost?: () => number | undefined
  /** Called when another request has taken the places. */
  readonly onRevoked?: () => void
  /** The number of places. Default: 1. */
  readonly size?: number
  /** True if `size` is an estimate. Until `resize` is called, it does not count when clients are compared. */
  readonly isEstimate?: boolean
}

export interface FairSemaphore {
  /** Requests places for a client. Returns `undefined` if too many requests of the client are waiting. */
  readonly acquire: (client: string, request: LeaseRequest) => Lease | undefined
}

/** A lease, either waiting or holding places. */
interface Turn {
  size: number
  isEstimate: boolean
  readonly granted: () => void
  readonly loss: () => number | undefined
  readonly revoke: () => void
}

/** The leases of a client itself or of one of its sessions. */
interface Share {
  held: number
  /** The sequence number of this share's last grant, counted across all shares. A share without a grant goes first. */
  lastGrant: number
  readonly waiting: Set<Turn>
  /** Leases that hold places, oldest first. */
  readonly holding: Set<Turn>
  readonly isSession: boolean
  readonly client: Client
}

interface Client {
  held: number
  lastGrant: number
  /** The shares that have leases, by session; the client's own is under `undefined`. */
  readonly shares: Map<string | undefined, Share>
}

const weightOf = ({ isEstimate, size }: Turn): number => (isEstimate ? 0 : size)

const holdingOf = function* ({ shares }: Client, isSession?: boolean): Generator<Turn> {
  for (const share of shares.values()) {
    if (isSession === undefined || share.isSession === isSession) yield* share.holding
  }
}

/** Returns how many places a client holds, not counting turns whose size is still an estimate. */
const weightOfAll = (client: Client): number => {
  let weight = 0
  for (const turn of holdingOf(client)) weight += weightOf(turn)
  return weight
}

/** Negative if the first share's turn comes first. */
const before = (one: Share, other: Share): number =>
  one.client.held - other.client.held ||
  one.client.lastGrant - other.client.lastGrant ||
  Number(one.isSession) - Number(other.isSession) ||
  one.held - other.held ||
  one.lastGrant - other.lastGrant

/** Returns the lease with the smallest loss among those that may lose their places. */
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

/** The clients that have leases, and their shares. */
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

  /** Removes a share without leases, and a client without shares. */
  forget(name: string, session: string | undefined, share: Share): void {
    const { client, holding, waiting } = share
    if (holding.size > 0 || waiting.size > 0 || client.shares.get(session) !== share) return
    client.shares.delete(session)
    if (client.shares.size === 0 && this.#clients.get(name) === client) this.#clients.delete(name)
  }

  /** Returns the cheapest lease of the clients that hold the most, if that is more than `weight` places. */
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

/** Grants places to the shares in turn. */
class Places {
  readonly shares = new Shares()
  readonly #perClient: number
  readonly #perSession: number
  #free: number
  #grants = 0
  /** The session that is taking places from others. The others must wait until it has its places. */
  taker: Share | undefined

  constructor(permits: number, perClient: number, perSession: number) {
    this.#free = permits
    this.#perClient = perClient
    this.#perSession = perSession
  }

  hasRoom({ client, held, isSession }: Share): boolean {
    return client.held < this.#perClient && (!isSession || held < this.#perSession)
  }

  /** Grants free places to the leases whose turn it is. */
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

  /** Returns some of a lease's places. */
  release(share: Share, turn: Turn, size: number): void {
    turn.size -= size
    share.held -= size
    share.client.held -= size
    this.#free += size
  }

  /** Returns the share whose turn it is, with its oldest waiting lease. */
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

/** Returns a lease as callers see it. `end` ends the lease, at most once. */
const leaseOf = (places: Places, share: Share, turn: Turn, end: () => void): Lease => {
  const { client } = share

  /** The lease that must make room for this one: another client's, or another session's of the same client. */
  const inTheWay = (): Turn | undefined => {
    if (places.hasRoom(share)) return places.shares.cheapestAbove(weightOfAll(client) + weightOf(turn))
    return share.isSession ? undefined : cheapest(holdingOf(client, true))
  }

  /**
   * Revokes leases until this one has its places, which is cheap, because only a share's oldest waiting lease revokes
   * others.
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

/** How long a lease waits before it takes places from the clients that hold the most. */
const insistence = "500 millis"

/**
 * How long to wait for places, and whether to take places of the same client afterwards (see {@link Lease.preemptOwn}).
 */
export interface WaitLimits {
  readonly timeout: Duration.Input
  readonly isPreempting: boolean
}

/**
 * Waits for places, and hands the lease to `hold` in the same step as the grant, so that no interruption can lose it;
 * `hold` must ensure its release. Returns false if too many requests are waiting, or if the wait ends without a grant.
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
