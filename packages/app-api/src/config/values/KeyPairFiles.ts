/** Reads a certificate and its key from two PEM files. */
import type { OutboundTls } from "@sheaf/adapters-mtls"
import { Effect, Redacted } from "effect"
import type { FileSystem, Path } from "effect"
import type { OperatorError } from "../../errors/OperatorError.ts"
import * as SettingErrors from "./SettingErrors.ts"
import * as TextFile from "./TextFile.ts"

export interface KeyPairFiles {
  readonly certFile: string
  readonly keyFile: string
}

type Pair = NonNullable<OutboundTls.OutboundTlsOptions["identity"]>

/** Errors refer to the settings `name.certFile` and `name.keyFile`. */
export const read = (
  name: string,
  { certFile, keyFile }: KeyPairFiles
): Effect.Effect<Pair, OperatorError, FileSystem.FileSystem | Path.Path> =>
  Effect.map(
    SettingErrors.validateBoth(
      TextFile.read(`${name}.certFile`, certFile),
      TextFile.readSecret(`${name}.keyFile`, keyFile)
    ),
    ([certificate, key]) => ({ certificate, key: Redacted.make(key) })
  )
