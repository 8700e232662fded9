/** Describes the newest version, for which all handlers are written. */
import { head } from "@sheaf/domain/ApiVersion"
import { CollectedDataGroup, CollectionsGroup, ConsentsGroup, Contracts } from "@sheaf/http-contract"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as CollectionsHandlers from "./handlers/CollectionsHandlers.ts"
import * as ConsentsHandlers from "./handlers/ConsentsHandlers.ts"
import * as EventsHandlers from "./handlers/EventsHandlers.ts"
import * as SharedHandlers from "./handlers/SharedHandlers.ts"
import * as VersionTranslation from "./versions/VersionTranslation.ts"
import * as Version from "./versions/Version.ts"

const contract = Contracts.contracts[head]

const operations = CollectionsHandlers.make(VersionTranslation.headTranslation)

const collections = HttpApiBuilder.group(contract.api, "collections", (handlers) =>
  Effect.map(operations, ({ confirm, erase, list, listOfUser, read, start, status, supplementInfo }) =>
    handlers.handleAll({
      start,
      list,
      listOfUser,
      read,
      status: status(CollectionsGroup.endpoints.status),
      supplementInfo,
      confirm,
      erase
    })
  )
)

const collectedData = HttpApiBuilder.group(contract.api, "collectedData", (handlers) =>
  Effect.map(operations, ({ dataJson, document, transactions }) =>
    handlers.handleAll({
      insuranceData: dataJson("INSURANCE", CollectedDataGroup.endpoints.insuranceData),
      wealthData: dataJson("WEALTH", CollectedDataGroup.endpoints.wealthData),
      insuranceDocument: document("INSURANCE"),
      wealthDocument: document("WEALTH"),
      transactions
    })
  )
)

const consents = HttpApiBuilder.group(contract.api, "consents", (handlers) =>
  Effect.map(ConsentsHandlers.make(head, ConsentsGroup.endpoints.status), (all) => handlers.handleAll({ ...all }))
)

const events = HttpApiBuilder.group(contract.api, "events", (handlers) =>
  Effect.map(EventsHandlers.make(head), (all) => handlers.handleAll({ ...all }))
)

const handlers = Layer.mergeAll(SharedHandlers.layer(head), collections, collectedData, consents, events)

export const headVersion = Version.make(contract, handlers, { collections: "EVERY" })
