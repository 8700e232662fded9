/** Places for which clients take turns (decisions 14). */
import { assert, describe, it } from "vitest"
import * as FairPlaces from "../../src/inbound/connections/FairPlaces.ts"

/** Returns the places, and the names of the granted claims in order. */
const world = (options: FairPlaces.Options) => {
  const places = FairPlaces.make(options)
  const granted: Array<string> = []
  const claim = (name: string) => places.claim(name.slice(0, 1), () => granted.push(name))
  return { claim, granted }
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
