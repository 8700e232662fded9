/**
 * Places that clients share fairly: each client holds only some of them, and free places go first to the waiting client
 * that holds fewest (spec 8). The Connect sessions of a client have shares of their own inside the client's, and the
 * client's own requests go first.
 * Effect's `PartitionedSemaphore` has no maximum per client, does not know who holds most, and cannot take a place back
 * (ADR 9).
 */
import { Effect, Latch } from "effect"
import type { Duration } from "effect"

export interface Options {
  readonly permits: number
  /** The number of places that one client can hold. Only its last lease can exceed this number. */
  readonly perClient: number
  /** The number of places that one Connect session can hold, like `perClient`. By default, as many as its client. */
  readonly perSession?: number
  /** The number of further requests that can wait, of one client's own and of each of its sessions. */
  readonly waitingPerClient: number
}

/** A request's places, or its wait for them. */
export interface Lease {
  /** Gives the places back, or stops waiting for them. Repeated calls have no effect. */
  readonly release: () => void
  /** Keeps only this many of the places. Has no effect if the lease has ended or has no places yet. */
  readonly resize: (size: number) => void
  /**
   * If the lease waits for other clients: takes places from whoever holds most, until it has enough or all hold equally
   * many. If it waits for the sessions of its own client, takes places from them.
   */
  readonly preemptOthers: () => void
  /**
   * If the lease still waits: takes the places of other leases of the same client, or those of the same session first and
   * then those of other sessions.
   */
  readonly preemptOwn: () => void
}

export interface LeaseRequest {
  /** The id of the Connect session whose page sent the request. */
  readonly session?: string | undefined
  /** Called once the client has the places, possibly immediately. */
  readonly onGranted: () => void
  /**
   * Returns the size of the loss if another request takes the places, or `undefined` if the request cannot lose them.
   * By default, it cannot. The smallest loss comes first, and of equal losses that of the oldest lease.
   */
  readonly revocationCost?: () => number | undefined
  /** Called when another request has taken the places. */
  readonly onRevoked?: () => void
  /** The number of places. 1 by default. */
  readonly size?: number
  /** True if the size is an estimate. When clients are compared, it does not count until `resize` is called. */
  readonly isEstimate?: boolean
}

export interface FairSemaphore {
  /** Requests places for a client. Returns `undefined` if too many of its requests are waiting. */
  readonly acquire: (client: string, request: LeaseRequest) => Lease | undefined
}

/** A lease that waits or holds places. */
interface Turn {
  size: number
  isEstimate: boolean
  readonly granted: () => void
  readonly loss: () => number | undefined
  readonly revoke: () => void
}

/** The leases of a client's own requests, or of one session. */
interface Share {
  held: number
  /** The number of grants before the last one. Shares without a grant come first. */
  lastGrant: number
  readonly waiting: Set<Turn>
  /** The leases that hold places, oldest first. */
  readonly holding: Set<Turn>
  readonly isSession: boolean
  readonly client: Client
}

interface Client {
  held: number
  lastGrant: number
  /** The shares with leases, by session. The client's own share has no session. */
  readonly shares: Map<string | undefined, Share>
}

const weightOf = ({ isEstimate, size }: Turn): number => (isEstimate ? 0 : size)

const holdingOf = function* ({ shares }: Client, isSession?: boolean): Generator<Turn> {
  for (const share of shares.values()) {
    if (isSession === undefined || share.isSession === isSession) yield* share.holding
  }
}

/** Returns the number of places that a client holds, without estimates. */
const weightOfAll = (client: Client): number => {
  let weight = 0
  for (const turn of holdingOf(client)) weight += weightOf(turn)
  return weight
}

/** Returns a negative number if it is the turn of the first share. */
const before = (one: Share, other: Share): number =>
  one.client.held - other.client.held ||
  one.client.lastGrant - other.client.lastGrant ||
  Number(one.isSession) - Number(other.isSession) ||
  one.held - other.held ||
  one.lastGrant - other.lastGrant

/** Returns the lease with the smallest loss, if any lease can lose its places. */
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

/** The clients with leases, and the shares of each. */
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

  /** Forgets a share without leases, and a client without shares. */
  forget(name: string, session: string | undefined, share: Share): void {
    const { client, holding, waiting } = share
    if (holding.size > 0 || waiting.size > 0 || client.shares.get(session) !== share) return
    client.shares.delete(session)
    if (client.shares.size === 0 && this.#clients.get(name) === client) this.#clients.delete(name)
  }

  /** Returns the cheapest lease of the clients that hold most, if they hold more than `weight` places. */
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

/** The places, which go to the shares one after another. */
class Places {
  readonly shares = new Shares()
  readonly #perClient: number
  readonly #perSession: number
  #free: number
  #grants = 0
  /** The session that takes places from other sessions, which get them back only after it. */
  taker: Share | undefined

  constructor(permits: number, perClient: number, perSession: number) {
    this.#free = permits
    this.#perClient = perClient
    this.#perSession = perSession
  }

  hasRoom({ client, held, isSession }: Share): boolean {
    return client.held < this.#perClient && (!isSession || held < this.#perSession)
  }

  /** Gives free places to the leases whose turn it is. */
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

  /** Takes back some of a lease's places. */
  release(share: Share, turn: Turn, size: number): void {
    turn.size -= size
    share.held -= size
    share.client.held -= size
    this.#free += size
  }

  /** Returns the share whose turn it is, and its oldest waiting lease. */
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

/** Returns the lease of a turn. `end` ends it, and has no effect if it has ended. */
const leaseOf = (places: Places, share: Share, turn: Turn, end: () => void): Lease => {
  const { client } = share

  /** The lease that gives way to this lease, because of other clients or of the sessions of the same client. */
  const inTheWay = (): Turn | undefined => {
    if (places.hasRoom(share)) return places.shares.cheapestAbove(weightOfAll(client) + weightOf(turn))
    return share.isSession ? undefined : cheapest(holdingOf(client, true))
  }

  /** Revokes leases until this lease has its places. Only a share's oldest waiting lease can, so the cost is low. */
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

/** The time after which a waiting lease takes places from the clients that hold most. */
const insistence = "500 millis"

/** The longest wait for places, and whether the lease then takes those of its own client (see {@link Lease.preemptOwn}). */
export interface WaitLimits {
  readonly timeout: Duration.Input
  readonly isPreempting: boolean
}

/**
 * Waits for places, and hands the lease to `hold` once it has them. `hold` runs in the same step, so no interruption can lose
 * the lease, and its owner must be ready to end it. Returns false if too many requests wait, or if no places become free in
 * time.
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
