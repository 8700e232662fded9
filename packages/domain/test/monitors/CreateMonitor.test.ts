/** A client can change a monitor only within what the person has permitted (spec 18). */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { changeTerms, check, checkSource, untilSourceEnds } from "../../src/monitors/CreateMonitor.ts"
import type { ChangeMonitor, MonitorTerms } from "../../src/monitors/CreateMonitor.ts"

const now = Date.parse("2026-04-01T12:00:00Z")
const sourceEndsAt = Date.parse("2026-06-30T12:00:00Z")
const context = { now, market: "se", offered: ["PSD2_AIS"], sourceEndsAt } as const

const terms: MonitorTerms = {
  every: "P7D",
  timeZone: "Europe/Stockholm",
  offered: ["PSD2_AIS"],
  changes: ["holder"],
  until: Date.parse("2026-05-01T00:00:00Z")
}

const changed = (change: ChangeMonitor, isPermitted: boolean) =>
  Result.match(changeTerms(terms, change, { ...context, isPermitted }), {
    onFailure: (violations) => violations.map(({ pointer }) => pointer),
    onSuccess: ({ every, until }) => `${every} ${new Date(until).toISOString()}`
  })

describe("a change of a monitor's terms", () => {
  it.each<[string, ChangeMonitor, unknown, unknown]>([
    ["less often", { every: "P30D" }, "P30D 2026-05-01T00:00:00.000Z", "P30D 2026-05-01T00:00:00.000Z"],
    ["more often", { every: "P1D" }, ["/every"], "P1D 2026-05-01T00:00:00.000Z"],
    ["earlier", { until: "2026-04-15T00:00:00Z" }, "P7D 2026-04-15T00:00:00.000Z", "P7D 2026-04-15T00:00:00.000Z"],
    ["later", { until: "2026-06-01T00:00:00Z" }, ["/until"], "P7D 2026-06-01T00:00:00.000Z"],
    ["after the consent", { until: "2026-07-01T00:00:00Z" }, ["/until", "/until"], ["/until"]],
    ["both", { every: "P1D", until: "2026-06-01T00:00:00Z" }, ["/every", "/until"], "P1D 2026-06-01T00:00:00.000Z"],
    ["to a new source", { source: { consentId: "b" } }, "P7D 2026-05-01T00:00:00.000Z", "P7D 2026-06-30T12:00:00.000Z"]
  ])("%s needs the person only if it is wider", (_, change, byClient, byPerson) => {
    assert.deepStrictEqual(changed(change, false), byClient)
    assert.deepStrictEqual(changed(change, true), byPerson)
  })
})

describe("the end that a client asks the person for", () => {
  const source = { consentId: "a" }

  it.each([
    [undefined, "2026-06-30T12:00:00.000Z"],
    ["2026-06-01T00:00:00Z", "2026-06-01T00:00:00.000Z"],
    ["2026-08-01T00:00:00Z", "2026-06-30T12:00:00.000Z"]
  ])("%s becomes %s", (until, expected) => {
    const asked = { source, every: "P1D", ...(until !== undefined && { until }) } as const
    const { until: end } = Result.getOrThrow(check(untilSourceEnds(asked, context), context))
    assert.strictEqual(new Date(end).toISOString(), expected)
  })

  it("names one source", () => {
    assert.isTrue(Result.isFailure(checkSource({})))
    assert.isTrue(Result.isFailure(checkSource({ ...source, collectionId: "b" })))
  })
})
