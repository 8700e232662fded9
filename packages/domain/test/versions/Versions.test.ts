/** Tests the sequence of versions (spec 9), and what happens when a third version is added. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as AnyStatus from "../../src/versions/AnyStatus.ts"
import * as ApiVersion from "../../src/versions/ApiVersion.ts"
import { version20250101 } from "../../src/versions/2025-01-01/Version.ts"
import * as StatusChanges from "../../src/versions/changes/StatusChanges.ts"
import * as VersionedEvents from "../../src/versions/VersionedEvents.ts"
import * as Versions from "../../src/versions/Versions.ts"

describe("The running versions", () => {
  it("are 2025-01-01 and 2026-04-01", () => {
    assert.deepStrictEqual(ApiVersion.supportedVersions, ["2025-01-01", "2026-04-01"])
    assert.strictEqual(ApiVersion.oldestVersion, "2025-01-01")
    assert.strictEqual(ApiVersion.head, "2026-04-01")
  })

  it.each(["2025-01-01", "2026-04-01"])("include %s", (text) => {
    assert.isTrue(ApiVersion.isApiVersion(text))
  })

  it.each(["", "2025-01-02", "2026-4-1", "2026-04-01 ", "v2026-04-01", "2025-01-01,2026-04-01", "latest"])(
    "do not include %j",
    (text) => {
      assert.isFalse(ApiVersion.isApiVersion(text))
    }
  )
})

it.prop("An event has the form of the version that shows it", { event: VersionedEvents.Event }, ({ event }) => {
  assert.strictEqual(VersionedEvents.encodeForVersion(ApiVersion.head, event), event)
  const version = version20250101.version
  const older = version20250101.encodeEvent({ ...event, version })
  assert.deepStrictEqual(VersionedEvents.encodeForVersion(version, event), older)
})

const changes: ReadonlyArray<readonly [what: string, title: RegExp]> = [
  ["collections become a top-level resource", /one resource/],
  ["the typed parameters array replaces input, consents and filter arrays", /^Start requests/],
  ["the PSD2 AIS consent parameter is added", /^Consents are typed/],
  ["fees are restructured", /^Fees/],
  ["add-contact-form-input is removed", /supplement-info/],
  ["new statuses", /their own statuses/],
  ["REJECTED_INCORRECT_LOGIN_METHOD is replaced", /^Unsupported login methods/],
  ["French-prefixed schema names are dropped", /French prefix/],
  ["hasExclusiveOwnership is added", /exclusive ownership/],
  ["GET /collections is added", /listed/],
  ["transactions can be read by account", /transactions of one account/],
  ["DELETE /collections/{collectionId} is added", /erased/],
  ["the status object grows", /^Status objects/],
  ["the return from a bank's page is confirmed", /^Clients confirm/],
  ["FAILURE_REASON gains codes", /^Failure reasons/],
  ["idStable is added", /keep their identifiers/],
  ["records have new kinds", /^Loans, savings/],
  ["records grow", /^Records have covers/],
  ["bank accounts and transactions gain details", /^Bank accounts/],
  ["answers can name their question", /^Answers/],
  ["consents are renewed", /renewed/],
  ["201 and 202 distinguish created from accepted", /created/]
]

describe("The changes of 2026-04-01", () => {
  const found = ApiVersion.changes("2026-04-01")

  it("are those in the specification, each once", () => {
    assert.strictEqual(found.length, changes.length)
    for (const [what, title] of changes) {
      assert.strictEqual(found.filter((change) => title.test(change.title)).length, 1, what)
    }
  })

  it("have a title, a description and affected routes", () => {
    for (const { affects, description, title } of found) {
      assert.match(title, /^[A-Z].+\.$/)
      assert.match(description, /^[\s\S]{60,}\.$/)
      assert.isNotEmpty(affects)
      for (const route of affects) assert.match(route, /^(GET|POST|DELETE) \/[a-zA-Z{}/-]+$/)
    }
  })

  it("declare their losses", () => {
    const lossy = found.filter(({ losses }) => losses.length > 0).map(({ title }) => title)
    assert.strictEqual(lossy.length, 14)
    for (const { losses } of found) for (const loss of losses) assert.match(loss, /^\S.+\.$/)
  })

  it("are the only changes, because 2025-01-01 replaced no running version", () => {
    assert.deepStrictEqual(ApiVersion.changes("2025-01-01"), [])
  })
})

describe("A third version", () => {
  it("joins the line as the oldest", () => {
    const description = "provider becomes company, the name that every response uses."
    const change = {
      title: "A start names the company.",
      description,
      affects: ["POST /wealth/collection"],
      losses: []
    }
    const oldest = { version: "2024-07-01", changes: [change] } as const
    const versions = Versions.make([oldest, version20250101], "2026-04-01")
    assert.deepStrictEqual(versions.running, ["2024-07-01", "2025-01-01", "2026-04-01"])
    assert.strictEqual(versions.lowest, "2024-07-01")
    assert.strictEqual(versions.head, "2026-04-01")
    assert.deepStrictEqual(versions.changes("2024-07-01"), [])
    assert.deepStrictEqual(versions.changes("2025-01-01"), oldest.changes)
    assert.deepStrictEqual(versions.changes("2026-04-01"), version20250101.changes)
    assert.deepStrictEqual(versions.running.map(versions.successorOf), ["2025-01-01", "2026-04-01", undefined])
    assert.strictEqual(
      Schema.resolveAnnotations(versions.schema)?.description,
      "A running version of the API, identified by its date.\n\n" +
        "- `2024-07-01`: Deprecated. Replaced by 2025-01-01. Requests without Service-Version use this version.\n" +
        "- `2025-01-01`: Deprecated. Replaced by 2026-04-01.\n" +
        "- `2026-04-01`: The newest version."
    )
  })

  it("adds its old statuses to those of the newer versions", () => {
    const [rejected, wrong] = ["REJECTED_INCORRECT_LOGIN_METHOD", "WRONG_METHOD"] as const
    const { replacedBy, ...facts } = version20250101.statuses.old[rejected]
    const old = { [wrong]: { ...facts, meaning: "Wrong method.", replacedBy: rejected } }
    const oldest = { version: "2024-07-01", statuses: { old, shown: { [rejected]: { otherwise: wrong } } } }
    const statuses = StatusChanges.combineStatuses([oldest, { version: "2024-10-01" }, version20250101])

    const known: ReadonlyArray<string> = AnyStatus.all
    assert.deepStrictEqual(statuses.all, known.toSpliced(known.indexOf(rejected) + 1, 0, wrong))
    assert.deepStrictEqual(statuses.schema.literals, statuses.all)
    assert.strictEqual(Schema.resolveAnnotations(statuses.schema)?.identifier, "AnyStatus")
    assert.strictEqual(statuses.describe(wrong).meaning, "Wrong method.")
    assert.sameMembers(statuses.all.filter(statuses.isFinal), [wrong, ...AnyStatus.all.filter(AnyStatus.isFinal)])
    assert.sameMembers(statuses.all.filter(statuses.isOutcome), AnyStatus.all.filter(AnyStatus.isOutcome))
    assert.isTrue(statuses.canTransition("RUNNING", replacedBy))
    assert.isFalse(statuses.canTransition("RUNNING", wrong))
    assert.isFalse(statuses.canTransition(wrong, "RUNNING"))

    const seen = ["2024-07-01", "2024-10-01", "2025-01-01", "2026-04-01"].map((version) =>
      statuses.project(wrong, { version, market: "ee" })
    )
    assert.deepStrictEqual(seen, [wrong, rejected, rejected, replacedBy])
    assert.strictEqual(statuses.project(wrong, { version: "2024-07-01", market: "se" }), "FAILED")
    assert.isTrue(statuses.returnedBy(wrong, { version: "2024-07-01", market: "ee" }))
    assert.isFalse(statuses.returnedBy(wrong, { version: "2024-10-01", market: "ee" }))
    assert.throws(() => statuses.isFinal("ARRIVED"), "no version has the status ARRIVED")
  })

  it("can be the newest", () => {
    const replaced = { version: "2026-04-01", changes: [] } as const
    const newer = Versions.make([version20250101, replaced], "2026-10-01")
    assert.deepStrictEqual(newer.running, ["2025-01-01", "2026-04-01", "2026-10-01"])
    assert.strictEqual(newer.head, "2026-10-01")
    assert.deepStrictEqual(newer.changes("2026-04-01"), version20250101.changes)
  })

  it("must have a date after the previous version", () => {
    const folder = (version: string) => ({ version, changes: [] })
    assert.throws(() => Versions.make([folder("v1")], "2026-04-01"), "v1")
    assert.throws(() => Versions.make([folder("2026-04-01")], "2026-04-01"), "2026-04-01")
    assert.throws(() => Versions.make([folder("2025-01-01"), folder("2024-07-01")], "2026-04-01"), "2024-07-01")
    for (const name of ["2026-4-1", "2026-04-01x", "x2026-04-01", ""]) {
      assert.throws(() => Versions.make([], name), "must be a date later than")
    }
    assert.deepStrictEqual(Versions.make([], "2026-04-01").running, ["2026-04-01"])
  })
})
