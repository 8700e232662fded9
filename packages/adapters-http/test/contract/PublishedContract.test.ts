/** The check of answers against the published documents, and of the documents' examples. */
import { assert, describe, it } from "@effect/vitest"
import { PublishedContract } from "@sheaf/adapters-http/testing"
import * as ApiVersion from "@sheaf/domain/ApiVersion"

const contract = PublishedContract.ofContract()

describe("The published documents", () => {
  for (const version of ApiVersion.running) {
    it(`of ${version} have examples that fit their schemas`, () => {
      const examples = Array.from(contract[version].examples())
      assert.isAtLeast(examples.length, 50)
      assert.deepStrictEqual(
        examples.filter(({ fault }) => fault !== undefined),
        []
      )
    })
  }
})

const usual = {
  "content-type": "application/json",
  "service-version": "2026-04-01",
  vary: "Service-Version",
  "x-request-id": "abcdefgh"
}

const request = { method: "GET", target: "/sandbox/scenarios", headers: [["service-version", "2026-04-01"]] } as const

const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** An answer with these headers beside the usual ones. `undefined` removes a header. */
const said = (status: number, body: unknown, headers: Readonly<Record<string, string | undefined>> = {}) => {
  const all = Object.entries<string | undefined>({ ...usual, ...headers })
  return {
    status,
    headers: new Headers(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    body: body === undefined ? new Uint8Array() : text(body)
  }
}

const problem = (status: number, code: string, more: object = {}) => ({
  type: `/problems/${code.toLowerCase().replaceAll("_", "-")}`,
  title: "A problem",
  status,
  detail: "What happened.",
  code,
  requestId: "abcdefgh",
  ...more
})

const asProblem = { "content-type": "application/problem+json", "cache-control": "no-store" }

const refused = said(400, problem(400, "UNKNOWN_QUERY"), asProblem)

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
    status: "RUNNING",
    createdAt: "2026-05-04T08:00:00.000Z",
    statusChangedAt: "2026-05-04T08:00:00.000Z",
    pollingInterval: 2000
  },
  { "cache-control": "no-store", location: "/collections/019a0000-0000-7000-8000-000000000001/status" }
)

describe("An answer", () => {
  for (const [name, asked, answer] of [
    ["a success", request, said(200, [])],
    ["a success without its body, to HEAD", { ...request, method: "HEAD" }, said(200, undefined)],
    ["a refusal", { ...request, target: "/sandbox/scenarios?page=1" }, refused],
    ["a start", start, started],
    [
      "a refusal without an operation",
      { ...request, target: "/nothing" },
      said(404, problem(404, "UNKNOWN_ROUTE"), asProblem)
    ]
  ] as const) {
    it(`passes: ${name}`, () => {
      assert.deepStrictEqual(PublishedContract.violationsOf(asked, answer, contract), [])
    })
  }

  for (const [name, answer, violation] of [
    ["with a wrong type", said(200, [{ scenario: 1 }]), /^the body of 200: \/0 /],
    ["with an undocumented status", said(202, []), "202 is not documented"],
    ["without a header", said(200, [], { vary: undefined }), "200 lacks the header vary"],
    ["without a request id", said(200, [], { "x-request-id": undefined }), "there is no X-Request-Id"],
    ["with an undocumented header", said(200, [], { server: "sheaf" }), "the header server of 200 is not documented"],
    ["with an invalid header value", said(200, [], { "x-request-id": "?" }), /^the header x-request-id of 200: /],
    ["of another media type", said(200, [], { "content-type": "text/plain" }), "200 is not documented as text/plain"],
    ["without its body", said(200, undefined), "200 is documented with a body"],
    [
      "of another version",
      said(200, [], { "service-version": "2025-01-01" }),
      "2026-04-01 was asked, and 2025-01-01 answers"
    ],
    [
      "with an undocumented code",
      said(400, problem(400, "NOT_A_PDF"), asProblem),
      "400 is not documented with NOT_A_PDF"
    ],
    ["that fails without a problem", said(400, {}), "400 is not a problem"],
    [
      "whose problem has another status",
      said(400, problem(400, "UNKNOWN_QUERY", { status: 404 }), asProblem),
      "the problem says 404, the status line 400"
    ],
    [
      "whose problem has another type",
      said(400, problem(400, "UNKNOWN_QUERY", { type: "/problems/internal" }), asProblem),
      "the type does not belong to the code"
    ],
    [
      "whose problem has another request id",
      said(400, problem(400, "UNKNOWN_QUERY", { requestId: "other-id" }), asProblem),
      "the problem has another request id than the header"
    ]
  ] as const) {
    it(`fails ${name}`, () => {
      const violations = PublishedContract.violationsOf(request, answer, contract)
      assert.isTrue(
        violations.some((each) => (typeof violation === "string" ? each === violation : violation.test(each))),
        violations.join("; ")
      )
      assert.throws(() => PublishedContract.assertDocumented(request, answer, contract), "GET /sandbox/scenarios: ")
    })
  }

  for (const [name, asked, answer, violation] of [
    [
      "that accepts an undocumented body",
      { ...start, body: JSON.stringify({ company: "se-nordhem", loginMethod: "EMAIL", parameters: [], x: 1 }) },
      started,
      /^a body was accepted that the document refuses: /
    ],
    [
      "that accepts an undocumented query",
      { ...request, target: "/sandbox/scenarios?page=1" },
      said(200, []),
      /^a query parameter was accepted/
    ],
    ["without an operation", { ...request, target: "/sandbox" }, said(200, []), /^there is no such operation/],
    [
      "about a wrong method without Allow",
      { ...request, method: "PUT" },
      said(405, problem(405, "METHOD_NOT_ALLOWED"), asProblem),
      /^METHOD_NOT_ALLOWED lacks the header allow/
    ],
    [
      "with another id than the caller's",
      { ...request, headers: [...request.headers, ["x-request-id", "given-by-me"]] },
      said(200, []),
      /^the X-Request-Id is not the one/
    ]
  ] as const) {
    it(`fails ${name}`, () => {
      assert.match(PublishedContract.violationsOf(asked, answer, contract).join("\n"), new RegExp(violation, "m"))
    })
  }
})
