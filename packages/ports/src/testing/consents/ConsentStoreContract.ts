/** What every {@link ConsentStore} does. Its parts are beside it, one for each side of the port. */
import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import { abandoning } from "./Abandoning.ts"
import { accepting } from "./Accepting.ts"
import { advancing } from "./Advancing.ts"
import { counting } from "./Counting.ts"
import { erasing } from "./Erasing.ts"
import { listing } from "./Listing.ts"
import { living } from "./Living.ts"
import { recovering } from "./Recovering.ts"
import { returning } from "./Returning.ts"
import type { Stores } from "./Sample.ts"

/** Checks an adapter, with the stores of the clients and users whom consents belong to. The suite shares one store. */
export const consentStoreContract = <E>(name: string, adapter: Layer.Layer<Stores, E>) =>
  layer(adapter)(`the consent store contract: ${name}`, (it) => {
    describe("what was accepted", () => {
      accepting(it)
    })
    describe("a list", () => {
      listing(it)
    })
    describe("a change", () => {
      advancing(it)
    })
    describe("the life of a consent", () => {
      living(it)
    })
    describe("a return", () => {
      returning(it)
    })
    describe("a reading without the person", () => {
      counting(it)
    })
    describe("recovery", () => {
      recovering(it)
    })
    describe("giving up", () => {
      abandoning(it)
    })
    describe("erasure", () => {
      erasing(it)
    })
  })
