/** A map with a maximum size. When it is full, adding an entry removes the oldest one. */
export interface BoundedMap<A> {
  readonly get: (key: string) => A | undefined
  readonly set: (key: string, value: A) => void
}

export const make = <A>(capacity: number): BoundedMap<A> => {
  const entries = new Map<string, A>()
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      for (const oldest of entries.keys()) {
        if (entries.size <= capacity) return
        entries.delete(oldest)
      }
    }
  }
}
