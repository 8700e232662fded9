/** The store that other packages' tests stand on is held to the contract too. */
import { ClientStoreMemory, clientStoreContract } from "@sheaf/ports/testing"

clientStoreContract("memory", ClientStoreMemory.layer)
