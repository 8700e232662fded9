/** Runs the contract suites on the in-memory stores that other packages' tests use. */
import {
  CertificateStoreMemory,
  certificateStoreContract,
  ClientStoreMemory,
  clientStoreContract,
  ConsentStoreMemory,
  consentStoreContract,
  SigningKeyStoreMemory,
  signingKeyStoreContract,
  UserStoreMemory,
  userStoreContract
} from "@sheaf/ports/testing"
import { Layer } from "effect"

const users = Layer.mergeAll(UserStoreMemory.layer, ClientStoreMemory.layer)

clientStoreContract("memory", ClientStoreMemory.layer)
userStoreContract("memory", users)
consentStoreContract("memory", Layer.provideMerge(ConsentStoreMemory.layer, users))
signingKeyStoreContract("memory", SigningKeyStoreMemory.layer)
certificateStoreContract("memory", Layer.provideMerge(CertificateStoreMemory.layer, ClientStoreMemory.layer))
