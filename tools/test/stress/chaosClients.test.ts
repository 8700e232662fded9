/** The clients of a chaos run, whose requests fail while the service is down. */
import { TestClient, ScenarioDriver } from "@sheaf/sandbox-site/testing"
import { assert, describe, it } from "vitest"
import { attemptRequest, forEachConcurrently } from "../../src/chaos/workload/Workload.ts"

describe("a missed input limit", () => {
  it("ends the client's part without an error", async () => {
    const waiting = { status: "COLLECTION_INPUT_PENDING", pollingInterval: 1 }
    const statuses = [
      { ...waiting, extraInformation: { REQUIRED_INPUT_TYPES: ["EMAIL"] } },
      { status: "COLLECTION_INPUT_TIMEOUT" }
    ]
    const fetch = async (_: string, { method }: RequestInit) =>
      method === "POST" ? Response.json({}, { status: 409 }) : Response.json(statuses.shift())
    const client = new TestClient({ base: "http://127.0.0.1:1", contract: "unchecked", fetch })
    const input = { type: "COLLECTION_INPUT", inputs: { EMAIL: "a@example.com" } } as const
    const drive = new ScenarioDriver(client, { scenario: "late", supplements: [input] }, "one")
    await drive.poll()
    assert.isTrue(drive.isLate)
    assert.lengthOf(drive.left, 1)
  })
})

describe("an input whose response was lost", () => {
  it("is repeated with the same key and body, even if the collection now asks another question", async () => {
    const asking = (...types: ReadonlyArray<string>) => ({
      status: "COLLECTION_INPUT_PENDING",
      pollingInterval: 1,
      extraInformation: { REQUIRED_INPUT_TYPES: types }
    })
    const statuses = [asking("EMAIL"), asking("PHONE"), asking("PHONE")]
    const posted: Array<string> = []
    const fetch = async (_: string, { body, headers, method }: RequestInit) => {
      if (method !== "POST") return Response.json(statuses.shift())
      posted.push(`${new Headers(headers).get("idempotency-key")} ${String(body)}`)
      if (posted.length === 1) throw new TypeError("no response")
      return Response.json({}, { status: 202 })
    }
    const client = new TestClient({ base: "http://127.0.0.1:1", contract: "unchecked", fetch })
    const [email, phone] = [{ EMAIL: "a@example.com" }, { PHONE: "+46700000000" }].map(
      (inputs) => ({ type: "COLLECTION_INPUT", inputs }) as const
    )
    assert(email !== undefined && phone !== undefined)
    const drive = new ScenarioDriver(client, { scenario: "lost", supplements: [email, phone] }, "one")
    assert.isUndefined(await attemptRequest(drive.poll()))
    await drive.poll()
    await drive.poll()
    const [lost, again, next] = posted
    assert.include(lost, "a@example.com")
    assert.strictEqual(again, lost)
    assert.include(next, "+46700000000")
    assert.notStrictEqual(next?.split(" ")[0], lost?.split(" ")[0])
    assert.deepStrictEqual(drive.left, [])
  })
})

describe("requests of which some fail", () => {
  it("have all ended before the error", async () => {
    let ended = 0
    const use = async (item: number) => {
      if (item % 2 === 0) throw new Error(`item ${item}`)
      await Promise.resolve()
      ended++
    }
    const error = await forEachConcurrently([1, 2, 3, 4, 5], use).catch((thrown: unknown) => thrown)
    assert(error instanceof AggregateError)
    assert.deepStrictEqual(
      error.errors.map(({ message }) => message),
      ["item 2", "item 4"]
    )
    assert.strictEqual(ended, 3)
  })
})
