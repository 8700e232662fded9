/** A test suite for lists of scenarios. Every list must pass it (spec 12). */
import { assert, layer } from "@effect/vitest"
import { ConsentScenario, Scenario, Scenarios } from "@sheaf/adapters-sandbox/scenarios"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { Schema } from "effect"
import type { Layer } from "effect"
import { testsOf } from "@sheaf/ports/testing"

interface Course<Status> {
  readonly scenario: string
  readonly finalStatus: Status
  readonly visits: ReadonlyArray<Status>
}

/** Fails unless every scenario starts at `initial`, follows the status table and ends in its final status. */
const assertCourses = <Status>(
  courses: ReadonlyArray<Course<Status>>,
  initial: Status,
  canTransition: (before: Status, after: Status) => boolean
): void => {
  for (const { finalStatus, scenario, visits } of courses) {
    assert.strictEqual(visits[0], initial, scenario)
    assert.strictEqual(visits.at(-1), finalStatus, scenario)
    for (const [index, after] of visits.entries()) {
      const before = visits[index - 1]
      if (before !== undefined) assert.isTrue(canTransition(before, after), `${scenario}: ${after} after ${before}`)
    }
  }
}

const sent = (list: ReadonlyArray<object>): unknown => JSON.parse(JSON.stringify(list))

const scenariosIn = Schema.decodeUnknownSync(Schema.Array(Scenario), { onExcessProperty: "error" })
const consentScenariosIn = Schema.decodeUnknownSync(Schema.Array(ConsentScenario), { onExcessProperty: "error" })

export const scenariosSuite = <E>(name: string, adapter: Layer.Layer<Scenarios, E>) =>
  layer(adapter)(`the scenarios of ${name}`, (it) => {
    const test = testsOf(it, Scenarios)

    test("lists each name once, in the public schema", ({ all, consents }) => {
      assert.deepStrictEqual(scenariosIn(sent(all)), all)
      assert.deepStrictEqual(consentScenariosIn(sent(consents)), consents)
      for (const list of [all, consents]) {
        const names = list.map(({ scenario }) => scenario)
        assert.lengthOf(new Set(names), names.length)
      }
    })

    test("follows the status tables to the final status", ({ all, consents }) => {
      assertCourses(all, CollectionStatus.initialStatus, CollectionStatus.canTransition)
      assertCourses(consents, ConsentStatus.initialStatus, ConsentStatus.canTransition)
    })

    test("has the parameter of each login method", ({ all, consents }) => {
      for (const { loginMethods, parameters, scenario } of [...all, ...consents]) {
        const types = parameters.map(({ type }) => type)
        for (const method of loginMethods) {
          const { parameter } = LoginMethod.describe(method)
          if (parameter !== undefined) assert.include(types, parameter, `${scenario} by ${method}`)
        }
      }
      for (const { loginMethods, scenario } of all) assert.isNotEmpty(loginMethods, scenario)
    })

    test("has an error code if and only if the consent fails", ({ consents }) => {
      for (const { errorCode, finalStatus, scenario } of consents) {
        assert.strictEqual(errorCode !== undefined, finalStatus === "FAILED", scenario)
      }
    })
  })
