/** The contract of {@link ConsentStore}. Each part has its own module. */
import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import { abandoning } from "./Abandoning.ts"
import { accepting } from "./Accepting.ts"
import { advancing } from "./Advancing.ts"
import { counting } from "./Counting.ts"
import { erasing } from "./Erasing.ts"
import { listing } from "./Listing.ts"
import { living } from "./Living.ts"
import { ofPerson } from "./OfPerson.ts"
import { recovering } from "./Recovering.ts"
import { returning } from "./Returning.ts"
import type { Stores } from "../samples/ConsentSample.ts"

const parts = {
  acceptance: accepting,
  "a list": listing,
  "a change": advancing,
  "a lifecycle": living,
  "a return": returning,
  "a reading without the person": counting,
  "the consents of one person": ofPerson,
  recovery: recovering,
  abandonment: abandoning,
  erasure: erasing
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
