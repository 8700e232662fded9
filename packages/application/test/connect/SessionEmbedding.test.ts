/** The handover from an embedded frame to a window of its own (spec 13). */
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Consent from "../consents/ConsentWorld.ts"
import * as PageVisit from "./PageVisit.ts"

const handingOver = Effect.gen(function* () {
  const { pages, sessions } = yield* PageVisit.makeConnect
  const page = yield* PageVisit.opened({ pages, sessions }, yield* Consent.maja, { purpose: "COLLECT" })
  const { connectSessionId } = page
  const { handover } = yield* pages.handOver(yield* page.visitor)
  const join = (secret: string) => pages.open({ connectSessionId, handover: Redacted.make(secret) })
  return { join, handover, askAgain: Effect.flatMap(page.visitor, pages.handOver), page, pages }
})

const refused = <A>(joined: Effect.Effect<A, { readonly _tag: string }>) =>
  Effect.map(Effect.flip(joined), ({ _tag }) => _tag)

describe("the secret for a window that leaves a frame", () => {
  Consent.test("works once, until 20 seconds are over", function* () {
    const { handover, join, page, pages } = yield* handingOver
    yield* TestClock.adjust(19_999)
    const { body, browser } = yield* join(handover)
    const window = yield* pages.authenticate(body.token, () => browser)
    assert.strictEqual(window.session.connectSessionId, page.connectSessionId)
    assert.strictEqual(yield* refused(join(handover)), "ConnectLinkUnknown")
    yield* page.visitor
  })

  Consent.test("is late after 20 seconds, and the frame can ask for another one", function* () {
    const { askAgain, handover, join } = yield* handingOver
    yield* TestClock.adjust(20_000)
    assert.strictEqual(yield* refused(join(handover)), "ConnectLinkUnknown")
    const { handover: later } = yield* askAgain
    assert.strictEqual(yield* refused(join(handover)), "ConnectLinkUnknown")
    yield* TestClock.adjust(19_999)
    yield* join(later)
  })
})
