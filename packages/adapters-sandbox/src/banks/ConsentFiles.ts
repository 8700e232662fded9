/** The simulated banks' store for consents. */
import { BankError } from "@sheaf/ports"
import { Context, Layer } from "effect"
import * as FileStore from "../FileStore.ts"
import { ConsentRecord } from "./ConsentRecord.ts"

export interface ConsentFilesOptions {
  /** The store creates the folder if necessary. */
  readonly folder: string
  /** The largest number of consents. */
  readonly capacity?: number
}

const defaultCapacity = 10_000

export class ConsentFiles extends Context.Service<ConsentFiles, FileStore.FileStore<ConsentRecord, BankError>>()(
  "@sheaf/adapters-sandbox/ConsentFiles"
) {}

/** Treats every file error as temporary. */
const failure = (reason: "FILE" | "CONTENT", cause: unknown) =>
  new BankError({ reason: reason === "FILE" ? "BANK_ERROR" : "BROKEN", cause })

export const layer = ({ capacity = defaultCapacity, folder }: ConsentFilesOptions): Layer.Layer<ConsentFiles> =>
  Layer.sync(ConsentFiles, () => FileStore.make({ capacity, folder, schema: ConsentRecord, failure }))
