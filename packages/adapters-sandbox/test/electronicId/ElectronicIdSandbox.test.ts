/** Tests the sandbox's electronic-ID provider: its states, and which orders it stores or rejects. */
import { assert, it } from "@effect/vitest"
import { FailedHint, PendingHint } from "@sheaf/domain/ElectronicIdHint"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { ElectronicId } from "@sheaf/ports"
import { electronicIdContract } from "@sheaf/ports/testing"
import type { ElectronicIdEnd, ElectronicIdRun } from "@sheaf/ports/testing"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { isMock, routeOrders, layer } from "../../src/electronicId/ElectronicIdSandbox.ts"
import { suiteWith } from "../TestSuites.ts"

const request = (personalNumber: string, loginMethod: LoginMethod = "SWEDISH_MOBILE_EID_ANY_DEVICE_TEST") => ({
  company: "se-nordhem",
  loginMethod,
  login: Redacted.make({ type: "SWEDISH_EID", personalNumber } as const)
})

const run = (personalNumber: string, hints: ReadonlyArray<string>, end: ElectronicIdEnd): ElectronicIdRun => ({
  name: `${hints.join(", ")}, ${JSON.stringify(end)}`,
  request: request(personalNumber),
  hints,
  end
})

const outstanding = "outstandingTransaction"
const unanswered = run("199001172387", [outstanding], { _tag: "Pending" })

/** The orders that docs/sandbox.md lists, by personal number. */
const runs: ReadonlyArray<ElectronicIdRun> = [
  unanswered,
  run("199001182394", [outstanding, "userSign"], { _tag: "Pending" }),
  run("199001012385", [outstanding, "userSign"], { _tag: "Complete", personalNumber: "199001012385" }),
  run("198506152399", [outstanding, "userSign"], { _tag: "Complete", personalNumber: "198506152399" }),
  run("199001072389", [outstanding, "userSign"], { _tag: "Complete", personalNumber: "198006062395" }),
  run("199001282392", [outstanding, "userSign"], { _tag: "Failed", hint: "personalNumberMissing" }),
  run("199001142398", ["noClient", "started", "userSign"], { _tag: "Complete", personalNumber: "199001142398" }),
  run("199001152389", [outstanding, "userMrtd", "userSign"], { _tag: "Complete", personalNumber: "199001152389" }),
  run("199001162396", [outstanding, "userCallConfirm", "userSign"], {
    _tag: "Complete",
    personalNumber: "199001162396"
  }),
  run("199001092387", [outstanding], { _tag: "Failed", hint: "expiredTransaction" }),
  run("199001202390", ["noClient"], { _tag: "Failed", hint: "startFailed" }),
  run("199001052381", [outstanding, "userSign"], { _tag: "Failed", hint: "userCancel" }),
  run("199001192385", [outstanding, "userCallConfirm"], { _tag: "Failed", hint: "userDeclinedCall" }),
  run("199001222398", [outstanding, "userSign"], { _tag: "Failed", hint: "cancelled" }),
  run("199001212381", [outstanding], { _tag: "Failed", hint: "alreadyInProgress" }),
  run("199001082396", [outstanding], { _tag: "Failed", hint: "certificateErr" }),
  run("199001242396", [outstanding], { _tag: "Failed", hint: "notSupportedByUserApp" }),
  run("199001252387", [outstanding, "userSign"], { _tag: "Failed", hint: "transactionRiskBlocked" })
]

const passTime = (millis: number) => TestClock.adjust(millis)

electronicIdContract("the sandbox", layer, runs, { passTime })

electronicIdContract(
  "the sandbox without delays",
  layer,
  runs.map(({ end, hints, request: { login }, ...rest }) => ({
    ...rest,
    // The contract requires that a second order conflicts with a pending one. All other orders use _MOCK methods, which
    // never conflict.
    request:
      end._tag === "Pending"
        ? request(LoginIdentity.personalNumberOf(Redacted.value(login)) ?? "")
        : request(LoginIdentity.personalNumberOf(Redacted.value(login)) ?? "", "SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK"),
    hints: end._tag === "Pending" ? hints : [],
    end
  })),
  { passTime }
)

suiteWith(layer)("the sandbox's electronic ID", (test) => {
  it("reaches every hint of the scheme", () => {
    const pending = new Set(runs.flatMap(({ hints }) => hints))
    assert.sameMembers([...pending], [...PendingHint.literals])
    const failed = runs.flatMap(({ end }) => (end._tag === "Failed" ? [end.hint] : []))
    assert.sameMembers(failed, ["personalNumberMissing", ...FailedHint.literals])
  })

  test("stays in each state for half a second to two seconds and reports the exact time", function* () {
    const provider = yield* ElectronicId
    const { orderRef } = yield* provider.order(request("199001012385"), "pace")
    for (const hint of [outstanding, "userSign"]) {
      const first = yield* provider.collect(orderRef)
      assert.strictEqual(first._tag === "Pending" && first.hint, hint)
      if (first._tag !== "Pending") return
      assert.isTrue(first.afterMillis >= 500 && first.afterMillis <= 2000)
      yield* TestClock.adjust(first.afterMillis - 1)
      assert.deepStrictEqual(yield* provider.collect(orderRef), { _tag: "Pending", hint, afterMillis: 1 })
      yield* TestClock.adjust(1)
    }
    assert.strictEqual((yield* provider.collect(orderRef))._tag, "Complete")
  })

  test("keeps its orders across restarts", function* () {
    const { orderRef } = yield* (yield* ElectronicId).order(request("199001072389"), "before the restart")
    yield* TestClock.adjust("4 seconds")
    const after = Effect.flatMap(ElectronicId, ({ collect }) => collect(orderRef))
    const progress = yield* Effect.provide(after, Layer.fresh(layer))
    assert.strictEqual(progress._tag, "Complete")
  })

  test("rejects a person's second order for the same company and login method, except with _MOCK", function* () {
    const provider = yield* ElectronicId
    const person = "199001182394"
    yield* provider.order(request(person), "a")
    yield* provider.order({ ...request(person), company: "se-klarvik" }, "b")
    yield* provider.order(request(person, "SWEDISH_MOBILE_EID_SAME_DEVICE"), "c")
    for (const key of ["d", "e"]) yield* provider.order(request(person, "SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK"), key)
    const error = yield* Effect.flip(provider.order(request(person), "f"))
    assert.strictEqual(error.reason, "ALREADY_IN_PROGRESS")
    const again = yield* Effect.flip(provider.order(request(person), "f"))
    assert.strictEqual(again.reason, "ALREADY_IN_PROGRESS")
  })

  test("keeps an order that waits for a button when the same scenario starts again", function* () {
    const provider = yield* ElectronicId
    const [first, second] = [
      yield* provider.order(request("199005022398"), "first"),
      yield* provider.order(request("199005022398"), "second")
    ]
    for (const { orderRef } of [first, second]) {
      assert.strictEqual((yield* provider.collect(orderRef))._tag, "Pending")
    }
  })
})

suiteWith(layer)("combined with another provider", (test) => {
  test("receives only the simulated orders", function* () {
    const asked: Array<string> = []
    const tokens = { autoStartToken: "a", animatedCode: { startToken: "b", startSecret: "c", startedAt: 0 } }
    const other = ElectronicId.of({
      order: (_, key) => Effect.sync(() => (asked.push(`order ${key}`), { ...tokens, orderRef: "of the other" })),
      collect: (orderRef) => Effect.sync(() => (asked.push(orderRef), { _tag: "Failed", hint: "userCancel" } as const)),
      cancel: (orderRef) => Effect.sync(() => void asked.push(orderRef))
    })
    const provider = routeOrders(yield* ElectronicId, other, isMock)
    const mock = yield* provider.order(request("199001012385", "SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK"), "mock")
    assert.strictEqual((yield* provider.collect(mock.orderRef))._tag, "Complete")
    yield* provider.cancel(mock.orderRef)
    const { orderRef } = yield* provider.order(request("199001012385"), "test")
    assert.strictEqual((yield* provider.collect(orderRef))._tag, "Failed")
    yield* provider.cancel(orderRef)
    assert.deepStrictEqual(asked, ["order test", "of the other", "of the other"])
  })
})
