/** What every answer is held to: that it lets pass what is documented, and nothing else; and that the documents fit themselves. */
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

/** An answer with these headers beside the usual ones; `undefined` leaves one out. */
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
  title: "What it is",
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
      "a refusal where there is no operation",
      { ...request, target: "/nothing" },
      said(404, problem(404, "UNKNOWN_ROUTE"), asProblem)
    ]
  ] as const) {
    it(`passes as ${name}`, () => {
      assert.deepStrictEqual(PublishedContract.violationsOf(asked, answer, contract), [])
    })
  }

  for (const [name, answer, violation] of [
    ["with a member of a wrong type", said(200, [{ scenario: 1 }]), /^the body of 200: \/0 /],
    ["with a status that is not documented", said(202, []), "202 is not documented"],
    ["without a header", said(200, [], { vary: undefined }), "200 lacks the header vary"],
    ["without a request id", said(200, [], { "x-request-id": undefined }), "there is no X-Request-Id"],
    [
      "with a header that is not documented",
      said(200, [], { server: "sheaf" }),
      "the header server of 200 is not documented"
    ],
    ["with a wrong value of a header", said(200, [], { "x-request-id": "?" }), /^the header x-request-id of 200: /],
    ["of another media type", said(200, [], { "content-type": "text/plain" }), "200 is not documented as text/plain"],
    ["without its body", said(200, undefined), "200 is documented with a body"],
    [
      "of another version",
      said(200, [], { "service-version": "2025-01-01" }),
      "2026-04-01 was asked, and 2025-01-01 answers"
    ],
    [
      "with a code that is not documented",
      said(400, problem(400, "NOT_A_PDF"), asProblem),
      "400 is not documented with NOT_A_PDF"
    ],
    ["that fails without a problem", said(400, {}), "400 is no problem"],
    [
      "whose problem tells of another status",
      said(400, problem(400, "UNKNOWN_QUERY", { status: 404 }), asProblem),
      "the problem says 404, the status line 400"
    ],
    [
      "whose problem has the type of another",
      said(400, problem(400, "UNKNOWN_QUERY", { type: "/problems/internal" }), asProblem),
      "the type is not that of the code"
    ],
    [
      "whose problem has another request id",
      said(400, problem(400, "UNKNOWN_QUERY", { requestId: "other-id" }), asProblem),
      "the problem has another request id than the header"
    ]
  ] as const) {
    it(`does not pass ${name}`, () => {
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
      "that takes a body which should have been refused",
      { ...start, body: JSON.stringify({ company: "se-nordhem", loginMethod: "EMAIL", parameters: [], x: 1 }) },
      started,
      /^a body was accepted that the document refuses: /
    ],
    [
      "that takes a query which should have been refused",
      { ...request, target: "/sandbox/scenarios?page=1" },
      said(200, []),
      /^a query parameter was accepted/
    ],
    ["where there is no operation", { ...request, target: "/sandbox" }, said(200, []), /^there is no such operation/],
    [
      "of a wrong method without saying which are right",
      { ...request, method: "PUT" },
      said(405, problem(405, "METHOD_NOT_ALLOWED"), asProblem),
      /^METHOD_NOT_ALLOWED lacks the header allow/
    ],
    [
      "under another name than the caller's own",
      { ...request, headers: [...request.headers, ["x-request-id", "given-by-me"]] },
      said(200, []),
      /^the X-Request-Id is not the one/
    ]
  ] as const) {
    it(`does not pass ${name}`, () => {
      assert.match(PublishedContract.violationsOf(asked, answer, contract).join("\n"), new RegExp(violation, "m"))
    })
  }
})
