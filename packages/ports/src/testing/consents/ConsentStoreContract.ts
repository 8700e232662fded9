/** The contract of `ConsentStore`. Each part has its own module. */
import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import { abandonment } from "./Abandonment.ts"
import { acceptance } from "./Acceptance.ts"
import { changes } from "./Changes.ts"
import { unattendedReadings } from "./UnattendedReadings.ts"
import { erasure } from "./Erasure.ts"
import { lists } from "./Lists.ts"
import { lifecycleModel } from "./LifecycleModel.ts"
import { samePersonConsents } from "./SamePersonConsents.ts"
import { recovery } from "./Recovery.ts"
import { bankReturns } from "./BankReturns.ts"
import type { Stores } from "../samples/ConsentSample.ts"

const parts = {
  acceptance: acceptance,
  "a list": lists,
  "a change": changes,
  "a lifecycle": lifecycleModel,
  "a return": bankReturns,
  "a reading without the person": unattendedReadings,
  "the consents of one person": samePersonConsents,
  recovery: recovery,
  abandonment: abandonment,
  erasure: erasure
}

/** Checks an adapter together with the stores of clients and users. */
export const consentStoreContract = <E>(name: string, adapter: Layer.Layer<Stores, E>) =>
  layer(adapter)(`the consent store contract: ${name}`, (it) => {
    for (const [part, register] of Object.entries(parts)) {
      describe(part, () => {
        register(it)
      })
    }
  })
