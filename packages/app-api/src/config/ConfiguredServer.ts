/** A server of somebody else, as the configuration file names it: at which address, and with which files of TLS. */
import { OutboundTarget } from "@sheaf/adapters-http"
import { Result, Schema } from "effect"

/** A member that may be left out, and is a whole number between these two otherwise. */
export const whole = (minimum: number, maximum: number) =>
  Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

/** The path of a file, which may be left out. */
export const path = Schema.optionalKey(Schema.NonEmptyString)

interface Pair {
  readonly certFile?: string
  readonly keyFile?: string
}

interface Server extends Pair {
  readonly url: string
  readonly allowPrivateAddresses?: boolean
}

/** The members of every server that is called with TLS of its own. */
export const members = {
  url: Schema.String,
  allowPrivateAddresses: Schema.optionalKey(Schema.Boolean),
  caFile: path,
  certFile: path,
  keyFile: path
}

/** What is wrong with a certificate and its key. */
export const misfitsOfPair = ({ certFile, keyFile }: Pair): ReadonlyArray<Schema.FilterIssue> =>
  (certFile === undefined) === (keyFile === undefined) ? [] : ["certFile and keyFile go together"]

/** What is wrong with a server that is to be called (decisions 9). The address is not repeated. */
export const misfitsOf = ({ allowPrivateAddresses = false, url, ...pair }: Server): Array<Schema.FilterIssue> => {
  const base = OutboundTarget.baseOf({ baseUrl: url, allowPrivateAddresses })
  const misfits: ReadonlyArray<Schema.FilterIssue> = Result.isFailure(base)
    ? [{ path: ["url"], issue: `the address ${base.failure.message}` }]
    : []
  return [...misfits, ...misfitsOfPair(pair)]
}
