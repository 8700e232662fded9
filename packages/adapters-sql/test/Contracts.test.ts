/** The contract suites on SQLite. */
import {
  apiKeysContract,
  certificateStoreContract,
  changeSignalsContract,
  clientStoreContract,
  collectionStoreContract,
  consentStoreContract,
  recordIdsContract,
  requestKeyStoreContract,
  signingKeyStoreContract,
  userStoreContract
} from "@sheaf/ports/testing"
import { RecordIds } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import * as Database from "./Database.ts"

apiKeysContract("keyed hashes with clients on SQLite", Layer.provideMerge(Database.apiKeys, Database.stores))
clientStoreContract("SQLite", Database.stores)
changeSignalsContract("one process", Database.stores)
collectionStoreContract("SQLite", Database.stores)
userStoreContract("SQLite", Database.stores)
consentStoreContract("SQLite", Database.stores)
requestKeyStoreContract("SQLite", Database.stores)
signingKeyStoreContract("SQLite", Database.stores)
certificateStoreContract("SQLite", Database.stores)
recordIdsContract(
  "SQLite",
  Layer.provideMerge(Database.recordIds, Database.stores),
  Effect.scoped(Effect.map(Layer.build(Layer.fresh(Database.recordIds)), Context.get(RecordIds)))
)
