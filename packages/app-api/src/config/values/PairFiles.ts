/** A certificate and its key, each in a PEM file. */
import type { OutboundTls } from "@sheaf/adapters-mtls"
import { Effect, Redacted } from "effect"
import type { FileSystem, Path } from "effect"
import type { OperatorError } from "../../operator/OperatorError.ts"
import * as Faults from "./Faults.ts"
import * as TextFile from "./TextFile.ts"

export interface PairFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** The content of both files. */
type Pair = NonNullable<OutboundTls.OutboundTlsOptions["identity"]>

/** Reads both files. Errors name the settings `name.certFile` and `name.keyFile`. */
export const read = (
  name: string,
  { certFile, keyFile }: PairFiles
): Effect.Effect<Pair, OperatorError, FileSystem.FileSystem | Path.Path> =>
  Effect.map(
    Faults.both(TextFile.read(`${name}.certFile`, certFile), TextFile.readSecret(`${name}.keyFile`, keyFile)),
    ([certificate, key]) => ({ certificate, key: Redacted.make(key) })
  )
