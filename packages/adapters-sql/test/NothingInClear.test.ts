/** Tests that the database files contain no personal data of collections in plain text (architecture 6). */
import { assert, layer } from "@effect/vitest"
import { CollectionSample as Sample, testsOf } from "@sheaf/ports/testing"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { LoginRequest } from "@sheaf/domain/StartCollection"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { ClientStore, CollectionStore } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "./Database.ts"
import * as RawFiles from "./RawFiles.ts"

/** One string for each kind of personal data. None is part of another or of public data. */
const secrets = {
  username: "majalind-at-nordhem",
  password: 'pw"\\of/majä 4711',
  personalNumber: "199001012385",
  accountOwner: "Maja Åsa Lind",
  sessionId: "advisor-session-8841",
  advisor: "advisor-handle-5120",
  reference: "case of Östen 77-31",
  branch: "branch of Maja 9083",
  sessionKey: "the session of Maja at Nordhem",
  connectorSession: "cookie=8f14e45fceea167a",
  startToken: "67df3917-fa0d-44e5-b327",
  startSecret: "d28db9a7-4cde-429e-a983",
  autostart: "autostart-131daac9",
  method: "SMS to +46 70 *** 06 05",
  code: "86420971",
  etag: "etag-of-maja-5d1c",
  response: "maja has signed",
  email: "maja.lind@hemlig.example",
  phone: "46701740605",
  registration: "ABC 12D of Maja",
  insuranceNumber: "NH-77120-443",
  insured: "Nils-Östen Kvist",
  productNumber: "TP-104-77-9",
  deviceModel: "telephone of Maja 7713",
  signature: "c2lnbmVkIGJ5IE1hamEgNzEz",
  documentId: "document-5f1f-of-maja",
  documentName: "Statement for Maja",
  documentContent: "%PDF-1.7 all that Maja owns"
}

const order: LoginRequest = {
  _tag: "Login",
  loginMethod: "USERNAME_AND_PASSWORD",
  login: { type: "USERNAME_PASSWORD", username: secrets.username, password: secrets.password },
  accountOwnerName: secrets.accountOwner,
  attributes: {
    SESSION_ID: secrets.sessionId,
    ADVISOR_HANDLE: secrets.advisor,
    EXTERNAL_REFERENCE: secrets.reference,
    BRANCH: secrets.branch
  }
}

const personal: LoginRequest = {
  ...order,
  loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
  login: {
    type: "SWEDISH_EID",
    personalNumber: secrets.personalNumber,
    app: { appIdentifier: "app", deviceOS: "IOS 18", deviceModelName: secrets.deviceModel, deviceIdentifier: "d-17" }
  }
}

const car: InsuranceRecord = {
  ...Sample.carInsuranceRecord,
  insurance: {
    ...Sample.carInsuranceRecord.insurance,
    insuranceNumber: secrets.insuranceNumber,
    holder: { name: secrets.insured, email: secrets.email, phoneNumber: secrets.phone },
    registrationNo: secrets.registration
  }
}

const pension: WealthRecord = {
  ...Sample.pensionRecord,
  productNumber: secrets.productNumber,
  insuredPersonName: secrets.insured
}

const clientId = "client-one"

const withPassword = "019a9f0e-5c1a-7d3e-9b51-000000000001"
const withNumber = "019a9f0e-5c1a-7d3e-9b51-000000000002"

const expectNothing = RawFiles.expectNone(secrets, ["se-nordhem", withPassword, clientId])

const columnsOf = (collectionId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<Record<string, unknown>>`SELECT placed_order, session, pending, input, authenticate_until,
      pending_until FROM collection WHERE id = ${collectionId}`
    return { ...row }
  })

const accept = Effect.gen(function* () {
  const store = yield* CollectionStore
  const orders = { [withPassword]: order, [withNumber]: personal }
  for (const [collectionId, placed] of Object.entries(orders)) {
    const { loginMethod } = placed
    const identity = { collectionId, loginMethod, attributes: order.attributes }
    const before = { collectionId, step: 1, session: secrets.connectorSession, answers: [], order: personal }
    const inSession = { key: `${secrets.sessionKey}/${collectionId}`, superseded: [], cleanups: [before] }
    yield* store.accept({ ...(yield* Sample.make(clientId, identity)), order: placed, inSession })
  }
})

const pending = {
  inputId: "question-1",
  question: { kind: "TWO_FACTOR_CHOICE", methodIds: [secrets.method] },
  until: Sample.questionDeadline
} as const

const ask = Effect.gen(function* () {
  const store = yield* CollectionStore
  const asking = Sample.changeToStatus("TWO_FACTOR_PENDING", 2, {
    proof: { signature: secrets.signature },
    session: secrets.connectorSession,
    pending,
    authenticateUntil: Sample.questionDeadline,
    identified: true,
    shown: {
      information: {
        SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: secrets.autostart,
        AVAILABLE_TWO_FACTOR_METHODS: [{ id: secrets.method, type: "SMS", label: secrets.method }]
      },
      display: [
        {
          _tag: "AnimatedCode",
          startToken: secrets.startToken,
          startSecret: secrets.startSecret,
          startedAt: Sample.startTime
        }
      ]
    }
  })
  yield* store.advance(Sample.precondition(withPassword, 0, 1), [asking])
})

const answer = Effect.gen(function* () {
  const store = yield* CollectionStore
  const code = { type: "TWO_FACTOR_CODE", value: secrets.code } as const
  const response = { type: "RESPONSE_OBJECT", etag: secrets.etag, headers: {}, response: secrets.response } as const
  const { inputId, question } = pending
  const answered = Sample.answerChange([code, response], {
    revision: 3,
    answeredEtags: [secrets.etag],
    answeredQuestions: [{ inputId, question, answerHash: "hash" }]
  })
  yield* store.supply(Sample.precondition(withPassword, 1, 2), answered)
})

const end = Effect.gen(function* () {
  const store = yield* CollectionStore
  const documents = (["INSURANCE", "WEALTH"] as const).map((product) => ({
    documentId: `${secrets.documentId}-${product}`,
    product,
    name: secrets.documentName,
    contentType: "application/pdf" as const,
    // The second document is so large that it is sealed with the algorithm for large values and fills many database
    // pages.
    bytes: Buffer.from(secrets.documentContent.repeat(product === "WEALTH" ? 10_000 : 1))
  }))
  const data = { INSURANCE: [car], WEALTH: [pension] }
  const ended = { session: secrets.connectorSession, pending, identified: true, data, documents }
  yield* store.advance(Sample.precondition(withPassword, 1, 3), [Sample.changeToStatus("COMPLETED", 4, ended)])
})

layer(Database.stores)("the files of the database", (it) => {
  const test = testsOf(it, SqlClient.SqlClient)

  test("contain no personal data in plain text, from the start of a collection to its erasure", function* () {
    const store = yield* CollectionStore
    yield* (yield* ClientStore).addClient({ id: clientId, name: "One", environment: "test" })
    for (const stage of [accept, ask, answer, end]) {
      yield* stage
      yield* expectNothing
    }
    assert.deepStrictEqual(yield* store.insuranceData(withPassword), Option.some([car]))
    assert.strictEqual(yield* store.eraseData(Sample.startTime + 4001), 1)
    yield* expectNothing
  })

  test("contain no order, session or answer after the end of a collection", function* () {
    assert.deepStrictEqual(yield* columnsOf(withPassword), {
      placed_order: null,
      session: null,
      pending: null,
      input: null,
      authenticate_until: null,
      pending_until: null
    })
    const running = yield* columnsOf(withNumber)
    assert.instanceOf(running["placed_order"], Uint8Array)
    const collection = Option.getOrThrow(yield* (yield* CollectionStore).loadState(withNumber))
    assert.deepStrictEqual(collection.order, personal)
  })
})
