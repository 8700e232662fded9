/** The stores on SQLite, under the contracts of their ports. */
import { clientStoreContract, collectionStoreContract } from "@sheaf/ports/testing"
import * as Database from "./Database.ts"

clientStoreContract("SQLite", Database.stores)
collectionStoreContract("SQLite", Database.stores)
