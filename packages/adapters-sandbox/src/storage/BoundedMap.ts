/** A map of bounded size. When it is full, it drops its oldest entry. */
export const make = <A>(capacity: number) => {
  const entries = new Map<string, A>()
  return {
    get: (key: string): A | undefined => entries.get(key),
    set: (key: string, value: A): void => {
      entries.delete(key)
      entries.set(key, value)
      for (const oldest of entries.keys()) {
        if (entries.size <= capacity) return
        entries.delete(oldest)
      }
    }
  }
}
