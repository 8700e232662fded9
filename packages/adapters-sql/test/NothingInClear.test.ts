/** Everything personal is sealed or absent (architecture 5): the files of the database hold nothing of it in clear. */
import { assert, layer } from "@effect/vitest"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { Order } from "@sheaf/domain/StartCollection"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { ClientStore, CollectionStore } from "@sheaf/ports"
import type { NewCollection } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "./Database.ts"
import * as RawFiles from "./RawFiles.ts"

/** One text for each thing that is personal. None is a part of another, or of anything that may be in clear. */
const secrets = {
  username: "majalind-at-nordhem",
  password: 'pw"\\of/majä 4711',
  personalNumber: "199001012385",
  accountOwner: "Maja Åsa Lind",
  sessionId: "advisor-session-8841",
  advisor: "advisor-handle-5120",
  reference: "case of Östen 77-31",
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
  documentName: "Statement for Maja",
  documentContent: "%PDF-1.7 all that Maja owns"
}

const order: Order = {
  _tag: "Login",
  loginMethod: "USERNAME_AND_PASSWORD",
  login: { type: "USERNAME_PASSWORD", username: secrets.username, password: secrets.password },
  accountOwnerName: secrets.accountOwner,
  attributes: { SESSION_ID: secrets.sessionId, ADVISOR_HANDLE: secrets.advisor, EXTERNAL_REFERENCE: secrets.reference }
}

const personal: Order = {
  ...order,
  loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
  login: { type: "SWEDISH_EID", personalNumber: secrets.personalNumber }
}

const car: InsuranceRecord = {
  id: "record-1",
  insurance: {
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    market: "se",
    insuranceCompany: "Nordhem",
    insuranceNumber: secrets.insuranceNumber,
    holder: { name: secrets.insured, email: secrets.email, phoneNumber: secrets.phone },
    registrationNo: secrets.registration
  }
}

const pension: WealthRecord = {
  type: "OCCUPATIONAL_PENSION",
  id: "record-2",
  company: "se-nordhem",
  companyDisplayName: "Nordhem",
  productNumber: secrets.productNumber,
  insuredPersonName: secrets.insured
}

const now = 1_775_000_000_000
const clientId = "client-one"

const collection = (collectionId: string, placed: Order): NewCollection => ({
  head: {
    collectionId,
    clientId,
    company: "se-nordhem",
    market: "se",
    loginMethod: placed.loginMethod,
    status: "RUNNING",
    revision: 1,
    createdAt: now,
    statusChangedAt: now,
    externalReference: secrets.reference
  },
  products: ["INSURANCE", "WEALTH"],
  order: placed,
  deadline: now + 600_000
})

const withPassword = "019a9f0e-5c1a-7d3e-9b51-000000000001"
const withNumber = "019a9f0e-5c1a-7d3e-9b51-000000000002"

/** Nothing personal can be found. That something else can shows that this search finds what is there. */
const expectNothing = Effect.gen(function* () {
  const bytes = yield* RawFiles.read
  for (const known of ["se-nordhem", withPassword, clientId]) assert.isTrue(RawFiles.holds(bytes, known), known)
  for (const [what, secret] of Object.entries(secrets)) assert.isFalse(RawFiles.holds(bytes, secret), what)
})

const columnsOf = (collectionId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<Record<string, unknown>>`SELECT placed_order, session, pending, input, authenticate_until,
      pending_until FROM collection WHERE id = ${collectionId}`
    return { ...row }
  })

const accept = Effect.gen(function* () {
  const store = yield* CollectionStore
  yield* store.accept(collection(withPassword, order))
  yield* store.accept(collection(withNumber, personal))
})

const ask = Effect.gen(function* () {
  const store = yield* CollectionStore
  yield* store.advance({ collectionId: withPassword, step: 0, revision: 1 }, [
    {
      status: "TWO_FACTOR_PENDING",
      revision: 2,
      statusChangedAt: now,
      at: now,
      session: secrets.connectorSession,
      pending: { question: { kind: "TWO_FACTOR_CHOICE", methodIds: [secrets.method] }, until: now + 60_000 },
      authenticateUntil: now + 180_000,
      identified: true,
      shown: {
        information: {
          SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: secrets.autostart,
          AVAILABLE_TWO_FACTOR_METHODS: [{ id: secrets.method, type: "SMS", label: secrets.method }]
        },
        animatedQr: { startToken: secrets.startToken, startSecret: secrets.startSecret, startedAt: now }
      }
    }
  ])
})

const answer = Effect.gen(function* () {
  const store = yield* CollectionStore
  const code = { type: "TWO_FACTOR_CODE", value: secrets.code } as const
  const response = { type: "RESPONSE_OBJECT", etag: secrets.etag, headers: {}, response: secrets.response } as const
  const answered = { revision: 3, shown: {}, at: now + 1, answers: [code, response], answeredEtags: [secrets.etag] }
  yield* store.supply({ collectionId: withPassword, step: 1, revision: 2 }, answered)
})

const end = Effect.gen(function* () {
  const store = yield* CollectionStore
  const documents = (["INSURANCE", "WEALTH"] as const).map((product) => ({
    documentId: `document-${product}`,
    product,
    name: secrets.documentName,
    contentType: "application/pdf" as const,
    // The second is large: it is sealed with another algorithm, and lies on many pages.
    bytes: Buffer.from(secrets.documentContent.repeat(product === "WEALTH" ? 10_000 : 1))
  }))
  yield* store.advance({ collectionId: withPassword, step: 1, revision: 3 }, [
    {
      status: "COMPLETED",
      revision: 4,
      statusChangedAt: now + 2,
      at: now + 2,
      session: secrets.connectorSession,
      pending: { question: { kind: "TWO_FACTOR_CHOICE", methodIds: [secrets.method] }, until: now + 60_000 },
      shown: {},
      identified: true,
      data: { INSURANCE: [car], WEALTH: [pension] },
      documents
    }
  ])
})

layer(Database.stores)("the files of the database", (it) => {
  it.effect("hold nothing personal in clear, from the start of a collection until its data is erased", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const sql = yield* SqlClient.SqlClient
      yield* (yield* ClientStore).addClient({ id: clientId, name: "One", environment: "test" })
      for (const stage of [accept, ask, answer, end]) {
        yield* stage
        yield* expectNothing
        // Out of the log and into the file: both are looked at.
        yield* sql`PRAGMA wal_checkpoint(TRUNCATE)`
        yield* expectNothing
      }
      assert.deepStrictEqual(yield* store.insuranceData(withPassword), Option.some([car]))
      assert.strictEqual(yield* store.expireData(now + 3), 1)
      yield* expectNothing
    })
  )

  it.effect("hold no order, session or input at all once a collection has ended", () =>
    Effect.gen(function* () {
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
      const work = Option.getOrThrow(yield* (yield* CollectionStore).work(withNumber))
      assert.deepStrictEqual(work.order, personal)
    })
  )
})

layer(Database.stores)("a search of the files", (it) => {
  it.effect.each(Object.values(secrets))("would find it: %s", (secret) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE IF NOT EXISTS leak (value TEXT NOT NULL)`
      const forms = [secret, JSON.stringify({ secret }), Buffer.from(`x${secret}`).toString("base64")]
      for (const form of forms) {
        assert.isFalse(RawFiles.holds(yield* RawFiles.read, secret))
        yield* sql`INSERT INTO leak ${sql.insert({ value: form })}`
        assert.isTrue(RawFiles.holds(yield* RawFiles.read, secret))
        yield* sql`DELETE FROM leak`
        yield* sql`PRAGMA wal_checkpoint(TRUNCATE)`
      }
    })
  )
})
