/** The recorded consents that have ended or remain valid. */
import { Catalog } from "@sheaf/adapters-http/testing"
import type { RecordedData } from "@sheaf/app-api/testing"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import * as ConsentPlan from "./ConsentPlan.ts"
import * as Consents from "./Consents.ts"

interface Settled {
  readonly consents: ReadonlyArray<RecordedData.OpenConsent>
  readonly ids: ReadonlyArray<string>
  readonly collections: ReadonlyArray<string>
}

/** The consents of `ada`. Collections run under the consents that remain valid. */
export const settleAll = async (place: Consents.Place, scenarios: ReadonlyArray<ConsentScenario>): Promise<Settled> => {
  const settled = await Promise.all(
    ConsentPlan.settled.map(async (name) => {
      const scenario = Catalog.named(scenarios, name)
      const { company } = scenario
      const consentId = await Consents.settle(place, "ada", scenario)
      if (scenario.finalStatus !== "AUTHORIZED") return { consentId }
      const collection = await Consents.collect(place, "ada", company, consentId)
      const consent: RecordedData.OpenConsent = {
        name,
        consentId,
        by: "ada",
        company,
        status: "AUTHORIZED",
        step: { type: "READ", twin: collection.id },
        finalStatus: "AUTHORIZED"
      }
      return { consentId, consent, collection: collection.id }
    })
  )
  return {
    consents: settled.flatMap(({ consent }) => (consent === undefined ? [] : [consent])),
    ids: settled.map(({ consentId }) => consentId),
    collections: settled.flatMap(({ collection }) => (collection === undefined ? [] : [collection]))
  }
}
