/**
 * Places that clients share fairly: each client holds only some of them, and free places go first to the waiting client
 * that holds fewest (decisions 14).
 */

export interface Options {
  readonly places: number
  /** The number of places that one client can hold. Only its last claim can exceed this number. */
  readonly perClient: number
  /** The number of further requests of one client that can wait. */
  readonly waitingPerClient: number
}

/** A request's claim to a place, or to several. */
export interface Claim {
  /** Gives the places back, or stops waiting for them. Repeated calls have no effect. */
  readonly end: () => void
  /** Keeps only this many of the places. Has no effect if the claim has ended or has no places yet. */
  readonly settle: (size: number) => void
  /**
   * If the claim still waits for other clients: takes places from the clients that hold most, until the claim has its
   * places or the clients hold equally many.
   */
  readonly insist: () => void
  /** If the claim still waits: takes the places of other claims of the same client. */
  readonly replace: () => void
}

/** The wishes of a request. */
export interface Wish {
  /** Called once the client has the places, possibly immediately. */
  readonly granted: () => void
  /**
   * Returns the size of the loss if another request takes the places, or `undefined` if the request cannot lose them.
   * By default, it cannot. The smallest loss comes first, and of equal losses that of the oldest claim.
   */
  readonly loss?: () => number | undefined
  /** Called when another request has taken the places. */
  readonly revoked?: () => void
  /** The number of places. 1 by default. */
  readonly size?: number
  /** True if the size is an estimate. When clients are compared, it does not count until the claim is settled. */
  readonly isEstimate?: boolean
}

export interface FairPlaces {
  /** Claims places for a client. Returns `undefined` if too many of its requests are waiting. */
  readonly claim: (client: string, wish: Wish) => Claim | undefined
}

/** A claim that waits or holds places. */
interface Turn {
  size: number
  isEstimate: boolean
  readonly granted: () => void
  readonly loss: () => number | undefined
  readonly revoke: () => void
}

interface Share {
  held: number
  /** The number of grants before the client's last one. Clients without a grant come first. */
  lastGrant: number
  readonly waiting: Set<Turn>
  /** The claims that hold places, oldest first. */
  readonly holding: Set<Turn>
}

const weightOf = ({ isEstimate, size }: Turn): number => (isEstimate ? 0 : size)

/** Returns the number of places that a client holds, without estimates. */
const weightOfAll = ({ holding }: Share): number => {
  let weight = 0
  for (const turn of holding) weight += weightOf(turn)
  return weight
}

/** Returns the claim with the smallest loss, if any claim can lose its places. */
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

export const make = ({ perClient, places, waitingPerClient }: Options): FairPlaces => {
  /** The clients with claims. */
  const shares = new Map<string, Share>()
  let free = places
  let grants = 0

  const hasRoom = ({ held }: Share): boolean => held < perClient

  /** Returns the client whose turn it is, and its oldest waiting claim. */
  const next = (): readonly [Share, Turn] | undefined => {
    let found: readonly [Share, Turn] | undefined
    for (const share of shares.values()) {
      const [turn] = share.waiting
      if (turn === undefined || !hasRoom(share)) continue
      const lead = found === undefined ? -1 : share.held - found[0].held || share.lastGrant - found[0].lastGrant
      if (lead < 0) found = [share, turn]
    }
    return found
  }

  const grant = (): void => {
    for (let found = next(); found !== undefined && found[1].size <= free; found = next()) {
      const [share, turn] = found
      share.waiting.delete(turn)
      share.holding.add(turn)
      share.held += turn.size
      share.lastGrant = ++grants
      free -= turn.size
      turn.granted()
    }
  }

  const release = (share: Share, turn: Turn, size: number): void => {
    turn.size -= size
    share.held -= size
    free += size
  }

  /** Returns the cheapest claim of the clients that hold most, if they hold more than `weight` places. */
  const takenAbove = (weight: number): Turn | undefined => {
    let found: Array<Turn> = []
    let most = weight
    for (const share of shares.values()) {
      const held = weightOfAll(share)
      if (held < most || held <= weight) continue
      const turn = cheapest(share.holding)
      if (turn === undefined) continue
      found = held === most ? [...found, turn] : [turn]
      most = held
    }
    return cheapest(found)
  }

  return {
    claim: (client, { granted, isEstimate = false, loss = () => undefined, revoked = () => {}, size = 1 }) => {
      const share = shares.get(client) ?? { held: 0, lastGrant: 0, waiting: new Set(), holding: new Set() }
      if (share.waiting.size >= waitingPerClient) return undefined
      shares.set(client, share)
      const end = (): void => {
        share.waiting.delete(turn)
        if (share.holding.delete(turn)) release(share, turn, turn.size)
        if (share.holding.size === 0 && share.waiting.size === 0 && shares.get(client) === share) shares.delete(client)
        grant()
      }
      const revoke = (): void => {
        revoked()
        end()
      }
      const turn: Turn = { size, isEstimate, granted, loss, revoke }
      share.waiting.add(turn)
      grant()
      /** Revokes claims until this claim has its places. Only a client's oldest waiting claim can, so the cost is low. */
      const take = (from: () => Turn | undefined): void => {
        for (;;) {
          const [first] = share.waiting
          const taken = first === turn ? from() : undefined
          if (taken === undefined) return
          taken.revoke()
        }
      }
      return {
        end,
        settle: (to) => {
          if (!share.holding.has(turn)) return
          turn.isEstimate = false
          if (to < turn.size) release(share, turn, turn.size - to)
          grant()
        },
        insist: () => take(() => (hasRoom(share) ? takenAbove(weightOfAll(share) + weightOf(turn)) : undefined)),
        replace: () => take(() => cheapest(share.holding))
      }
    }
  }
}
