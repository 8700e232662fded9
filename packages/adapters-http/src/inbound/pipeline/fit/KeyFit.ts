/** Checks that an API key's limits allow a request: the key's source networks and scopes (spec 5). */
import type { KeyScope } from "@sheaf/domain/KeyScope"
import type { KeyLimits } from "@sheaf/ports"
import * as Networks from "../../connections/Networks.ts"
import { remoteAddress } from "../../connections/RemoteAddress.ts"
import type { CallerRefusal } from "../../problems/CertificateRefusals.ts"
import * as KeyRefusals from "../../problems/KeyRefusals.ts"

/** The largest number of cached network lists. */
const capacity = 1024

/** The lists by their text, cached because building a list takes longer than searching it. */
const known = new Map<string, Networks.Networks>()

const networksOf = (entries: ReadonlyArray<string>): Networks.Networks => {
  const name = entries.join(" ")
  const found = known.get(name)
  if (found !== undefined) return found
  if (known.size >= capacity) known.clear()
  const networks = Networks.of(entries)
  known.set(name, networks)
  return networks
}

/** Returns the reason to reject a key with these limits. `source` is the server's request. */
export const misfitOf = (
  limits: KeyLimits | undefined,
  scope: KeyScope | undefined,
  source: object
): CallerRefusal | undefined => {
  if (limits === undefined) return undefined
  const { networks, scopes } = limits
  if (networks !== undefined && !networksOf(networks).has(remoteAddress(source))) return KeyRefusals.network
  return scopes === undefined || scope === undefined || scopes.includes(scope) ? undefined : KeyRefusals.missing(scope)
}
