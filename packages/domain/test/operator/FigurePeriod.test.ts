/** The periods for which the service keeps figures (spec 14.5). */
import { assert, describe, it } from "@effect/vitest"
import * as FigurePeriod from "../../src/operator/FigurePeriod.ts"

const at = Date.parse("2026-05-04T08:07:31.250Z")

const starts = (periods: ReadonlyArray<FigurePeriod.FigurePeriod>) =>
  Object.fromEntries(periods.map(({ resolution, start }) => [resolution, new Date(start).toISOString()]))

describe("a time", () => {
  it("belongs to one period of each resolution, in UTC", () => {
    assert.deepStrictEqual(starts(FigurePeriod.periodsOf(at)), {
      FIVE_MINUTES: "2026-05-04T08:05:00.000Z",
      HOUR: "2026-05-04T08:00:00.000Z",
      DAY: "2026-05-04T00:00:00.000Z"
    })
  })

  it("ends the keeping of periods that no chart shows, and of no other", () => {
    assert.deepStrictEqual(starts(FigurePeriod.expiredAt(at)), {
      FIVE_MINUTES: "2026-05-04T06:05:00.000Z",
      HOUR: "2026-05-03T06:00:00.000Z",
      DAY: "2026-04-04T00:00:00.000Z"
    })
  })
})
