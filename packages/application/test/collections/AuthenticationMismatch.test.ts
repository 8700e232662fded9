/**
 * The four rules of spec 3.2: Sheaf collects data only for the person who authenticated, even if a connector is faulty.
 */
import { assert, describe } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { CollectionStore } from "@sheaf/ports"
import type { AuthenticatedPersonalNumbers, Step } from "@sheaf/ports"
import { CollectionSample } from "@sheaf/ports/testing"
import { Option } from "effect"
import * as Company from "./ScriptedCompany.ts"
import * as World from "./World.ts"

const requested = "198112189876"
const other = "199001012385"

const byElectronicId: StartCollection = {
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE",
  parameters: [{ type: "SWEDISH_EID", personalNumber: requested }]
}

const known =
  (step: (session: string) => Step, authenticated: AuthenticatedPersonalNumbers) =>
  (session: string): Step => ({ ...step(session), authenticated })

const signing = Company.poll("WAITING_FOR_USER_ACTION")
const collecting = Company.poll("COLLECTING")
const completed = Company.end("COMPLETED", Company.noData)
const withData = Company.end("COMPLETED", { ...Company.noData, wealth: [CollectionSample.pensionRecord] })

type Row = readonly [name: string, status: Step["status"], ...steps: ReadonlyArray<(session: string) => Step>]

const mismatch = "AUTHENTICATION_MISMATCH"
const empty = "COMPLETED_EMPTY"
const fromCompany = (number: string) => known(collecting, { fromCompany: number })
const fromDevice = (number: string) => known(collecting, { fromDevice: number })
const overruling = known(collecting, { fromElectronicId: requested, fromCompany: other })

const rows: Readonly<Record<string, ReadonlyArray<Row>>> = {
  "a personal number from the electronic ID": [
    ["ends the collection if it differs", mismatch, signing, known(collecting, { fromElectronicId: other })],
    ["is not overruled by the company", empty, signing, overruling, known(completed, { fromCompany: other })]
  ],
  "a personal number from the company": [
    ["ends the collection if it differs", mismatch, fromCompany(other)],
    ["discards the data if it differs", mismatch, collecting, known(withData, { fromCompany: "19900101-2385" })]
  ],
  "a personal number from the client's device": [
    ["ends the collection if it differs", mismatch, signing, fromDevice(other)],
    [
      "does not replace the company's number",
      mismatch,
      signing,
      fromDevice(requested),
      known(withData, { fromCompany: other })
    ],
    ["is accepted if it matches", empty, signing, fromDevice(requested), completed]
  ],
  "a missing personal number": [
    ["cannot be verified, and the collection continues", empty, signing, collecting, completed]
  ]
}

for (const [source, ofSource] of Object.entries(rows)) {
  describe(source, () => {
    for (const [name, status, ...steps] of ofSource) {
      World.test(name, function* (company) {
        company.script = Company.steps(Company.poll("LOGIN"), ...steps)
        const id = yield* World.start(byElectronicId)
        const { extraInformation } = yield* World.untilStatus(id, status)
        const isMismatch = status === mismatch
        assert.strictEqual(extraInformation?.FAILURE_REASON?.code, isMismatch ? status : undefined)
        assert.notInclude(JSON.stringify(extraInformation ?? {}), other)
        const store = yield* CollectionStore
        assert.isFalse(Option.exists(yield* store.wealthData(id), (records) => records.length > 0))
        yield* World.runPendingWork(20)
        const isOpen = isMismatch && steps.every((step) => step("")._tag !== "End")
        assert.lengthOf(company.cancelled, isOpen ? 1 : 0, "the session is canceled")
      })
    }
  })
}

describe("the proof from the electronic ID", () => {
  const proof = { signature: "c2lnbmF0dXJl", ocspResponse: "b2NzcA==" }
  for (const [name, number, status] of [
    ["is kept with the collection", requested, empty],
    ["is not kept if it is somebody else's", other, mismatch]
  ] as const) {
    World.test(name, function* (company) {
      const proved = known(collecting, { fromElectronicId: number, proof })
      company.script = Company.steps(Company.poll("LOGIN"), signing, proved, collecting, completed)
      const id = yield* World.start(byElectronicId)
      yield* World.untilStatus(id, status)
      const kept = status === empty ? Option.some(proof) : Option.none()
      assert.deepStrictEqual(yield* (yield* CollectionStore).proof(id), kept)
    })
  }
})

const error = "AUTHENTICATION_ERROR"
const isConfirmed = known(withData, { fromCompany: "811218-9876" })
const isIdentified = known(collecting, { fromElectronicId: requested })

describe("a company that requires a verified person", () => {
  const strictly: ReadonlyArray<Row> = [
    ["rejects an outcome without a person", error, collecting, withData],
    ["rejects an empty outcome without a person", error, collecting, completed],
    ["rejects the device's number", error, fromDevice(requested), withData],
    ["accepts the electronic ID's number in any step", "COMPLETED", isIdentified, withData],
    ["accepts the company's number in the last step", "COMPLETED", collecting, isConfirmed]
  ]
  for (const [name, status, ...steps] of strictly) {
    World.test(name, function* (company) {
      company.script = Company.steps(Company.poll("LOGIN"), ...steps)
      yield* World.untilStatus(yield* World.start({ ...byElectronicId, company: Company.verifyingCompany }), status)
    })
  }

  World.test("accepts a login that names no person", function* (company) {
    company.script = Company.steps(Company.poll("LOGIN"), collecting, withData)
    const login = { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" } as const
    const request = { loginMethod: "USERNAME_AND_PASSWORD", parameters: [login] } as const
    yield* World.untilStatus(yield* World.start({ ...request, company: Company.verifyingCompany }), "COMPLETED")
  })
})
