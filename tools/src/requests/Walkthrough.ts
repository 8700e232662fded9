/** Sequences of requests that run from the first to the last, against a sandbox. Each keeps what the next ones need. */
import type { Operation } from "./Operations.ts"
import { fileNameOf, requestOf } from "./Request.ts"
import type { Field, Folder, RequestFile } from "./Request.ts"

interface Step {
  readonly operation: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The expected status, or several. */
  readonly status: number | ReadonlyArray<number>
  /** The variables to set, each with the expression of its value. `body` is the response. */
  readonly keep?: Readonly<Record<string, string>>
  /** Sends the request again while this expression is true, and while the status is 304. */
  readonly repeatWhile?: string
  /** An expression that is true for the expected body. */
  readonly expect?: string
}

interface Sequence {
  readonly name: string
  readonly steps: ReadonlyArray<Step>
}

const login = (username: string) => ({
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username, password: "any" }]
})

/** The first poll compares with a tag that no status has, so that it returns immediately. */
const started = { collectionId: "body.collectionId", etag: "'none'" }

/** Sheaf holds each poll for up to ten seconds, until the status changes. */
const follow = (operation: string, repeatWhile: string, expect: string) => ({
  operation,
  headers: { "If-None-Match": "{{etag}}", Prefer: "wait=10" },
  status: 200,
  keep: { etag: "header('etag')" },
  repeatWhile,
  expect
})

const finish = follow("getCollectionStatus", "body.pollingInterval !== undefined", "body.status === 'COMPLETED'")

const sequences: ReadonlyArray<Sequence> = [
  {
    name: "First collection",
    steps: [
      {
        operation: "listCompanyAvailability",
        query: { market: "se" },
        status: 200,
        expect: "body.some(({ company }) => company === 'se-nordhem')"
      },
      { operation: "startCollection", body: login("maja"), status: 201, keep: started },
      finish,
      { operation: "getInsuranceData", status: 200, expect: "body.length > 0" },
      {
        operation: "getWealthData",
        status: 200,
        keep: { documentId: "body.flatMap(({ documents = [] }) => documents)[0].documentId" }
      },
      { operation: "getWealthDocument", status: 200 },
      {
        operation: "listEvents",
        query: { type: "collection.completed" },
        status: 200,
        expect: "body.some(({ data }) => data.status === 'COMPLETED')"
      },
      { operation: "eraseCollection", status: 204 }
    ]
  },
  {
    name: "Two-factor code",
    steps: [
      { operation: "startCollection", body: login("two-factor"), status: 201, keep: started },
      {
        ...follow(
          "getCollectionStatus",
          "body.pollingInterval !== undefined && body.pendingInput === undefined",
          "body.pendingInput.type === 'TWO_FACTOR_CODE'"
        ),
        keep: { etag: "header('etag')", inputId: "body.pendingInput?.inputId" }
      },
      {
        operation: "supplementInfo",
        body: { type: "TWO_FACTOR_CODE", value: "246810", inputId: "{{inputId}}" },
        status: 202
      },
      finish,
      { operation: "getWealthData", status: 200, expect: "body.length > 0" }
    ]
  },
  {
    name: "Bank accounts under a consent",
    steps: [
      {
        operation: "createUser",
        body: { externalId: "walkthrough" },
        status: [200, 201],
        keep: { userId: "body.userId" }
      },
      { operation: "openSession", status: 201, keep: { token: "body.token" } },
      {
        operation: "createConsent",
        body: {
          company: "se-fjallbanken",
          loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_TEST",
          parameters: [
            { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" },
            { type: "SWEDISH_EID", personalNumber: "198112189876" }
          ]
        },
        status: 201,
        keep: { consentId: "body.consentId", etag: "'none'" }
      },
      follow("getConsentStatus", "body.pollingInterval !== undefined", "body.status === 'AUTHORIZED'"),
      {
        operation: "startCollection",
        // A stored consent belongs to a user, so this start needs the user's token and the API key.
        headers: { Authorization: "Bearer {{token}}" },
        body: {
          company: "se-fjallbanken",
          parameters: [{ type: "STORED_CONSENT", consentId: "{{consentId}}", psuIpAddress: "192.0.2.17" }]
        },
        status: 201,
        keep: started
      },
      finish,
      { operation: "getWealthData", status: 200, expect: "body[0].type.startsWith('PSD2_')" },
      { operation: "revokeConsent", status: 200, expect: "body.status === 'REVOKED'" }
    ]
  },
  {
    name: "Webhooks",
    steps: [
      {
        operation: "createWebhookEndpoint",
        body: { url: "{{receiver}}", types: ["collection.completed"] },
        status: 201,
        keep: { endpointId: "body.endpointId" },
        expect: "body.secret.startsWith('whsec_')"
      },
      { operation: "testWebhookEndpoint", status: 200, expect: "body.status === 204" },
      { operation: "startCollection", body: login("maja"), status: 201, keep: started },
      finish,
      {
        operation: "listWebhookDeliveries",
        status: 200,
        repeatWhile: "!body.some(({ type }) => type === 'collection.completed')",
        expect: "body.every(({ error, status }) => error === undefined && status === 204)"
      },
      { operation: "deleteWebhookEndpoint", status: 204 }
    ]
  }
]

const checksOf = ({ expect, keep = {}, repeatWhile, status }: Step): ReadonlyArray<string> => {
  const statuses = [status].flat()
  const end = [
    `test('status ${statuses.join(" or ")}', () => expect([${statuses.join(", ")}]).to.include(status))`,
    ...(expect === undefined ? [] : [`test(${JSON.stringify(expect)}, () => expect(${expect}).to.equal(true))`])
  ]
  const kept = Object.entries(keep).map(([name, value]) => `set('${name}', ${value})`)
  if (repeatWhile === undefined) return [...kept, ...end]
  return [
    ...(kept.length === 0 ? [] : [`if (status === 200) {`, ...kept.map((line) => `  ${line}`), `}`]),
    `if (status === 304 || (status === 200 && ${repeatWhile})) {`,
    "  repeat()",
    "} else {",
    ...end.map((line) => `  ${line}`),
    "}"
  ]
}

const sent = (fields: Readonly<Record<string, string>> = {}): ReadonlyArray<Field> =>
  Object.entries(fields).map(([name, value]) => ({ name, value, description: "", isSent: true }))

const stepOf = (operation: Operation, step: Step, name: string, file: string): RequestFile => ({
  ...requestOf(operation, { name, file, body: step.body }),
  query: sent(step.query),
  headers: [
    ...sent(step.headers),
    ...sent(
      operation.headers.some((field) => field.name === "Idempotency-Key")
        ? { "Idempotency-Key": "{{$randomUUID}}" }
        : {}
    )
  ],
  checks: checksOf(step)
})

/**
 * Returns a folder for each sequence.
 *
 * @throws if the document has no such operation
 */
export const foldersOf = (operations: ReadonlyArray<Operation>): ReadonlyArray<Folder> =>
  sequences.map(({ name, steps }, place) => ({
    name,
    file: `${place + 1}-${fileNameOf(name)}`,
    requests: steps.map((step, index) => {
      const operation = operations.find(({ id }) => id === step.operation)
      if (operation === undefined) throw new Error(`the document has no operation ${step.operation}`)
      const title = `${place + 1}.${index + 1} ${operation.summary}`
      return stepOf(operation, step, title, `${String(index + 1).padStart(2, "0")}-${step.operation}`)
    })
  }))
