/** What every {@link CollectionStore} does. Its parts are beside it, one for each side of the port. */
import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { ClientStore } from "../ApiKeys.ts"
import type { CollectionStore } from "../CollectionStore.ts"
import type { ConsentStore } from "../ConsentStore.ts"
import type { UserStore } from "../UserStore.ts"
import { accepting } from "./collectionStore/Accepting.ts"
import { advancing } from "./collectionStore/Advancing.ts"
import { belonging } from "./collectionStore/Belonging.ts"
import { collecting } from "./collectionStore/Collecting.ts"
import { erasing } from "./collectionStore/Erasing.ts"
import { erasingOnDemand } from "./collectionStore/ErasingOnDemand.ts"
import { expiring } from "./collectionStore/Expiring.ts"
import { listing } from "./collectionStore/Listing.ts"
import { recovering } from "./collectionStore/Recovering.ts"
import { supplying } from "./collectionStore/Supplying.ts"
import { underConsent } from "./collectionStore/UnderConsent.ts"

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
