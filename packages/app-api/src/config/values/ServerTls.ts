/** Reads the TLS files for a server that Sheaf calls. */
import { OutboundTls } from "@sheaf/adapters-mtls"
import { Effect } from "effect"
import { failWith } from "../../errors/OperatorError.ts"
import type { TlsFiles } from "./ConfiguredServer.ts"
import * as SettingErrors from "./SettingErrors.ts"
import * as KeyPairFiles from "./KeyPairFiles.ts"
import * as TextFile from "./TextFile.ts"

export const read = Effect.fnUntraced(function* (entry: string, { caFile, certFile, keyFile }: TlsFiles) {
  const name = `SHEAF_CONFIG: ${entry}`
  if (caFile === undefined && certFile === undefined) return {}
  const [ca, identity] = yield* SettingErrors.validateBoth(
    caFile === undefined ? Effect.undefined : TextFile.read(`${name}.caFile`, caFile),
    certFile === undefined || keyFile === undefined ? Effect.undefined : KeyPairFiles.read(name, { certFile, keyFile })
  )
  const options: OutboundTls.OutboundTlsOptions = {
    ...(ca !== undefined && { ca }),
    ...(identity !== undefined && { identity })
  }
  const tls = yield* Effect.fromResult(OutboundTls.make(options)).pipe(
    Effect.catchTag("OutboundTlsError", ({ message }) => failWith(`SHEAF_CONFIG: ${entry}.${message}`))
  )
  return { tls }
})
