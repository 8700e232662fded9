/**
 * Random choices that can be reproduced from a seed. The same seed gives the same requests, except for values that come
 * from the server.
 */

export interface Random {
  /** Returns a number from 0 to 1, excluding 1. */
  readonly next: () => number
  /** Both bounds are included. */
  readonly int: (least: number, most: number) => number
  readonly chance: (percent: number) => boolean
  /** The list must not be empty. */
  readonly pick: <A>(all: ReadonlyArray<A>) => A
  readonly shuffle: <A>(all: ReadonlyArray<A>) => ReadonlyArray<A>
}

const sequence = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** Neighboring seeds give unrelated choices. */
export const make = (seed: number): Random => {
  const next = sequence(Math.imul(seed | 0, 0x85ebca6b))
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <A>(all: ReadonlyArray<A>): A => {
    if (all.length === 0) throw new Error("cannot pick from an empty list")
    // The index is always in range.
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
