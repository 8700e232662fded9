/** The documents hold together: their examples are what their schemas say. That answers are, each test checks by itself. */
import { assert, describe, it } from "@effect/vitest"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import * as Published from "./Published.ts"

describe("The published documents", () => {
  for (const version of ApiVersion.running) {
    it(`of ${version} have examples that fit their schemas`, () => {
      assert.isAtLeast(Published.checkExamples(version), 50)
    })
  }

  const answer = {
    method: "GET",
    path: "/sandbox/scenarios",
    status: 200,
    headers: new Headers({
      "content-type": "application/json",
      "service-version": "2026-04-01",
      vary: "Service-Version",
      "x-request-id": "abcdefgh"
    }),
    body: new TextEncoder().encode("[]")
  }

  it("let pass what they say", () => {
    Published.assertDocumented(answer)
  })

  for (const [name, broken, message] of [
    ["a body that breaks its schema", { body: new TextEncoder().encode('[{"scenario":1}]') }, /the body breaks/],
    ["a status that is not documented", { status: 418 }, /418 .* is not documented/],
    ["a path that is not documented", { path: "/sandbox" }, /no operation/],
    ["a header that is missing", { headers: new Headers({ "content-type": "application/json" }) }, /lacks the header/],
    [
      "a header that is not documented",
      { headers: new Headers([...answer.headers, ["server", "sheaf"]]) },
      /the header server is not documented/
    ],
    [
      "a header with a wrong value",
      { headers: new Headers([...answer.headers, ["x-request-id", "?"]]) },
      /the header x-request-id breaks/
    ],
    [
      "another media type",
      { headers: new Headers([...answer.headers, ["content-type", "text/plain"]]) },
      /not documented as/
    ],
    ["no body", { body: new Uint8Array() }, /documented with a body/]
  ] as const) {
    it(`do not let pass ${name}`, () => {
      assert.throws(() => Published.assertDocumented({ ...answer, ...broken }), message)
    })
  }
})
