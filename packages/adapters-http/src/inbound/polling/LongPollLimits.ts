/** Limits how many long polls can be held open, per client and in total (spec 2.5). */

export interface LongPollLimits {
  readonly perClient: number
  readonly total: number
}

/** The maximum number of held polls per Connect session. A session's page polls only one status at a time. */
const perSession = 10

export interface LongPollCounter {
  /**
   * Counts a long poll that is held open. Returns a function to call when the poll ends, or `undefined` if the limit
   * has been reached. A client's Connect sessions together can use at most half of the client's limit.
   */
  readonly take: (clientId: string, connectSessionId?: string) => (() => void) | undefined
}

export const make = ({ perClient, total }: LongPollLimits): LongPollCounter => {
  const taken = new Map<string, number>()
  const take = (name: string): void => void taken.set(name, (taken.get(name) ?? 0) + 1)
  const giveBack = (name: string): void => {
    const left = (taken.get(name) ?? 0) - 1
    if (left > 0) taken.set(name, left)
    else taken.delete(name)
  }
  const count = (name: string): number => taken.get(name) ?? 0
  let all = 0
  return {
    take: (clientId, connectSessionId) => {
      const ofClient = `client ${clientId}`
      const [ofSessions, ofSession] = [`sessions of ${clientId}`, `session ${connectSessionId}`]
      if (all >= total || count(ofClient) >= perClient) return undefined
      const isSession = connectSessionId !== undefined
      if (isSession && (count(ofSession) >= perSession || count(ofSessions) >= Math.ceil(perClient / 2)))
        return undefined
      const names = isSession ? [ofClient, ofSessions, ofSession] : [ofClient]
      names.forEach(take)
      all++
      return () => {
        names.forEach(giveBack)
        all--
      }
    }
  }
}
