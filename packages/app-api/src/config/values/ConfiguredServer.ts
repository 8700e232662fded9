/** The settings of a server that Sheaf calls: its URL and TLS files. */
import { OutboundTarget } from "@sheaf/adapters-http"
import { Result, Schema } from "effect"
import * as Setting from "./Setting.ts"

export const serverFields = {
  url: Schema.String,
  allowPrivateAddresses: Setting.flag(
    "Allows connections to this machine and to private networks, including over plain http.",
    false
  ),
  caFile: Setting.path("Certificate authorities to trust in addition to this machine's, as PEM."),
  certFile: Setting.path("Sheaf's client certificate, as PEM. Set it together with `keyFile`."),
  keyFile: Setting.path("The certificate's private key, as PEM.")
}

export const baseUrlSetting = (paths: string) =>
  Setting.of(Schema.String, `An https URL without credentials, query or fragment. Sheaf appends ${paths}.`)

/** The default timeout for a call to a connector or bank, in seconds. Some calls need a shorter timeout. */
export const defaultCallSeconds = 20

type Remote = Schema.Struct.Type<typeof serverFields>

export type TlsFiles = Pick<Remote, "caFile" | "certFile" | "keyFile">

export const keyPairIssues = ({ certFile, keyFile }: TlsFiles): ReadonlyArray<Schema.FilterIssue> =>
  (certFile === undefined) === (keyFile === undefined) ? [] : ["set both certFile and keyFile, or neither"]

export const serverIssues = ({ allowPrivateAddresses = false, url, ...pair }: Remote): Array<Schema.FilterIssue> => {
  const base = OutboundTarget.baseUrlOf({ baseUrl: url, allowPrivateAddresses })
  return [
    ...(Result.isFailure(base) ? [{ path: ["url"], issue: `the address ${base.failure.message}` }] : []),
    ...keyPairIssues(pair)
  ]
}
