/** Repeated requests whose first response was lost because the process was killed (spec 8). */
import { afterAll, assert, beforeAll, it } from "vitest"
import { plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"

const service = new TestService()
const { client } = service

beforeAll(() => service.start(), 60_000)
afterAll(() => service.end(), 60_000)

interface Listed {
  readonly collectionId: string
}

/** Starts a collection with the key as its reference. Returns the response, or nothing if the connection breaks. */
const start = async (key: string) => {
  const metadata = { type: "SESSION_METADATA", attributes: { EXTERNAL_REFERENCE: key } }
  const body = { ...plainStart, parameters: [...plainStart.parameters, metadata] }
  try {
    return await client.post("/collections", body, { "idempotency-key": key })
  } catch {
    return undefined
  }
}

const idsOf = async (key: string) =>
  (await client.read<ReadonlyArray<Listed>>(`/collections?externalReference=${key}`)).map(
    ({ collectionId }) => collectionId
  )

it("find the collection of the first request, or start the only collection", { timeout: 300_000 }, async () => {
  let lost = 0
  let replayed = 0
  for (const answered of [0, 1, 2, 5, 10, 20, 40]) {
    const keys = Array.from({ length: 60 }, () => crypto.randomUUID())
    let answers = 0
    let reached = () => {}
    const enough = new Promise<void>((resolve) => (reached = resolve))
    const first = keys.map(async (key) => {
      const answer = await start(key)
      if (++answers > answered) reached()
      return answer
    })
    // Kills the process while it accepts the other requests.
    if (answered > 0) await enough
    await service.restart()
    const firsts = await Promise.all(first)
    lost += firsts.filter((answer) => answer === undefined).length
    for (const [index, key] of keys.entries()) {
      const before = await idsOf(key)
      const again = (await start(key))?.expect(201)
      const { collectionId } = again?.read<Listed>() ?? assert.fail("the service runs again")
      assert.deepStrictEqual(await idsOf(key), [collectionId])
      assert.strictEqual(again?.header("idempotent-replayed") === "true", before.length > 0)
      const told = firsts[index]?.read<Listed>().collectionId
      if (told !== undefined) assert.strictEqual(collectionId, told)
      if (before.length > 0) replayed++
    }
  }
  assert.isAbove(lost, 0)
  assert.isAbove(replayed, 0, "some requests were accepted before a kill")
})
