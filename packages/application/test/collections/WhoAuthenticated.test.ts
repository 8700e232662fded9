/** The person who authenticated is the one to collect for: the four rules of spec 3.2, whatever a connector makes of them. */
import { assert, describe } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { CollectionStore } from "@sheaf/ports"
import type { AuthenticatedNumbers, Step } from "@sheaf/ports"
import { Option } from "effect"
import * as World from "./World.ts"

const pension: WealthRecord = {
  type: "OCCUPATIONAL_PENSION",
  id: "1",
  company: "se-nordhem",
  companyDisplayName: "Nordhem"
}

const requested = "198112189876"
const other = "199001012385"

const byElectronicId: StartCollection = {
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE",
  parameters: [{ type: "SWEDISH_EID", personalNumber: requested }]
}

const known =
  (step: (session: string) => Step, authenticated: AuthenticatedNumbers) =>
  (session: string): Step => ({ ...step(session), authenticated })

const signing = World.poll("WAITING_FOR_USER_ACTION")
const collecting = World.poll("COLLECTING")
const completed = World.end("COMPLETED", World.nothing)
const withData = World.end("COMPLETED", { ...World.nothing, wealth: [pension] })

type Row = readonly [name: string, status: Step["status"], ...steps: ReadonlyArray<(session: string) => Step>]

const rows: Readonly<Record<string, ReadonlyArray<Row>>> = {
  "a personal number that the electronic ID tells": [
    [
      "is verified there: another one ends the collection",
      "AUTHENTICATION_MISMATCH",
      signing,
      known(collecting, { fromElectronicId: other })
    ],
    [
      "is not overruled by the company, at once or later",
      "COMPLETED_EMPTY",
      signing,
      known(collecting, { fromElectronicId: requested, fromCompany: other }),
      known(completed, { fromCompany: other })
    ]
  ],
  "a personal number that only the company tells": [
    [
      "is compared: another one ends the collection",
      "AUTHENTICATION_MISMATCH",
      known(collecting, { fromCompany: other })
    ],
    [
      "is compared also when it comes with the data, of which then none is kept",
      "AUTHENTICATION_MISMATCH",
      collecting,
      known(withData, { fromCompany: "19900101-2385" })
    ],
    [
      "lets the collection go on when it is the same, in whatever form",
      "COMPLETED_EMPTY",
      known(collecting, { fromCompany: "811218-9876" }),
      completed
    ],
    ["tells nothing when it is masked", "COMPLETED_EMPTY", known(collecting, { fromCompany: "811218-XXXX" }), completed]
  ],
  "a personal number that comes from the client's own device": [
    [
      "ends the collection when it is another",
      "AUTHENTICATION_MISMATCH",
      signing,
      known(collecting, { fromDevice: other })
    ],
    [
      "proves nothing: the company's is compared all the same",
      "AUTHENTICATION_MISMATCH",
      signing,
      known(collecting, { fromDevice: requested }),
      known(withData, { fromCompany: other })
    ],
    [
      "lets the collection go on when nobody says otherwise",
      "COMPLETED_EMPTY",
      signing,
      known(collecting, { fromDevice: requested }),
      completed
    ]
  ],
  "a personal number that nobody tells": [
    ["cannot be verified, and the collection goes on", "COMPLETED_EMPTY", signing, collecting, completed]
  ]
}

for (const [source, ofSource] of Object.entries(rows)) {
  describe(source, () => {
    for (const [name, status, ...steps] of ofSource) {
      World.test(name, function* (company) {
        company.script = World.steps(World.poll("LOGIN"), ...steps)
        const id = yield* World.start(byElectronicId)
        const { extraInformation } = yield* World.until(id, status)
        const isMismatch = status === "AUTHENTICATION_MISMATCH"
        assert.strictEqual(extraInformation?.FAILURE_REASON?.code, isMismatch ? status : undefined)
        assert.notInclude(JSON.stringify(extraInformation ?? {}), other)
        const store = yield* CollectionStore
        assert.isFalse(Option.exists(yield* store.wealthData(id), (records) => records.length > 0))
        yield* World.turns(20)
        const isOpen = isMismatch && steps.every((step) => step("")._tag !== "End")
        assert.lengthOf(company.cancelled, isOpen ? 1 : 0, "the company learns that nobody goes on")
      })
    }
  })
}
