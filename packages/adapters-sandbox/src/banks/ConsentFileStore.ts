/** Stores the consents of the simulated banks. */
import { BankError } from "@sheaf/ports"
import { Context, Layer } from "effect"
import * as FileStore from "../storage/FileStore.ts"
import { ConsentRecord } from "./ConsentRecord.ts"

export interface ConsentFileStoreOptions {
  /** Created if necessary. */
  readonly folder: string
  readonly capacity?: number
}

const defaultCapacity = 10_000

export class ConsentFileStore extends Context.Service<
  ConsentFileStore,
  FileStore.FileStore<ConsentRecord, BankError>
>()("@sheaf/adapters-sandbox/ConsentFileStore") {}

/** Treats every file error as temporary. */
const failure = (reason: "FILE" | "CONTENT", cause: unknown) =>
  new BankError({ reason: reason === "FILE" ? "BANK_ERROR" : "BROKEN", cause })

export const layer = ({ capacity = defaultCapacity, folder }: ConsentFileStoreOptions): Layer.Layer<ConsentFileStore> =>
  Layer.effect(ConsentFileStore, FileStore.make({ capacity, folder, schema: ConsentRecord, failure }))
