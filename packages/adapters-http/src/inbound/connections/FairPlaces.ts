/**
 * Places that clients share fairly: each client holds only some of them, and free places go to waiting clients in turn
 * (decisions 14).
 */

export interface Options {
  readonly places: number
  /** The number of places that one client can hold. */
  readonly perClient: number
  /** The number of further requests of one client that can wait. */
  readonly waitingPerClient: number
}

/** A request's claim to a place. */
export interface Claim {
  /** Gives the place back, or stops waiting for a place. Repeated calls have no effect. */
  readonly end: () => void
}

export interface FairPlaces {
  /**
   * Calls `granted` once the client has a place, possibly immediately. Returns `undefined` if too many requests are
   * waiting.
   */
  readonly claim: (client: string, granted: () => void) => Claim | undefined
}

interface Share {
  held: number
  /** The number of grants before the client's last grant. Clients without a grant come first. */
  lastGrant: number
  readonly waiting: Set<() => void>
}

export const make = ({ perClient, places, waitingPerClient }: Options): FairPlaces => {
  /** The clients with claims. */
  const shares = new Map<string, Share>()
  let free = places
  let grants = 0

  /** Returns the client whose turn it is. */
  const nextShare = (): Share | undefined => {
    let next: Share | undefined
    for (const share of shares.values()) {
      const isEligible = share.waiting.size > 0 && share.held < perClient
      if (isEligible && (next === undefined || share.lastGrant < next.lastGrant)) next = share
    }
    return next
  }

  const grant = (): void => {
    while (free > 0) {
      const share = nextShare()
      const [turn] = share?.waiting ?? []
      if (share === undefined || turn === undefined) return
      share.waiting.delete(turn)
      share.held++
      share.lastGrant = ++grants
      free--
      turn()
    }
  }

  return {
    claim: (client, granted) => {
      const share = shares.get(client) ?? { held: 0, lastGrant: 0, waiting: new Set() }
      if (share.waiting.size >= waitingPerClient) return undefined
      shares.set(client, share)
      let isHeld = false
      let isEnded = false
      const turn = () => {
        isHeld = true
        granted()
      }
      share.waiting.add(turn)
      grant()
      return {
        end: () => {
          if (isEnded) return
          isEnded = true
          share.waiting.delete(turn)
          if (isHeld) {
            share.held--
            free++
          }
          if (share.held === 0 && share.waiting.size === 0) shares.delete(client)
          grant()
        }
      }
    }
  }
}
