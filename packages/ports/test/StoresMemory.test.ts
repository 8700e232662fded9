/** Runs the contract suites on the in-memory stores, which other packages use in tests. */
import {
  CertificateStoreMemory,
  certificateStoreContract,
  ClientStoreMemory,
  clientStoreContract,
  SigningKeyStoreMemory,
  signingKeyStoreContract,
  UserStoreMemory,
  userStoreContract
} from "@sheaf/ports/testing"
import { Layer } from "effect"

clientStoreContract("memory", ClientStoreMemory.layer)
userStoreContract("memory", Layer.mergeAll(UserStoreMemory.layer, ClientStoreMemory.layer))
signingKeyStoreContract("memory", SigningKeyStoreMemory.layer)
certificateStoreContract("memory", Layer.provideMerge(CertificateStoreMemory.layer, ClientStoreMemory.layer))
