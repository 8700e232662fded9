/** The simulated banks' store for consents. */
import { BankError } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
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

/** Opens the store, and rewrites the consents of earlier releases in the background. */
export const layer = ({ capacity = defaultCapacity, folder }: ConsentFilesOptions): Layer.Layer<ConsentFiles> =>
  Layer.effect(
    ConsentFiles,
    Effect.gen(function* () {
      const files = FileStore.make({ capacity, folder, schema: ConsentRecord, failure })
      const warn = Effect.logWarning("cannot rewrite the bank's consents from an earlier release")
      // The warning omits the cause, because it could quote a file.
      const renew = Effect.matchEffect(files.renew, {
        onSuccess: (unchanged) => (unchanged > 0 ? Effect.annotateLogs(warn, { unchanged }) : Effect.void),
        onFailure: () => warn
      })
      yield* Effect.forkScoped(renew)
      return files
    })
  )
