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

/** A request's claim to a place, or to several. */
export interface Claim {
  /** Gives the places back, or stops waiting for them. Repeated calls have no effect. */
  readonly end: () => void
  /** Keeps only this many of the places. Has no effect if the claim has ended or has no places yet. */
  readonly shrink: (size: number) => void
  /**
   * If the claim still waits: takes places from the client that holds most, if that client then still holds as many as
   * the waiting client will. Its oldest claims lose their places first.
   */
  readonly insist: () => void
}

/** The wishes of a request. */
export interface Wish {
  /** Called once the client has the places, possibly immediately. */
  readonly granted: () => void
  /** Called when the places are needed for another client. Returns true if the request gives them up, and then ends. */
  readonly revoked?: () => boolean
  /** The number of places. 1 by default. */
  readonly size?: number
}

export interface FairPlaces {
  /** Claims places for a client. Returns `undefined` if too many of its requests are waiting. */
  readonly claim: (client: string, wish: Wish) => Claim | undefined
}

/** A claim that waits or holds places. */
interface Turn {
  size: number
  readonly granted: () => void
  readonly revoke: () => boolean
}

interface Share {
  held: number
  /** The number of grants before the client's last one. Clients without a grant come first. */
  lastGrant: number
  readonly waiting: Set<Turn>
  /** The claims that hold places, oldest first. */
  readonly holding: Set<Turn>
}

export const make = ({ perClient, places, waitingPerClient }: Options): FairPlaces => {
  /** The clients with claims. */
  const shares = new Map<string, Share>()
  let free = places
  let grants = 0

  /** Returns the client whose turn it is, and its oldest waiting claim. */
  const next = (): readonly [Share, Turn] | undefined => {
    let found: readonly [Share, Turn] | undefined
    for (const share of shares.values()) {
      const [turn] = share.waiting
      if (turn === undefined || share.held + turn.size > perClient) continue
      if (found === undefined || share.lastGrant < found[0].lastGrant) found = [share, turn]
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

  /** Returns the client that holds most places. */
  const largest = (): Share | undefined => {
    let most: Share | undefined
    for (const share of shares.values()) if (most === undefined || share.held > most.held) most = share
    return most
  }

  return {
    claim: (client, { granted, revoked = () => false, size = 1 }) => {
      const share = shares.get(client) ?? { held: 0, lastGrant: 0, waiting: new Set(), holding: new Set() }
      if (share.waiting.size >= waitingPerClient) return undefined
      shares.set(client, share)
      const end = (): void => {
        share.waiting.delete(turn)
        if (share.holding.delete(turn)) release(share, turn, turn.size)
        if (share.holding.size === 0 && share.waiting.size === 0 && shares.get(client) === share) shares.delete(client)
        grant()
      }
      const revoke = (): boolean => {
        const isRevoked = revoked()
        if (isRevoked) end()
        return isRevoked
      }
      const turn: Turn = { size, granted, revoke }
      share.waiting.add(turn)
      grant()
      return {
        end,
        shrink: (to) => {
          if (!share.holding.has(turn) || to >= turn.size) return
          release(share, turn, turn.size - to)
          grant()
        },
        insist: () => {
          const most = largest()
          if (!share.waiting.has(turn) || most === undefined) return
          for (const held of most.holding) {
            if (most.held - held.size < share.held + turn.size || held.revoke()) return
          }
        }
      }
    }
  }
}
