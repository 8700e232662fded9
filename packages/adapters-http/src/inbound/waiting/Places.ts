/** The places for held requests, limited for each client and in total (decisions 4). */

export interface PlaceLimits {
  readonly perClient: number
  readonly total: number
}

export interface Places {
  /** Takes a place. Returns a function that frees the place, or `undefined` if the client or the service has none left. */
  readonly take: (clientId: string) => (() => void) | undefined
}

export const make = ({ perClient, total }: PlaceLimits): Places => {
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
