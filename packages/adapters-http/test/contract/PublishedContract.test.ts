/** Tests the validation of responses against the published OpenAPI documents. */
import { assert, describe, it } from "@effect/vitest"
import { PublishedContract } from "@sheaf/sandbox-site/testing"

const contract = PublishedContract.fromSource()

const usual = {
  "content-type": "application/json",
  "service-version": "2026-04-01",
  vary: "Service-Version",
  "x-request-id": "abcdefgh"
}

const request = { method: "GET", target: "/sandbox/scenarios", headers: [["service-version", "2026-04-01"]] } as const

const identified = {
  ...request,
  headers: [...request.headers, ["x-request-id", "4bf92f3577b34da6a3ce929d0e0e4736"]]
} as const

/** A response with these headers in addition to the usual ones. `undefined` removes a header. */
const said = (status: number, body: unknown, headers: Readonly<Record<string, string | undefined>> = {}) => {
  const all = Object.entries<string | undefined>({ ...usual, ...headers })
  return {
    status,
    headers: new Headers(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    body: new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body))
  }
}

/** A problem response with this code. `more` overrides its members. */
const refused = (status: number, code: string, more: object = {}) =>
  said(
    status,
    {
      type: `/problems/${code.toLowerCase().replaceAll("_", "-")}`,
      title: "A problem",
      status,
      detail: "What happened.",
      code,
      requestId: "abcdefgh",
      ...more
    },
    { "content-type": "application/problem+json", "cache-control": "no-store" }
  )

const start = {
  ...request,
  method: "POST",
  target: "/collections",
  body: JSON.stringify({ company: "se-nordhem", loginMethod: "EMAIL", parameters: [] })
}

const started = said(
  201,
  {
    collectionId: "019a0000-0000-7000-8000-000000000001",
    id: "019a0000-0000-7000-8000-000000000001",
    company: "se-nordhem",
    products: ["INSURANCE"],
    status: "RUNNING",
    createdAt: "2026-05-04T08:00:00.000Z",
    statusChangedAt: "2026-05-04T08:00:00.000Z",
    pollingInterval: 2000
  },
  { "cache-control": "no-store", location: "/collections/019a0000-0000-7000-8000-000000000001/status" }
)

describe("A response", () => {
  it.each([
    ["a success", request, said(200, [])],
    ["a success without its body, to HEAD", { ...request, method: "HEAD" }, said(200, undefined)],
    ["a refusal", { ...request, target: "/sandbox/scenarios?page=1" }, refused(400, "UNKNOWN_QUERY")],
    ["a start", start, started],
    ["a refusal without an operation", { ...request, target: "/nothing" }, refused(404, "UNKNOWN_ROUTE")],
    ["a refusal with a new id, because the header is malformed", identified, refused(400, "MALFORMED_REQUEST")]
  ])("passes: %s", (_, asked, answer) => {
    assert.deepStrictEqual(PublishedContract.violationsOf(asked, answer, contract), [])
  })

  it.each<
    [name: string, answer: ReturnType<typeof said>, violation: string, asked?: PublishedContract.ObservedRequest]
  >([
    ["with a wrong type", said(200, [{ scenario: 1 }]), "the body of 200: /0 "],
    ["with an undocumented status", said(202, []), "202 is not documented"],
    ["without a header", said(200, [], { vary: undefined }), "200 lacks the header vary"],
    ["without a request id", said(200, [], { "x-request-id": undefined }), "there is no X-Request-Id"],
    ["with an undocumented header", said(200, [], { server: "sheaf" }), "the header server of 200 is not documented"],
    ["with an invalid header value", said(200, [], { "x-request-id": "?" }), "the header x-request-id of 200: "],
    ["of another media type", said(200, [], { "content-type": "text/plain" }), "200 is not documented as text/plain"],
    ["without its body", said(200, undefined), "200 is documented with a body"],
    [
      "of another version",
      said(200, [], { "service-version": "2025-01-01" }),
      "2026-04-01 was asked, and 2025-01-01 answers"
    ],
    ["with an undocumented code", refused(400, "NOT_A_PDF"), "400 is not documented with NOT_A_PDF"],
    ["that fails without a problem", said(400, {}), "400 is not a problem"],
    [
      "whose problem has another status",
      refused(400, "UNKNOWN_QUERY", { status: 404 }),
      "the problem says 404, the status line 400"
    ],
    [
      "whose problem has another type",
      refused(400, "UNKNOWN_QUERY", { type: "/problems/internal" }),
      "the type does not belong to the code"
    ],
    [
      "whose problem has another request id",
      refused(400, "UNKNOWN_QUERY", { requestId: "other-id" }),
      "the problem's request id differs from the header's"
    ],
    [
      "that accepts an undocumented body",
      started,
      "the service accepted a body that the document refuses: ",
      { ...start, body: JSON.stringify({ company: "se-nordhem", loginMethod: "EMAIL", parameters: [], x: 1 }) }
    ],
    [
      "that accepts an undocumented query",
      said(200, []),
      "the service accepted a query parameter",
      { ...request, target: "/sandbox/scenarios?page=1" }
    ],
    ["without an operation", said(200, []), "there is no such operation", { ...request, target: "/sandbox" }],
    [
      "about a wrong method without Allow",
      refused(405, "METHOD_NOT_ALLOWED"),
      "METHOD_NOT_ALLOWED lacks the header allow",
      { ...request, method: "PUT" }
    ],
    ["with another id than the caller's", said(200, []), "the X-Request-Id differs from the request's", identified],
    [
      "with an id that is not the caller's, although the header was read",
      refused(400, "UNKNOWN_QUERY"),
      "the X-Request-Id differs from the request's",
      identified
    ]
  ])("fails %s", (_, answer, violation, asked = request) => {
    const violations = PublishedContract.violationsOf(asked, answer, contract)
    assert.isTrue(
      violations.some((each) => each.startsWith(violation)),
      violations.join("; ")
    )
    const { method, target } = asked
    assert.throws(() => PublishedContract.assertDocumented(asked, answer, contract), `${method} ${target}: `)
  })
})
