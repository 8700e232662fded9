/** The limits on held requests, for each client and in total (decisions 4). */

export interface HoldLimits {
  readonly perClient: number
  readonly total: number
}

export interface HeldCounts {
  /** Counts a held request. Returns a function that ends the hold, or `undefined` at the limit. */
  readonly take: (clientId: string) => (() => void) | undefined
}

export const make = ({ perClient, total }: HoldLimits): HeldCounts => {
  const taken = new Map<string, number>()
  let all = 0
  return {
    take: (clientId) => {
      const own = taken.get(clientId) ?? 0
      if (own >= perClient || all >= total) return undefined
      taken.set(clientId, own + 1)
      all++
      return () => {
        const left = (taken.get(clientId) ?? 0) - 1
        if (left > 0) taken.set(clientId, left)
        else taken.delete(clientId)
        all--
      }
    }
  }
}
