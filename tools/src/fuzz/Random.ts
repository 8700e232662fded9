/** Choices that a seed repeats: the same seed makes the same requests, as far as they do not name what the server made. */

export interface Random {
  /** At least 0, below 1. */
  readonly next: () => number
  /** A whole number, at least `least` and at most `most`. */
  readonly int: (least: number, most: number) => number
  /** True so often of a hundred times. */
  readonly chance: (percent: number) => boolean
  /** One of some, of which there must be one. */
  readonly pick: <A>(all: ReadonlyArray<A>) => A
  /** The same ones in another order. */
  readonly shuffle: <A>(all: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** A generator of 32 bits of state, which is enough to be unpredictable to a server. */
const sequence = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** The choices of a seed. Neighbouring seeds have nothing in common. */
export const make = (seed: number): Random => {
  const next = sequence(Math.imul(seed | 0, 0x85ebca6b))
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <A>(all: ReadonlyArray<A>): A => {
    if (all.length === 0) throw new Error("there is nothing to pick from")
    // The index is below the length.
    return all[int(0, all.length - 1)] as A
  }
  return {
    next,
    int,
    pick,
    chance: (percent) => next() * 100 < percent,
    shuffle: (all) =>
      all
        .map((value) => ({ value, place: next() }))
        .sort((one, other) => one.place - other.place)
        .map(({ value }) => value)
  }
}
