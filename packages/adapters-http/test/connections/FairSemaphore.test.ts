/** Tests that clients take turns when they wait for permits (spec 8). */
import { assert, describe, it } from "vitest"
import * as FairSemaphore from "../../src/inbound/connections/FairSemaphore.ts"

const world = (options: FairSemaphore.Options) => {
  const places = FairSemaphore.make(options)
  const granted: Array<string> = []
  const revoked: Array<string> = []
  // Claims whose names end in `!` cannot be revoked. `a/x1` is a claim of session x of client a.
  const claim = (
    name: string,
    { revocationCost = 0, ...sizes }: { revocationCost?: number; size?: number; isEstimate?: boolean } = {}
  ) =>
    places.acquire(name.slice(0, 1), {
      session: name.includes("/") ? name.slice(2, 3) : undefined,
      onGranted: () => granted.push(name),
      revocationCost: () => (name.endsWith("!") ? undefined : revocationCost),
      onRevoked: () => revoked.push(name),
      ...sizes
    })
  return { claim, granted, revoked }
}

describe("fair places", () => {
  it("go to clients in turn, regardless of the order of their claims", () => {
    const { claim, granted } = world({ permits: 1, perClient: 1, waitingPerClient: 9 })
    const claims = ["a1", "a2", "a3", "b1", "c1", "b2"].map((name) => ({ name, claim: claim(name) }))
    for (let done = 0; done < 6; done++) claims.find(({ name }) => name === granted[done])?.claim?.release()
    assert.deepStrictEqual(granted, ["a1", "b1", "c1", "a2", "b2", "a3"])
  })

  it("leave places for others, no matter how many places one client claims", () => {
    const { claim, granted } = world({ permits: 4, perClient: 2, waitingPerClient: 9 })
    for (const name of ["a1", "a2", "a3", "b1"]) claim(name)
    assert.deepStrictEqual(granted, ["a1", "a2", "b1"])
  })

  it("are refused to a client with too many waiting claims, but not to other clients", () => {
    const { claim, granted } = world({ permits: 1, perClient: 1, waitingPerClient: 1 })
    claim("a1")
    assert.isDefined(claim("a2"))
    assert.isUndefined(claim("a3"))
    assert.isDefined(claim("b1"))
    assert.deepStrictEqual(granted, ["a1"])
  })

  it("go first to the client that holds fewest", () => {
    const { claim, granted } = world({ permits: 3, perClient: 3, waitingPerClient: 9 })
    const [first] = ["a1", "a2", "b1"].map((name) => claim(name))
    for (const name of ["b2", "a3", "c1"]) claim(name)
    first?.release()
    assert.deepStrictEqual(granted, ["a1", "a2", "b1", "c1"])
  })

  it("are taken from the client that holds most, its oldest claims first, until shares are equal", () => {
    const { claim, granted, revoked } = world({ permits: 4, perClient: 2, waitingPerClient: 9 })
    for (const name of ["a1!", "a2", "b1", "b2"]) claim(name)
    const [first, second] = [claim("c1"), claim("c2")]
    for (let time = 0; time < 3; time++) for (const waiting of [first, second]) waiting?.preemptOthers()
    assert.deepStrictEqual(revoked, ["a2"])
    claim("d1")?.preemptOthers()
    claim("e1")?.preemptOthers()
    assert.deepStrictEqual(revoked, ["a2", "b1"])
    assert.deepStrictEqual(granted, ["a1!", "a2", "b1", "b2", "c1", "d1"])
  })

  it("of one session are fewer than its client's, and leave places for other sessions", () => {
    const { claim, granted } = world({ permits: 9, perClient: 4, perSession: 2, waitingPerClient: 9 })
    const [first] = ["a/x1", "a/x2", "a/x3", "a/y1", "a1", "a/z1", "a2"].map((name) => claim(name))
    assert.deepStrictEqual(granted, ["a/x1", "a/x2", "a/y1", "a1"])
    // Claims outside a session go first, then those of the sessions with the fewest permits.
    first?.release()
    assert.deepStrictEqual(granted.slice(4), ["a2"])
  })

  it("of sessions are taken by their own client, but not by its other claims, and never by waiting sessions", () => {
    const { claim, granted, revoked } = world({ permits: 9, perClient: 3, perSession: 2, waitingPerClient: 9 })
    for (const name of ["a/x1", "a/x2", "a/y1"]) claim(name, { revocationCost: name === "a/x2" ? 1 : 2 })
    claim("a/z1")?.preemptOthers()
    assert.deepStrictEqual(revoked, [])
    claim("a1!")?.preemptOthers()
    assert.deepStrictEqual(revoked, ["a/x2"])
    assert.deepStrictEqual(granted.slice(3), ["a1!"])
    for (const name of ["a2!", "a3!", "a4!"]) claim(name)?.preemptOthers()
    assert.deepStrictEqual(revoked, ["a/x2", "a/x1", "a/y1"])
    claim("a5")?.preemptOthers()
    assert.deepStrictEqual(granted.slice(3), ["a1!", "a2!", "a3!"])
  })

  it("of a session are replaced by its own claims first, and then by those of sessions that have waited long", () => {
    const { claim, granted, revoked } = world({ permits: 9, perClient: 3, perSession: 2, waitingPerClient: 9 })
    for (const name of ["a/x1", "a/x2", "a1"]) claim(name, { revocationCost: 5 })
    claim("a/x3", { revocationCost: 9 })?.preemptOwn()
    assert.deepStrictEqual(revoked, ["a/x1"])
    claim("a/y1")?.preemptOwn()
    assert.deepStrictEqual(revoked, ["a/x1", "a/x2"])
    assert.deepStrictEqual(granted.slice(3), ["a/x3", "a/y1"])
  })

  it("that a session takes from another are its own, even if other sessions have waited longer", () => {
    const { claim, granted, revoked } = world({ permits: 9, perClient: 2, perSession: 2, waitingPerClient: 9 })
    for (const name of ["a/x1", "a/x2", "a/y1", "a/z1", "a/z2"]) claim(name)
    claim("a/v1")?.preemptOwn()
    assert.deepStrictEqual([revoked, granted], [["a/x1"], ["a/x1", "a/x2", "a/v1"]])
  })

  it("are taken where the loss is smallest, even between clients that hold the same number", () => {
    const { claim, revoked } = world({ permits: 4, perClient: 2, waitingPerClient: 9 })
    for (const [index, name] of ["a1", "a2", "b1", "b2"].entries())
      claim(name, { revocationCost: [9, 8, 7, 1][index] ?? 0 })
    claim("c1")?.preemptOthers()
    claim("d1")?.preemptOthers()
    assert.deepStrictEqual(revoked, ["b2", "a2"])
  })

  it("are not taken from a client that cannot lose any, so others lose theirs", () => {
    const { claim, revoked } = world({ permits: 5, perClient: 3, waitingPerClient: 9 })
    for (const name of ["a1!", "a2!", "a3!", "b1", "b2"]) claim(name)
    claim("c1")?.preemptOthers()
    assert.deepStrictEqual(revoked, ["b1"])
  })

  it("are taken together, as many as a claim needs, but estimates do not count", () => {
    const { claim, granted, revoked } = world({ permits: 10, perClient: 6, waitingPerClient: 9 })
    const read = (name: string, size: number) => claim(name, { size: 4, isEstimate: true })?.resize(size)
    for (const name of ["a1", "a2", "a3"]) read(name, 2)
    read("b1", 3)
    const waiting = claim("c1", { size: 4, isEstimate: true })
    assert.notInclude(granted, "c1")
    waiting?.preemptOthers()
    assert.deepStrictEqual(revoked, ["a1", "a2"])
    assert.include(granted, "c1")
  })

  it("are taken from a client's other claims only on demand", () => {
    const { claim, granted, revoked } = world({ permits: 9, perClient: 2, waitingPerClient: 9 })
    for (const name of ["a1", "a2", "b1"]) claim(name)
    const waiting = claim("a3")
    waiting?.preemptOthers()
    assert.deepStrictEqual(revoked, [])
    waiting?.preemptOwn()
    assert.deepStrictEqual(revoked, ["a1"])
    assert.include(granted, "a3")
  })

  it("can be claimed together, and given back in part", () => {
    const { claim, granted } = world({ permits: 10, perClient: 5, waitingPerClient: 9 })
    const first = claim("a1", { size: 5 })
    claim("a2", { size: 5 })
    claim("b1", { size: 5 })
    assert.deepStrictEqual(granted, ["a1", "b1"])
    first?.resize(1)
    assert.deepStrictEqual(granted, ["a1", "b1"])
    first?.release()
    assert.deepStrictEqual(granted, ["a1", "b1", "a2"])
  })

  it("are free again after a claim has ended, even if it had to wait", () => {
    const { claim, granted } = world({ permits: 1, perClient: 1, waitingPerClient: 2 })
    const [first, second] = [claim("a1"), claim("a2")]
    claim("a3")
    second?.release()
    second?.release()
    assert.deepStrictEqual(granted, ["a1"])
    first?.release()
    first?.release()
    assert.deepStrictEqual(granted, ["a1", "a3"])
  })
})
