/** Places for which clients take turns (decisions 14). */
import { assert, describe, it } from "vitest"
import * as FairPlaces from "../../src/inbound/connections/FairPlaces.ts"

/** Returns the places, and the names of the granted claims in order. */
const world = (options: FairPlaces.Options) => {
  const places = FairPlaces.make(options)
  const granted: Array<string> = []
  const revoked: Array<string> = []
  const claim = (name: string, size = 1) =>
    places.claim(name.slice(0, 1), {
      granted: () => granted.push(name),
      // Claims whose names end in `!` keep their places.
      revoked: () => !name.endsWith("!") && revoked.push(name) > 0,
      size
    })
  return { claim, granted, revoked }
}

describe("fair places", () => {
  it("go to clients in turn, regardless of the order of their claims", () => {
    const { claim, granted } = world({ places: 1, perClient: 1, waitingPerClient: 9 })
    const claims = ["a1", "a2", "a3", "b1", "c1", "b2"].map((name) => ({ name, claim: claim(name) }))
    for (let done = 0; done < 6; done++) claims.find(({ name }) => name === granted[done])?.claim?.end()
    assert.deepStrictEqual(granted, ["a1", "b1", "c1", "a2", "b2", "a3"])
  })

  it("leave places for others, no matter how many places one client claims", () => {
    const { claim, granted } = world({ places: 4, perClient: 2, waitingPerClient: 9 })
    for (const name of ["a1", "a2", "a3", "b1"]) claim(name)
    assert.deepStrictEqual(granted, ["a1", "a2", "b1"])
  })

  it("are refused to a client with too many waiting claims, but not to other clients", () => {
    const { claim, granted } = world({ places: 1, perClient: 1, waitingPerClient: 1 })
    claim("a1")
    assert.isDefined(claim("a2"))
    assert.isUndefined(claim("a3"))
    assert.isDefined(claim("b1"))
    assert.deepStrictEqual(granted, ["a1"])
  })

  it("are taken from the client that holds most, its oldest claims first, until shares are equal", () => {
    const { claim, granted, revoked } = world({ places: 4, perClient: 2, waitingPerClient: 9 })
    for (const name of ["a1!", "a2", "b1", "b2"]) claim(name)
    const [first, second] = [claim("c1"), claim("c2")]
    for (let time = 0; time < 3; time++) for (const waiting of [first, second]) waiting?.insist()
    assert.deepStrictEqual(revoked, ["a2"])
    claim("d1")?.insist()
    claim("e1")?.insist()
    assert.deepStrictEqual(revoked, ["a2", "b1"])
    assert.deepStrictEqual(granted, ["a1!", "a2", "b1", "b2", "c1", "d1"])
  })

  it("can be claimed together, and given back in part", () => {
    const { claim, granted } = world({ places: 10, perClient: 6, waitingPerClient: 9 })
    const first = claim("a1", 5)
    claim("a2", 5)
    claim("b1", 5)
    assert.deepStrictEqual(granted, ["a1", "b1"])
    first?.shrink(1)
    assert.deepStrictEqual(granted, ["a1", "b1"])
    first?.end()
    assert.deepStrictEqual(granted, ["a1", "b1", "a2"])
  })

  it("are free again after a claim has ended, even if it had to wait", () => {
    const { claim, granted } = world({ places: 1, perClient: 1, waitingPerClient: 2 })
    const [first, second] = [claim("a1"), claim("a2")]
    claim("a3")
    second?.end()
    second?.end()
    assert.deepStrictEqual(granted, ["a1"])
    first?.end()
    first?.end()
    assert.deepStrictEqual(granted, ["a1", "a3"])
  })
})
