/** A server that Sheaf calls, as the configuration file describes it, with its address and TLS files. */
import { OutboundTarget } from "@sheaf/adapters-http"
import { Result, Schema } from "effect"

/** An optional whole number between two bounds. */
export const whole = (minimum: number, maximum: number) =>
  Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

/** The optional path of a file. */
export const path = Schema.optionalKey(Schema.NonEmptyString)

/** The members that every such server has. */
export const members = {
  url: Schema.String,
  allowPrivateAddresses: Schema.optionalKey(Schema.Boolean),
  caFile: path,
  certFile: path,
  keyFile: path
}

type Remote = Schema.Struct.Type<typeof members>

export type TlsFiles = Pick<Remote, "caFile" | "certFile" | "keyFile">

/** Reports a certificate without a key or a key without a certificate. */
export const issuesOfPair = ({ certFile, keyFile }: TlsFiles): ReadonlyArray<Schema.FilterIssue> =>
  (certFile === undefined) === (keyFile === undefined) ? [] : ["set both certFile and keyFile, or neither"]

/** Reports an address that must not be called (decisions 9). The reported issue does not quote the address. */
export const issuesOf = ({ allowPrivateAddresses = false, url, ...pair }: Remote): Array<Schema.FilterIssue> => {
  const base = OutboundTarget.baseOf({ baseUrl: url, allowPrivateAddresses })
  return [
    ...(Result.isFailure(base) ? [{ path: ["url"], issue: `the address ${base.failure.message}` }] : []),
    ...issuesOfPair(pair)
  ]
}
