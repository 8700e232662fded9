/** The checks of a chaos run, applied to made-up histories, because a check that never fails proves nothing. */
import { Client, Drive } from "@sheaf/adapters-http/testing"
import { start } from "@sheaf/app-api/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { attempt, several } from "../../src/chaos/Attempt.ts"
import { run } from "../../src/chaos/Chaos.ts"
import * as Consents from "../../src/chaos/Consents.ts"
import * as Documents from "../../src/chaos/Documents.ts"
import * as History from "../../src/chaos/History.ts"
import type { Entry } from "../../src/chaos/History.ts"

const entry = (revision: number, status: Entry["status"], at = 1_000 + revision): Entry => ({ revision, status, at })

/** A sound history. Revision 3 changes information, but not the status. */
const sound: ReadonlyArray<Entry> = [
  entry(1, "RUNNING"),
  entry(2, "LOGIN"),
  entry(3, "LOGIN"),
  entry(4, "COLLECTING"),
  entry(5, "COMPLETED")
]
const expected: History.Expected = { finalStatus: "COMPLETED", seen: ["RUNNING", "LOGIN", "COMPLETED"] }

describe("the check of a history", () => {
  it("accepts a sound history", () => {
    assert.deepStrictEqual(History.violationsOf(sound, expected), [])
  })

  const histories: ReadonlyArray<[title: string, history: ReadonlyArray<Entry>, says: ReadonlyArray<string>]> = [
    ["a repeated end", [...sound, entry(6, "COMPLETED")], ["ends 2 times", "continues after its end at revision 5"]],
    [
      "another end after the end",
      [...sound, entry(6, "FAILED")],
      [
        "goes from COMPLETED to FAILED",
        "ends 2 times",
        "continues after its end at revision 5",
        "ends in FAILED, not in COMPLETED"
      ]
    ],
    [
      "a status after the end",
      [...sound, entry(6, "COLLECTING")],
      [
        "goes from COMPLETED to COLLECTING",
        "continues after its end at revision 5",
        "ends in COLLECTING, not in COMPLETED"
      ]
    ],
    [
      "no end",
      sound.slice(0, 4),
      [
        "ends 0 times",
        "ends in COLLECTING, not in COMPLETED",
        "was seen in COMPLETED, which its history lacks at that place"
      ]
    ],
    [
      "no history",
      [],
      [
        "does not begin with RUNNING",
        "ends 0 times",
        "ends in undefined, not in COMPLETED",
        "was seen in RUNNING, which its history lacks at that place",
        "was seen in LOGIN, which its history lacks at that place",
        "was seen in COMPLETED, which its history lacks at that place"
      ]
    ],
    [
      "a missing revision",
      [...sound.slice(0, 2), entry(4, "COLLECTING"), entry(5, "COMPLETED")],
      ["has revision 4 at place 3", "has revision 5 at place 4"]
    ],
    [
      "a repeated revision",
      [...sound.slice(0, 3), entry(3, "LOGIN"), entry(4, "COLLECTING"), entry(5, "COMPLETED")],
      ["has revision 3 at place 4", "has revision 4 at place 5", "has revision 5 at place 6"]
    ],
    ["a time that decreases", sound.with(3, entry(4, "COLLECTING", 1_002)), ["goes back in time at revision 4"]],
    [
      "another first status",
      sound.with(0, entry(1, "LOGIN")),
      ["does not begin with RUNNING", "was seen in RUNNING, which its history lacks at that place"]
    ],
    [
      "an invalid transition",
      sound.with(3, entry(4, "RUNNING")),
      ["goes from LOGIN to RUNNING", "goes from RUNNING to COMPLETED"]
    ]
  ]
  it.each(histories)("reports %s", (_, history, says) => {
    assert.sameMembers([...History.violationsOf(history, expected)], [...says])
  })

  it("reports an end that differs from the scenario's", () => {
    const violations = History.violationsOf(sound, { ...expected, finalStatus: "COMPLETED_EMPTY" })
    assert.deepStrictEqual(violations, ["ends in COMPLETED, not in COMPLETED_EMPTY"])
  })

  it("reports a status that the client saw but the history lacks or has in another order", () => {
    for (const seen of [
      ["RUNNING", "TWO_FACTOR_PENDING"],
      ["COLLECTING", "LOGIN"]
    ]) {
      const violations = History.violationsOf(sound, { ...expected, seen })
      assert.deepStrictEqual(violations, [`was seen in ${String(seen[1])}, which its history lacks at that place`])
    }
  })

  it("accepts two entries at the same time", () => {
    const atOnce = sound.map(({ revision, status }) => entry(revision, status, 1_000))
    assert.deepStrictEqual(History.violationsOf(atOnce, expected), [])
  })
})

describe("the check of documents", () => {
  const rows: ReadonlyArray<[title: string, stored: number, referenced: Array<string>, says: Array<string>]> = [
    ["nothing if all is well", 2, ["b", "a"], []],
    ["a stored document without a record", 2, ["a"], ["stores 2 documents, but its records refer to 1"]],
    ["a document that is referred to twice", 1, ["a", "a"], ["refers to the document a more than once"]],
    ["a missing document", 0, ["a"], ["stores 0 documents, but its records refer to 1"]]
  ]
  it.each(rows)("reports %s", (_, stored, referenced, says) => {
    assert.deepStrictEqual(Documents.violationsOf(stored, referenced), says)
  })
})

describe("the check of a consent", () => {
  const step = (revision: number, status: string, since = 1_000 + revision): Consents.Entry => ({
    revision,
    status,
    since
  })
  const history = [step(1, "INITIATED"), step(2, "AWAITING_AUTHORIZATION"), step(3, "AUTHORIZED"), step(5, "REVOKED")]
  const revokedAt = "2026-04-01T12:00:00.000Z"
  const known: Consents.Known = {
    mayBe: ["REVOKED"],
    status: "REVOKED",
    seen: ["INITIATED", "AUTHORIZED", "REVOKED"],
    revokedAt,
    collections: [
      { status: "COMPLETED", statusChangedAt: revokedAt },
      { status: "AUTHENTICATION_ERROR", statusChangedAt: "2026-04-01T12:00:01.000Z" }
    ]
  }

  it("accepts a sound history", () => {
    assert.deepStrictEqual(Consents.violationsOf(history, known), [])
  })

  const histories: ReadonlyArray<[title: string, history: ReadonlyArray<Consents.Entry>, says: string]> = [
    ["another first status", history.slice(1), "does not begin with INITIATED"],
    ["an invalid transition", history.toSpliced(2, 0, step(2, "EXPIRED")), "goes from EXPIRED to AUTHORIZED"],
    ["a repeated revision", history.with(2, step(2, "AUTHORIZED")), "does not increase the revision above 2"],
    ["a time that decreases", history.with(2, step(3, "AUTHORIZED", 7)), "goes back in time at revision 3"],
    ["a status after the returned one", [...history, step(6, "EXPIRED")], "goes from REVOKED to EXPIRED"],
    [
      "a history without the returned status",
      history.slice(0, 3),
      "has the status REVOKED, but its history ends in another status"
    ]
  ]
  it.each(histories)("reports %s", (_, found, says) => {
    assert.include(Consents.violationsOf(found, known), says)
  })

  it("reports an unexpected end, and a status that the client saw but the history lacks", () => {
    assert.deepStrictEqual(Consents.violationsOf(history, { ...known, mayBe: ["AUTHORIZED"] }), [
      "ends in REVOKED, not in AUTHORIZED"
    ])
    assert.deepStrictEqual(Consents.violationsOf(history, { ...known, seen: ["AUTHORIZED", "INITIATED"] }), [
      "was seen in INITIATED, which its history lacks at that place"
    ])
  })

  it("reports a collection that completed after the revocation", () => {
    const collections = [{ status: "COMPLETED", statusChangedAt: "2026-04-01T12:00:00.001Z" }]
    assert.deepStrictEqual(Consents.violationsOf(history, { ...known, collections }), [
      "was revoked at 2026-04-01T12:00:00.000Z, and read at 2026-04-01T12:00:00.001Z"
    ])
  })

  const banks: ReadonlyArray<[title: string, here: Array<string>, there: Array<string>, says: Array<string>]> = [
    ["nothing if all is well", ["AUTHORIZED", "REVOKED", "FAILED"], ["valid", "terminatedByTpp", "rejected"], []],
    [
      "a consent that is not revoked at the bank",
      ["REVOKED"],
      ["valid"],
      ["1 consents are valid at the banks, but 0 at the service"]
    ],
    [
      "a consent that the service forgot",
      [],
      ["received"],
      ["1 consents are pending at the banks, but have no consent at the service"]
    ],
    [
      "a consent that the bank does not know",
      ["AUTHORIZED"],
      [],
      ["0 consents are valid at the banks, but 1 at the service"]
    ]
  ]
  it.each(banks)("reports at the banks %s", (_, here, there, says) => {
    assert.deepStrictEqual(Consents.bankViolations(here, there), says)
  })
})

describe("a missed input limit", () => {
  const ended = (asked: number, waited: number): ReadonlyArray<Entry> => [
    entry(1, "RUNNING", 0),
    entry(2, "COLLECTION_INPUT_PENDING", asked),
    entry(3, "COLLECTION_INPUT_PENDING", asked + waited - 1),
    entry(4, "COLLECTION_INPUT_TIMEOUT", asked + waited)
  ]

  it("excuses a timeout after the limit, but neither an earlier timeout nor any other end", () => {
    assert.isTrue(History.hasTimedOut(ended(1_000, 120_000)))
    assert.isFalse(History.hasTimedOut(ended(100_000, 30_000)))
    assert.isFalse(History.hasTimedOut(sound))
    assert.isFalse(History.hasTimedOut([]))
  })

  it("ends the client's part without an error", async () => {
    const waiting = { status: "COLLECTION_INPUT_PENDING", pollingInterval: 1 }
    const statuses = [
      { ...waiting, extraInformation: { REQUIRED_INPUT_TYPES: ["EMAIL"] } },
      { status: "COLLECTION_INPUT_TIMEOUT" }
    ]
    const fetch = async (_: string, { method }: RequestInit) =>
      method === "POST" ? Response.json({}, { status: 409 }) : Response.json(statuses.shift())
    const client = new Client({ base: "http://127.0.0.1:1", contract: "unchecked", fetch })
    const input = { type: "COLLECTION_INPUT", inputs: { EMAIL: "a@example.com" } } as const
    const drive = new Drive(client, { scenario: "late", supplements: [input] }, "one")
    await drive.look()
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
    const client = new Client({ base: "http://127.0.0.1:1", contract: "unchecked", fetch })
    const [email, phone] = [{ EMAIL: "a@example.com" }, { PHONE: "+46700000000" }].map(
      (inputs) => ({ type: "COLLECTION_INPUT", inputs }) as const
    )
    assert(email !== undefined && phone !== undefined)
    const drive = new Drive(client, { scenario: "lost", supplements: [email, phone] }, "one")
    assert.isUndefined(await attempt(drive.look()))
    await drive.look()
    await drive.look()
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
    const error = await several([1, 2, 3, 4, 5], use).catch((thrown: unknown) => thrown)
    assert(error instanceof AggregateError)
    assert.deepStrictEqual(
      error.errors.map(({ message }) => message),
      ["item 2", "item 4"]
    )
    assert.strictEqual(ended, 3)
  })
})

it("a run that fails leaves no service behind", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "sheaf-chaos-checks-"))
  try {
    let message = ""
    const random = () => {
      throw new Error("no random numbers")
    }
    await run({ dataDir, collections: 1, consents: 1, kills: 1, life: [1, 2], random }).catch((error: Error) => {
      message = error.message
    })
    assert.strictEqual(message, "no random numbers")
    // A second service cannot use the data folder of a running service.
    const next = await start({ dataDir })
    await next.stop()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
