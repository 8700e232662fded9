/** What every {@link CollectionStore} does. Its parts are beside it, one for each side of the port. */
import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { ClientStore } from "../../users/ApiKeys.ts"
import type { CollectionStore } from "../../collections/CollectionStore.ts"
import type { ConsentStore } from "../../consents/ConsentStore.ts"
import type { UserStore } from "../../users/UserStore.ts"
import { accepting } from "./Accepting.ts"
import { advancing } from "./Advancing.ts"
import { belonging } from "./Belonging.ts"
import { collecting } from "./Collecting.ts"
import { erasing } from "./Erasing.ts"
import { erasingOnDemand } from "./ErasingOnDemand.ts"
import { expiring } from "./Expiring.ts"
import { listing } from "./Listing.ts"
import { recovering } from "./Recovering.ts"
import { supplying } from "./Supplying.ts"
import { underConsent } from "./UnderConsent.ts"

/**
 * Checks an adapter, with the stores of the clients and users whom collections belong to, and of the consents that they are
 * collected under. The suite shares one store.
 */
export const collectionStoreContract = <E>(
  name: string,
  adapter: Layer.Layer<CollectionStore | ClientStore | ConsentStore | UserStore, E>
) =>
  layer(adapter)(`the collection store contract: ${name}`, (it) => {
    describe("what was accepted", () => {
      accepting(it)
    })
    describe("in the name of a user", () => {
      belonging(it)
    })
    describe("a list", () => {
      listing(it)
    })
    describe("a step", () => {
      advancing(it)
    })
    describe("an answer", () => {
      supplying(it)
    })
    describe("expiring a timeout", () => {
      expiring(it)
    })
    describe("what was collected", () => {
      collecting(it)
    })
    describe("what was read under a consent", () => {
      underConsent(it)
    })
    describe("recovery", () => {
      recovering(it)
    })
    describe("erasure", () => {
      erasing(it)
    })
    describe("erasure on demand", () => {
      erasingOnDemand(it)
    })
  })
