/** Tests logins with an electronic ID, from opening the app to cancellation and provider failures. */
import { assert } from "@effect/vitest"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Connectors, ElectronicId, ElectronicIdError } from "@sheaf/ports"
import type { ElectronicIdOrder, ElectronicIdProgress } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"
import * as ElectronicIdSandbox from "../../src/electronicId/ElectronicIdSandbox.ts"
import { PageLoginOrders } from "../../src/electronicId/ElectronicIdSandbox.ts"
import { LoginHost } from "../../src/clientSide/LoginHost.ts"
import * as BankConnectors from "../../src/banks/BankConnectors.ts"
import * as SandboxConnector from "../../src/connector/SandboxConnector.ts"
import { loginHostUrl } from "../../src/testing/index.ts"
import { test } from "../TestSuites.ts"

const order = {
  orderRef: "an-order",
  autoStartToken: "67df3917-fa0d-44e5-b327-edcc928297f8",
  animatedCode: {
    startToken: "d28db9a7-4cde-429e-a983-359be676944c",
    startSecret: "f5d28db9-4cde-429e-a983-359be676944c",
    startedAt: 1_700_000_000_000
  }
} satisfies ElectronicIdOrder

type Answer<A> = Effect.Effect<A, ElectronicIdError>

const fails = (reason: ElectronicIdError["reason"]) => Effect.fail(new ElectronicIdError({ reason }))

/** Creates companies whose provider accepts one order and answers its polls with these responses, one after another. */
const logsIn = (ordered: Answer<ElectronicIdOrder>, ...progress: ReadonlyArray<Answer<ElectronicIdProgress>>) => {
  const left = [...progress]
  const canceled: Array<string> = []
  const provider = Layer.succeed(ElectronicId, {
    order: () => ordered,
    collect: () => left.shift() ?? fails("PROVIDER_ERROR"),
    cancel: (orderRef) => Effect.sync(() => void canceled.push(orderRef))
  })
  const pages = Layer.effect(PageLoginOrders, PageLoginOrders).pipe(Layer.provide(ElectronicIdSandbox.layer))
  const host = Layer.succeed(LoginHost, { address: Effect.succeed(loginHostUrl) })
  const open = (loginMethod: LoginMethod = "SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK") =>
    Effect.gen(function* () {
      const { connector } = Option.getOrThrow(yield* (yield* Connectors).find("se-nordhem"))
      const login = Redacted.make({ type: "SWEDISH_EID", personalNumber: "198506152399" } as const)
      const first = yield* connector.begin({ company: "se-nordhem", products: ["WEALTH"], loginMethod, login }, "0")
      const next = (session: string, key: string) => connector.resume(session, { _tag: "Tick" }, key)
      return { connector, next, opened: yield* next(first.session, "1") }
    }).pipe(
      Effect.provide(SandboxConnector.layer.pipe(Layer.provide([provider, pages, host, BankConnectors.layerNone])))
    )
  return { canceled, open }
}

const pending = (hint: string, afterMillis = 2000) => Effect.succeed({ _tag: "Pending", hint, afterMillis } as const)

for (const [family, autostart, animatedQr] of [
  ["SWEDISH_MOBILE_EID_SAME_DEVICE", true, false],
  ["SWEDISH_MOBILE_EID_OTHER_DEVICE", false, true],
  ["SWEDISH_MOBILE_EID_ANY_DEVICE", true, true]
] as const) {
  test(`shows how to open ${family} until the order is open`, function* () {
    const hints = [pending("outstandingTransaction"), pending("noClient"), pending("userSign")]
    const { next, opened } = yield* logsIn(Effect.succeed(order), ...hints).open(`${family}_MOCK`)
    const waiting = yield* next(opened.session, "2")
    const qr = { _tag: "AnimatedCode", ...order.animatedCode } as const
    for (const step of [opened, waiting]) {
      assert.strictEqual(step.status, "WAITING_FOR_USER_ACTION")
      assert.deepStrictEqual(
        step._tag === "Poll" && [step.information?.SWEDISH_MOBILE_EID_AUTOSTART_TOKEN, step.display],
        [autostart ? order.autoStartToken : undefined, animatedQr ? [qr] : undefined]
      )
    }
    const signing = yield* next(waiting.session, "3")
    assert.strictEqual(signing.status, "WAITING_FOR_USER_ACTION")
    assert.isFalse("information" in signing || "display" in signing)
  })
}

test("polls after the pause that the provider returns", function* () {
  const hints = [pending("outstandingTransaction", 1234), pending("userSign", 567)]
  const { next, opened } = yield* logsIn(Effect.succeed(order), ...hints).open()
  assert.strictEqual(opened._tag === "Poll" && opened.afterMillis, 1234)
  const signing = yield* next(opened.session, "2")
  assert.strictEqual(signing._tag === "Poll" && signing.afterMillis, 567)
})

for (const [reason, status] of [
  ["ALREADY_IN_PROGRESS", "AUTHENTICATION_CONFLICT"],
  ["REFUSED", "AUTHENTICATION_ERROR"]
] as const) {
  test(`ends if the provider rejects the order: ${reason}`, function* () {
    const { opened } = yield* logsIn(fails(reason)).open()
    assert.deepStrictEqual([opened._tag, opened.status], ["End", status])
  })
}

for (const [reason, expected] of [
  ["UNREACHABLE", "UNREACHABLE"],
  ["PROVIDER_ERROR", "COMPANY_ERROR"]
] as const) {
  test(`lets the service retry if the provider fails: ${reason}`, function* () {
    const atOrder = yield* Effect.flip(logsIn(fails(reason)).open())
    assert.deepInclude(atOrder, { _tag: "ConnectorError", reason: expected })
    const { next, opened } = yield* logsIn(Effect.succeed(order), pending("userSign"), fails(reason)).open()
    const atCollect = yield* Effect.flip(next(opened.session, "2"))
    assert.deepInclude(atCollect, { _tag: "ConnectorError", reason: expected })
  })
}

test("treats unknown hints as pending or failed", function* () {
  const failed = Effect.succeed({ _tag: "Failed", hint: "somethingNew" } as const)
  const { next, opened } = yield* logsIn(Effect.succeed(order), pending("somethingNewer"), failed).open()
  assert.strictEqual(opened.status, "WAITING_FOR_USER_ACTION")
  assert.strictEqual((yield* next(opened.session, "2")).status, "AUTHENTICATION_ERROR")
})

test("shows an order once even if it has already ended", function* () {
  const complete = Effect.succeed({ _tag: "Complete", personalNumber: Redacted.make("198506152399") } as const)
  const { next, opened } = yield* logsIn(Effect.succeed(order), complete, complete).open()
  assert.strictEqual(opened.status, "WAITING_FOR_USER_ACTION")
  assert.strictEqual(opened._tag === "Poll" && opened.afterMillis, 0)
  const after = yield* next(opened.session, "2")
  assert.strictEqual(after.status, "COLLECTING")
  assert.deepStrictEqual(after.authenticated, { fromElectronicId: "198506152399" })
})

test("cancels an open order with the collection, but not an ended one", function* () {
  const complete = Effect.succeed({ _tag: "Complete", personalNumber: Redacted.make("198506152399") } as const)
  const { canceled, open } = logsIn(Effect.succeed(order), pending("userSign"), complete)
  const { connector, next, opened } = yield* open()
  yield* connector.cancel(opened.session)
  assert.deepStrictEqual(canceled, [order.orderRef])
  const after = yield* next(opened.session, "2")
  yield* connector.cancel(after.session)
  assert.deepStrictEqual(canceled, [order.orderRef])
})

for (const reason of ["UNREACHABLE", "PROVIDER_ERROR", "REFUSED"] as const) {
  test(`keeps a new order if the first poll fails: ${reason}`, function* () {
    const { canceled, open } = logsIn(Effect.succeed(order), fails(reason), pending("userSign"))
    const { connector, opened } = yield* open()
    assert.strictEqual(opened.status, "WAITING_FOR_USER_ACTION")
    yield* connector.cancel(opened.session)
    assert.deepStrictEqual(canceled, [order.orderRef])
  })
}

test("cancels an order whose poll is rejected", function* () {
  const { canceled, open } = logsIn(Effect.succeed(order), pending("userSign"), fails("REFUSED"))
  const { next, opened } = yield* open()
  const after = yield* next(opened.session, "2")
  assert.deepStrictEqual([after._tag, after.status], ["End", "AUTHENTICATION_ERROR"])
  assert.deepStrictEqual(canceled, [order.orderRef])
})
