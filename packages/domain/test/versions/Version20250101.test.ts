/** Version 2025-01-01: the laws for its codecs, and the mappings in spec 2.2, 2.5, 2.8 and 3.1. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { StatusObject } from "../../src/collections/Collection.ts"
import { CollectionStatus } from "../../src/collections/CollectionStatus.ts"
import { marketOf } from "../../src/companies/Company.ts"
import * as AnyStatus from "../../src/versions/AnyStatus.ts"
import * as CollectionRequests from "../../src/testing/CollectionRequests.ts"
import * as ExtendStatusObject from "../../src/versions/2025-01-01/ExtendStatusObject.ts"
import * as PostContactForm from "../../src/versions/2025-01-01/PostContactForm.ts"
import * as SplitFees from "../../src/versions/2025-01-01/records/SplitFees.ts"
import * as AddConsentTypes from "../../src/versions/2025-01-01/AddConsentTypes.ts"
import * as Version from "../../src/versions/2025-01-01/Version.ts"
import { CollectionInput } from "../../src/collections/SupplementInfo.ts"
import { Psd2AisConsent, StoredConsent } from "../../src/collections/Parameter.ts"
import { Fees } from "../../src/records/wealth/Fees.ts"
import { codecLaws } from "./CodecLaws.ts"
import * as VersionCodecs from "./VersionCodecs.ts"

codecLaws("A start between 2025-01-01 and the head", VersionCodecs.startCollection)

codecLaws("A valid start", { ...VersionCodecs.startCollection, heads: CollectionRequests.startCollectionRequest })

codecLaws("A consent between 2025-01-01 and the head", {
  codec: AddConsentTypes.Consent20250101,
  inexpressibleInOldVersion: AddConsentTypes.codecLosses,
  head: Schema.Union([StoredConsent, Psd2AisConsent]),
  old: Schema.Union([AddConsentTypes.StoredConsentEntry, AddConsentTypes.NewConsentEntry])
})

codecLaws("A status object between 2025-01-01 and the head", VersionCodecs.statusObject)

codecLaws("Contact-form input between 2025-01-01 and the head", {
  codec: Version.ContactFormInput20250101,
  head: CollectionInput,
  old: PostContactForm.ContactForm,
  inexpressibleInOldVersion: PostContactForm.codecLosses
})

codecLaws("Fees between 2025-01-01 and the head", {
  codec: SplitFees.Fees20250101,
  head: Schema.UndefinedOr(Fees),
  old: SplitFees.FlattenedFees,
  oldCodecLosses: SplitFees.codecLosses
})

codecLaws("Insurance records between 2025-01-01 and the head", VersionCodecs.insuranceRecords)

codecLaws("Wealth records between 2025-01-01 and the head", VersionCodecs.wealthRecords)

describe("Stored records in 2025-01-01", () => {
  const { insuranceRecords, wealthRecords } = VersionCodecs
  const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

  it.effect.prop(
    "are shown as their codecs encode them",
    { insurance: insuranceRecords.head, wealth: wealthRecords.head },
    ({ insurance, wealth }) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(
          asJson(Version.showInsurance20250101(insurance)),
          asJson(yield* Schema.encodeEffect(insuranceRecords.codec)(insurance))
        )
        assert.deepStrictEqual(
          asJson(Version.showWealth20250101(wealth)),
          asJson(yield* Schema.encodeEffect(wealthRecords.codec)(wealth))
        )
      })
  )
})

const object: StatusObject = {
  collectionId: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10",
  id: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10",
  company: "se-nordhem",
  products: ["INSURANCE"],
  status: "COLLECTING",
  createdAt: "2026-04-01T09:30:00.000Z",
  statusChangedAt: "2026-04-01T09:31:00.000Z",
  pollingInterval: 3000,
  pendingInput: { inputId: "q-3", type: "TWO_FACTOR_CODE", expiresAt: "2026-04-01T09:34:00.000Z" },
  externalReference: "r-3",
  sessionMetadata: { EXTERNAL_REFERENCE: "r-3", BRANCH: "b-7" }
}

describe("A status object of 2025-01-01", () => {
  const write = Schema.encodeEffect(Version.StatusObject20250101)

  it("has the members that it always had and those added since, and declares the others as losses", () => {
    assert.sameMembers(Object.keys(ExtendStatusObject.CommonStatusObject.fields), [
      "id",
      "company",
      "status",
      "extraInformation",
      "test",
      "pollingInterval",
      "userId",
      "connectSessionId",
      "clientReference",
      "warnings"
    ])
    assert.sameMembers(Object.keys(StatusObject.fields), [
      ...Object.keys(ExtendStatusObject.CommonStatusObject.fields),
      ...ExtendStatusObject.newMembers
    ])
    assert.include(ExtendStatusObject.change.losses.join(), ExtendStatusObject.newMembers.join(", "))
  })

  it.effect.prop(
    "has the status that this version shows in the company's market",
    {
      status: CollectionStatus,
      company: Schema.Literals(["se-nordhem", "ee-kalju", "lt-gin", "lv-dzin", "fr-riv", "no-f"])
    },
    ({ company, status }) =>
      Effect.gen(function* () {
        const written = yield* write({ ...object, company, status })
        const audience = { version: "2025-01-01", market: marketOf(company) } as const
        assert.strictEqual(written.status, AnyStatus.project(status, audience))
      }),
    { arbitrary: { runs: 400 } }
  )

  it.effect("has REJECTED_INCORRECT_LOGIN_METHOD only in Baltic markets", () =>
    Effect.gen(function* () {
      const old = { id: object.id, status: "REJECTED_INCORRECT_LOGIN_METHOD" }
      const read = Schema.decodeUnknownEffect(Version.StatusObject20250101)
      const error = yield* Effect.flip(read({ ...old, company: "se-nordhem" }))
      assert.include(String(error), "a status that is used in the company's market")
      assert.include(String(error), 'at ["status"]')
      assert.strictEqual((yield* read({ ...old, company: "lv-dzintars" })).status, "LOGIN_METHOD_NOT_APPLICABLE")
    })
  )
})

describe("The contact form of 2025-01-01", () => {
  it.effect("becomes a collection input", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* Schema.decodeEffect(Version.ContactFormInput20250101)({
          email: "mari@example.com",
          phoneNumber: "37251234567"
        }),
        { type: "COLLECTION_INPUT", inputs: { EMAIL: "mari@example.com", MOBILE_PHONE_NUMBER: "37251234567" } }
      )
    })
  )

  it("translates pointers of the head", () => {
    assert.strictEqual(PostContactForm.toOldPointer("/inputs/EMAIL"), "/email")
    assert.strictEqual(PostContactForm.toOldPointer("/inputs/MOBILE_PHONE_NUMBER"), "/phoneNumber")
    assert.strictEqual(PostContactForm.toOldPointer("/inputs/ACCOUNT_OWNER_NAME"), "")
    assert.strictEqual(PostContactForm.toOldPointer("/type"), "")
  })
})
