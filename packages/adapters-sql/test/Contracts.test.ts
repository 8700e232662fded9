/** The stores on SQLite, under the contracts of their ports. */
import {
  certificateStoreContract,
  clientStoreContract,
  collectionStoreContract,
  consentStoreContract,
  signingKeyStoreContract,
  userStoreContract
} from "@sheaf/ports/testing"
import * as Database from "./Database.ts"

clientStoreContract("SQLite", Database.stores)
collectionStoreContract("SQLite", Database.stores)
userStoreContract("SQLite", Database.stores)
consentStoreContract("SQLite", Database.stores)
signingKeyStoreContract("SQLite", Database.stores)
certificateStoreContract("SQLite", Database.stores)
