/** Status objects contain exactly the members that clients need in each status (spec 2.4, 2.5). */
import { assert, describe, it } from "@effect/vitest"
import type { AnimatedQr, ConsentView, StatusObjectData } from "@sheaf/ports"
import * as Collections from "../../src/collections/Presenter.ts"
import * as Consents from "../../src/consents/Presenter.ts"

const createdAt = Date.parse("2026-04-01T12:00:00Z")
const created = { createdAt: "2026-04-01T12:00:00.000Z", statusChangedAt: "2026-04-01T12:00:01.000Z" }
const qr: AnimatedQr["Service"] = {
  text: ({ startSecret, startToken }, second) => `${startToken}.${startSecret}.${second}`,
  link: ({ linkEnd, linkStart }, second) => `${linkStart}${second}${linkEnd}`
}
const display = [{ _tag: "AnimatedCode", startToken: "token", startSecret: "secret", startedAt: createdAt }] as const
const deviceLink = {
  _tag: "DeviceLink",
  linkStart: "https://link?second=",
  linkEnd: "&lang=eng",
  signedStart: "",
  secret: "",
  startedAt: createdAt
} as const
const now = createdAt + 7_900

const collection: StatusObjectData = {
  collectionId: "collection-1",
  company: "se-nordhem",
  status: "WAITING_FOR_USER_ACTION",
  revision: 3,
  createdAt,
  statusChangedAt: createdAt + 1000,
  products: ["WEALTH"],
  shown: {}
}
const { revision, shown: _, ...identity } = collection
const body = { ...identity, ...created, id: "collection-1" }

describe("the status object of a collection", () => {
  it.each<[string, Partial<StatusObjectData>, object, object]>([
    ["waits for its user", {}, { pollingInterval: 2000 }, {}],
    ["has ended", { status: "COMPLETED" }, { status: "COMPLETED" }, { isFinal: true }],
    [
      "has references",
      { attributes: { EXTERNAL_REFERENCE: "case 7", BRANCH: "b" } },
      {
        sessionMetadata: { EXTERNAL_REFERENCE: "case 7", BRANCH: "b" },
        externalReference: "case 7",
        pollingInterval: 2000
      },
      {}
    ],
    [
      "shows information",
      { shown: { information: { REFERENCE_NUMBER: "77" } } },
      { extraInformation: { REFERENCE_NUMBER: "77" }, pollingInterval: 2000 },
      {}
    ],
    [
      "asks a question",
      { openQuestion: { inputId: "q-1", type: "TWO_FACTOR_CODE", until: createdAt + 180_000 } },
      {
        pendingInput: { inputId: "q-1", type: "TWO_FACTOR_CODE", expiresAt: "2026-04-01T12:03:00.000Z" },
        pollingInterval: 2000
      },
      {}
    ],
    [
      "shows an animated code beside information",
      { shown: { display, information: { REFERENCE_NUMBER: "77" } } },
      {
        extraInformation: { REFERENCE_NUMBER: "77", SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: "token.secret.7" },
        pollingInterval: 1000
      },
      { qrSecond: 7, qrUntil: createdAt + 8_000 }
    ],
    ...[
      [0, "company.1", { qrSecond: 0, qrUntil: now + 1_000 }],
      [1_000, "company.2", { qrSecond: 1, qrUntil: Infinity }],
      [60_000, "company.2", { qrSecond: 1, qrUntil: Infinity }]
    ].map(([since, QR_TEXT, more]): [string, Partial<StatusObjectData>, object, object] => [
      `shows the company's own codes ${since} milliseconds after the step`,
      {
        shown: {
          display: [
            {
              _tag: "CodeTexts",
              texts: [1, 2].map((number) => ({
                text: `company.${number}`,
                until: now - Number(since) + number * 1_000
              }))
            }
          ]
        }
      },
      { extraInformation: { QR_TEXT }, pollingInterval: 1000 },
      Object(more)
    ])
  ])("that %s", (_name, facts, members, more) => {
    const presented = Collections.presentStatus(qr, { ...collection, ...facts }, now)
    const all = { body: { ...body, ...members }, revision, isFinal: false, ...more }
    assert.deepStrictEqual<object>(presented, all)
  })
})

describe("the status object of a consent", () => {
  const consent: ConsentView = {
    clientId: "client-1",
    userId: "user-1",
    consentId: "consent-1",
    company: "se-fjallbanken",
    market: "se",
    status: "AWAITING_AUTHORIZATION",
    revision: 2,
    createdAt,
    statusChangedAt: createdAt,
    expiresAt: now,
    scope: { type: "PSD2_AIS", balances: true, transactions: true },
    shown: {}
  }

  it.each<[string, ConsentView["shown"], object | undefined, number | undefined]>([
    ["without instructions", {}, undefined, undefined],
    ["with the bank's page", { redirectUrl: "https://bank" }, { redirectUrl: "https://bank" }, undefined],
    ["with an animated code", { display }, { animatedQrData: "token.secret.7" }, 7],
    ["with a device link", { display: [deviceLink] }, { animatedQrData: "https://link?second=7&lang=eng" }, 7]
  ])("%s", (_name, shown, instructions, second) => {
    const presented = Consents.presentStatus(qr, { ...consent, shown }, now)
    assert.deepStrictEqual<unknown>(presented.body.authInstructions, instructions)
    assert.strictEqual(presented.qrSecond, second)
    assert.strictEqual("qrSecond" in presented, second !== undefined)
    assert.strictEqual(presented.qrUntil, second && createdAt + 8_000)
  })

  it.each([
    ["AUTHORIZED", false],
    ["REVOKED", true]
  ] as const)("%s is final: %s", (status, isFinal) => {
    assert.strictEqual(Consents.presentStatus(qr, { ...consent, status }, now).isFinal, isFinal)
  })
})
