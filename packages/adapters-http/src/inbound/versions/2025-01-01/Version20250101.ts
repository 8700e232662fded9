/** Version 2025-01-01, in which the product is part of a collection's path. */
import { Contracts } from "@sheaf/http-contract"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as ConsentsHandlers from "../../handlers/ConsentsHandlers.ts"
import * as EventsHandlers from "../../handlers/EventsHandlers.ts"
import * as SharedHandlers from "../../handlers/SharedHandlers.ts"
import { stringLengthOf, readMember } from "../../limits/FileLength.ts"
import * as Version from "../Version.ts"
import * as ProductCollections from "./ProductCollections.ts"
import * as ProductCollectionsHandlers from "./ProductCollectionsHandlers.ts"
import { translation20250101 as rendering } from "./VersionTranslation20250101.ts"

const contract = Contracts.contracts["2025-01-01"]
const { api } = contract

const consents = HttpApiBuilder.group(api, "consents", (handlers) =>
  Effect.map(ConsentsHandlers.make(rendering.version, api.groups.consents.endpoints.status), ({ renew: _, ...all }) =>
    handlers.handleAll(all)
  )
)

const events = HttpApiBuilder.group(api, "events", (handlers) =>
  Effect.map(EventsHandlers.make("2025-01-01"), (all) => handlers.handleAll({ ...all }))
)

const handlers = Layer.mergeAll(SharedHandlers.layer("2025-01-01"), ProductCollectionsHandlers.layer, consents, events)

const fileLength = (body: unknown): number => stringLengthOf(readMember(readMember(body, "input"), "PDF_CONTENT"))

const finds = {
  insuranceCollections: ProductCollections.coversProduct("INSURANCE"),
  wealthCollections: ProductCollections.coversProduct("WEALTH")
}

export const version20250101 = Version.make(contract, handlers, finds, fileLength)
