/** The statuses in spec 3.1, 7 and 9, and the transitions in spec 3.3. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as CollectionStatus from "../../src/versions/AnyStatus.ts"
import type { AnyStatus, StatusClass } from "../../src/versions/AnyStatus.ts"
import type { ApiVersion } from "../../src/versions/ApiVersion.ts"
import type { Market } from "../../src/shared/Market.ts"

const versions: ReadonlyArray<ApiVersion> = ["2025-01-01", "2026-04-01"]
const markets: ReadonlyArray<Market> = ["se", "ee", "lt", "lv", "fr"]

const table: ReadonlyArray<readonly [status: AnyStatus, kind: StatusClass, final: boolean, returnedBy: string]> = [
  ["RUNNING", "IN_PROGRESS", false, "all"],
  ["LOGIN", "IN_PROGRESS", false, "all"],
  ["CUSTOMER_ENROLLMENT_CHECK", "IN_PROGRESS", false, "all"],
  ["TWO_FACTOR_PENDING", "WAITING_FOR_USER", false, "all"],
  ["TWO_FACTOR_METHOD_SELECTION_TIMEOUT", "FAILURE", true, "since 2026-04-01"],
  ["CONTACT_FORM_PENDING", "WAITING_FOR_USER", false, "all"],
  ["COLLECTION_INPUT_PENDING", "WAITING_FOR_USER", false, "all"],
  ["COLLECTION_INPUT_TIMEOUT", "FAILURE", true, "all"],
  ["WAITING_FOR_USER_ACTION", "WAITING_FOR_USER", false, "all"],
  ["COLLECTING", "IN_PROGRESS", false, "all"],
  ["COMPLETED", "OUTCOME", true, "all"],
  ["COMPLETED_PARTIAL", "OUTCOME", true, "all"],
  ["COMPLETED_EMPTY", "OUTCOME", true, "all"],
  ["FAILED", "FAILURE", true, "all"],
  ["FAILED_PDF_PARSE", "FAILURE", true, "all"],
  ["FAILED_PDF_USER_INPUT", "FAILURE", true, "all"],
  ["INCORRECT_CREDENTIALS", "FAILURE", true, "all"],
  ["INCORRECT_TWO_FACTOR_CODE", "FAILURE", true, "all"],
  ["AUTHENTICATION_TIMEOUT", "FAILURE", true, "all"],
  ["AUTHENTICATION_CANCELLED", "FAILURE", true, "all"],
  ["AUTHENTICATION_CONFLICT", "FAILURE", true, "all"],
  ["AUTHENTICATION_MISMATCH", "FAILURE", true, "all"],
  ["AUTHENTICATION_ERROR", "FAILURE", true, "since 2026-04-01"],
  ["LOGIN_METHOD_NOT_APPLICABLE", "FAILURE", true, "since 2026-04-01"],
  ["REJECTED_INCORRECT_LOGIN_METHOD", "FAILURE", true, "2025-01-01 in ee, lt, lv"],
  ["ACCOUNT_TEMPORARILY_LOCKED", "BLOCKING", true, "all"],
  ["KYC_FORM", "BLOCKING", true, "all"],
  ["CONTACT_FORM", "BLOCKING", true, "all"],
  ["CUSTOMER_ENROLLMENT_REQUIRED", "BLOCKING", true, "all"],
  ["THIRD_PARTY_ERROR", "FAILURE", true, "all"]
]

const audiences = versions.flatMap((version) => markets.map((market) => ({ version, market })))

const returned: Record<string, (version: ApiVersion, market: Market) => boolean> = {
  all: () => true,
  "since 2026-04-01": (version) => version === "2026-04-01",
  "2025-01-01 in ee, lt, lv": (version, market) => version === "2025-01-01" && ["ee", "lt", "lv"].includes(market)
}

describe("The statuses of a collection", () => {
  it("are the specification's 30 statuses, in order", () => {
    assert.deepStrictEqual(
      CollectionStatus.all,
      table.map(([status]) => status)
    )
    assert.strictEqual(CollectionStatus.all.length, 30)
  })

  it("can all be a collection's status, except the old status of 2025-01-01", () => {
    assert.sameMembers(
      [...CollectionStatus.CollectionStatus.literals],
      CollectionStatus.all.filter((status) => status !== "REJECTED_INCORRECT_LOGIN_METHOD")
    )
    assert.isFalse(Schema.is(CollectionStatus.CollectionStatus)("REJECTED_INCORRECT_LOGIN_METHOD"))
  })

  it.each(table)("%s is %s, final: %s, returned by: %s", (status, kind, final, where) => {
    assert.strictEqual(CollectionStatus.describe(status).class, kind)
    assert.strictEqual(CollectionStatus.isFinal(status), final)
    assert.strictEqual(CollectionStatus.isOutcome(status), kind === "OUTCOME")
    for (const { market, version } of audiences) {
      assert.strictEqual(CollectionStatus.returnedBy(status, { version, market }), returned[where]?.(version, market))
    }
  })

  it("have a meaning and a client action", () => {
    for (const status of CollectionStatus.all) {
      const { clientAction, meaning } = CollectionStatus.describe(status)
      assert.match(meaning, /^[A-Z].+\.$/, status)
      assert.match(clientAction, /^[A-Z].+\.$/, status)
    }
  })

  const actions: ReadonlyArray<readonly [words: RegExp, statuses: ReadonlyArray<AnyStatus>]> = [
    [/^Keep polling/, ["RUNNING", "LOGIN", "CUSTOMER_ENROLLMENT_CHECK", "COLLECTING"]],
    [/REQUIRED_INPUT_TYPES/, ["CONTACT_FORM_PENDING", "COLLECTION_INPUT_PENDING"]],
    [/^Fetch the data/, ["COMPLETED"]],
    [/another PDF/, ["FAILED_PDF_PARSE", "FAILED_PDF_USER_INPUT"]],
    [/Repeated failures can lock/, ["INCORRECT_CREDENTIALS", "INCORRECT_TWO_FACTOR_CODE"]],
    [/company availability/, ["LOGIN_METHOD_NOT_APPLICABLE", "REJECTED_INCORRECT_LOGIN_METHOD"]],
    [/15 minutes/, ["ACCOUNT_TEMPORARILY_LOCKED"]],
    [/then start a new collection/, ["KYC_FORM", "CONTACT_FORM"]],
    [/COMPLETED_EMPTY/, ["CUSTOMER_ENROLLMENT_REQUIRED"]],
    [/^Explain the mismatch/, ["AUTHENTICATION_MISMATCH"]],
    [
      /^Offer to try again/,
      [
        "TWO_FACTOR_METHOD_SELECTION_TIMEOUT",
        "COLLECTION_INPUT_TIMEOUT",
        "FAILED",
        "AUTHENTICATION_TIMEOUT",
        "AUTHENTICATION_CANCELLED",
        "AUTHENTICATION_ERROR"
      ]
    ]
  ]

  it.each(actions)("have the client action %s if the specification does", (words, statuses) => {
    const found = CollectionStatus.all.filter((status) => words.test(CollectionStatus.describe(status).clientAction))
    assert.sameMembers(found, [...statuses])
  })

  it("have advice exactly if they are final", () => {
    const advised = CollectionStatus.CollectionStatus.literals.filter(
      (status) => CollectionStatus.describe(status).advice !== undefined
    )
    assert.deepStrictEqual(advised, CollectionStatus.CollectionStatus.literals.filter(CollectionStatus.isFinal))
  })

  it("advise to retry if the client action does", () => {
    for (const status of CollectionStatus.all) {
      const { advice, clientAction } = CollectionStatus.describe(status)
      if (clientAction.startsWith("Offer to try again")) assert.strictEqual(advice, "RETRY", status)
    }
  })
})

describe("The status that an audience sees", () => {
  const projections: ReadonlyArray<readonly [AnyStatus, ApiVersion, ReadonlyArray<Market>, AnyStatus]> = [
    ["AUTHENTICATION_ERROR", "2025-01-01", markets, "FAILED"],
    ["AUTHENTICATION_ERROR", "2026-04-01", markets, "AUTHENTICATION_ERROR"],
    ["TWO_FACTOR_METHOD_SELECTION_TIMEOUT", "2025-01-01", markets, "AUTHENTICATION_TIMEOUT"],
    ["TWO_FACTOR_METHOD_SELECTION_TIMEOUT", "2026-04-01", markets, "TWO_FACTOR_METHOD_SELECTION_TIMEOUT"],
    ["LOGIN_METHOD_NOT_APPLICABLE", "2025-01-01", ["ee", "lt", "lv"], "REJECTED_INCORRECT_LOGIN_METHOD"],
    ["LOGIN_METHOD_NOT_APPLICABLE", "2025-01-01", ["se", "fr"], "FAILED"],
    ["LOGIN_METHOD_NOT_APPLICABLE", "2026-04-01", markets, "LOGIN_METHOD_NOT_APPLICABLE"],
    ["REJECTED_INCORRECT_LOGIN_METHOD", "2025-01-01", ["ee", "lt", "lv"], "REJECTED_INCORRECT_LOGIN_METHOD"],
    ["REJECTED_INCORRECT_LOGIN_METHOD", "2025-01-01", ["se", "fr"], "FAILED"],
    ["REJECTED_INCORRECT_LOGIN_METHOD", "2026-04-01", markets, "LOGIN_METHOD_NOT_APPLICABLE"]
  ]

  it.each(projections)("for %s in %s (%s) is %s", (status, version, where, shown) => {
    for (const market of where) assert.strictEqual(CollectionStatus.project(status, { version, market }), shown)
  })

  it("is otherwise the status itself", () => {
    const changed = new Set(projections.map(([status]) => status))
    for (const status of CollectionStatus.all.filter((it) => !changed.has(it))) {
      for (const audience of audiences) assert.strictEqual(CollectionStatus.project(status, audience), status)
    }
  })

  it("is visible to this audience, and projects to itself", () => {
    for (const status of CollectionStatus.all) {
      for (const audience of [...audiences, ...versions.map((version) => ({ version }))]) {
        const shown = CollectionStatus.project(status, audience)
        assert.isTrue(CollectionStatus.returnedBy(shown, audience))
        assert.strictEqual(CollectionStatus.project(shown, audience), shown)
        assert.strictEqual(CollectionStatus.isFinal(shown), CollectionStatus.isFinal(status))
      }
    }
  })

  it("is not the Baltic status if the market is unknown", () => {
    assert.isFalse(CollectionStatus.returnedBy("REJECTED_INCORRECT_LOGIN_METHOD", { version: "2025-01-01" }))
    assert.strictEqual(CollectionStatus.project("LOGIN_METHOD_NOT_APPLICABLE", { version: "2025-01-01" }), "FAILED")
  })
})

const reports =
  "INCORRECT_CREDENTIALS INCORRECT_TWO_FACTOR_CODE ACCOUNT_TEMPORARILY_LOCKED KYC_FORM CONTACT_FORM " +
  "CUSTOMER_ENROLLMENT_REQUIRED LOGIN_METHOD_NOT_APPLICABLE TWO_FACTOR_METHOD_SELECTION_TIMEOUT " +
  "COLLECTION_INPUT_TIMEOUT AUTHENTICATION_TIMEOUT AUTHENTICATION_CANCELLED AUTHENTICATION_CONFLICT " +
  "AUTHENTICATION_ERROR FAILED_PDF_PARSE FAILED_PDF_USER_INPUT"

const ongoing =
  "LOGIN CUSTOMER_ENROLLMENT_CHECK TWO_FACTOR_PENDING CONTACT_FORM_PENDING COLLECTION_INPUT_PENDING " +
  "WAITING_FOR_USER_ACTION COLLECTING"

const before = (status: string): string =>
  `${ongoing
    .split(" ")
    .filter((other) => other !== status)
    .join(" ")} COMPLETED_EMPTY ${reports}`

/** The table "States and transitions" of spec 3.3. */
const transitions: Partial<Record<AnyStatus, string>> = {
  RUNNING: `${ongoing} ${reports}`,
  CUSTOMER_ENROLLMENT_CHECK: before("CUSTOMER_ENROLLMENT_CHECK"),
  LOGIN: before("LOGIN"),
  WAITING_FOR_USER_ACTION: before("WAITING_FOR_USER_ACTION"),
  TWO_FACTOR_PENDING: before("TWO_FACTOR_PENDING"),
  CONTACT_FORM_PENDING: before("CONTACT_FORM_PENDING"),
  COLLECTION_INPUT_PENDING: before("COLLECTION_INPUT_PENDING"),
  COLLECTING:
    "COLLECTION_INPUT_PENDING CONTACT_FORM_PENDING TWO_FACTOR_PENDING WAITING_FOR_USER_ACTION COMPLETED " +
    "COMPLETED_PARTIAL COMPLETED_EMPTY FAILED_PDF_PARSE FAILED_PDF_USER_INPUT AUTHENTICATION_ERROR " +
    "ACCOUNT_TEMPORARILY_LOCKED KYC_FORM CONTACT_FORM CUSTOMER_ENROLLMENT_REQUIRED"
}

const fromAny: ReadonlyArray<AnyStatus> = ["FAILED", "THIRD_PARTY_ERROR", "AUTHENTICATION_MISMATCH"]

describe("The transitions of a collection", () => {
  it("begin with RUNNING", () => {
    assert.strictEqual(CollectionStatus.initialStatus, "RUNNING")
  })

  for (const from of CollectionStatus.all) {
    it(`lead from ${from} to the statuses of spec 3.3`, () => {
      const row = transitions[from]
      const allowed: ReadonlyArray<string> = row === undefined ? [] : [...new Set([...row.split(" "), ...fromAny])]
      assert.sameMembers(
        CollectionStatus.all.filter((to) => CollectionStatus.canTransition(from, to)),
        [...allowed]
      )
    })
  }

  it("reach every status from RUNNING", () => {
    const reached = new Set<AnyStatus>([CollectionStatus.initialStatus])
    for (const from of reached) {
      for (const to of CollectionStatus.all) if (CollectionStatus.canTransition(from, to)) reached.add(to)
    }
    assert.sameMembers([...reached], [...CollectionStatus.CollectionStatus.literals])
  })
})
