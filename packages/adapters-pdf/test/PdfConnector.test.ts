/** Tests uploads while the reader is busy. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as PdfConnector from "../src/PdfConnector.ts"
import { QueueFullError } from "../src/reader/FairQueue.ts"
import { base64Of } from "./Fixture.ts"

const login = Redacted.make({
  type: "PDF_DOCUMENT",
  fileName: "policy.pdf",
  content: base64Of("ee-motor-policy")
} as const)
const order = { company: "ee-rannakindlustus", products: ["INSURANCE"], loginMethod: "PDF_UPLOAD", login } as const

const begin = (passes: boolean) =>
  PdfConnector.make({ read: () => Effect.fail(new QueueFullError({ passes })) }, []).begin(order, "a-collection/0")

describe("an upload that finds the reader busy", () => {
  it.effect("fails as UNREACHABLE if a retry can help", () =>
    Effect.map(Effect.flip(begin(true)), ({ reason }) => assert.strictEqual(reason, "UNREACHABLE"))
  )

  it.effect("ends immediately if the queue contains too many bytes", () =>
    Effect.map(begin(false), (step) => {
      assert.strictEqual(step._tag, "End")
      assert.strictEqual(step.status, "THIRD_PARTY_ERROR")
    })
  )
})
