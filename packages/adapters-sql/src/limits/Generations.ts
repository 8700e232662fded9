/**
 * A map that forgets old entries, one generation at a time. Entries live for at least one period after they were last
 * set, unless the map is full. The map never scans its entries, and no choice of keys can make it grow beyond its
 * bound.
 */

export interface Generations<A> {
  readonly get: (key: string, now: number) => A | undefined
  readonly set: (key: string, value: A, now: number) => void
  readonly size: () => number
}

/**
 * `capacity` is the number of entries after which the map begins to forget entries early. The map holds at most twice
 * as many.
 */
export const make = <A>(periodMillis: number, capacity: number): Generations<A> => {
  let young = new Map<string, A>()
  let old = new Map<string, A>()
  let bornAt = -Infinity

  const age = (now: number): void => {
    const isFull = young.size >= capacity
    // The difference is negative if the clock was set back.
    const passed = Math.abs(now - bornAt)
    if (!isFull && passed < periodMillis) return
    // After two periods without a request, all entries have expired.
    old = isFull || passed < 2 * periodMillis ? young : new Map()
    young = new Map()
    bornAt = now
  }

  return {
    get: (key, now) => {
      age(now)
      return young.get(key) ?? old.get(key)
    },
    set: (key, value, now) => {
      age(now)
      young.set(key, value)
    },
    size: () => young.size + old.size
  }
}
