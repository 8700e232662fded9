/**
 * The hosts to which a connector can send people's devices (spec 2.7). A device may be inside a network that Sheaf
 * cannot reach. Without this list, a connector could use the device to reach that network.
 */
import { Option } from "effect"
import { ipLiteralOf } from "../../addresses/IpAddressRange.ts"

export interface DevicePolicy {
  /** The allowed hosts, with a port unless it is 443. By default, every public host is allowed. */
  readonly deviceHosts?: ReadonlyArray<string> | undefined
  /** Also allows address literals and this machine. */
  readonly allowPrivateAddresses?: boolean | undefined
}

/** The hosts whose pages a connector can show, with a port unless it is the scheme's default. */
export interface PagePolicy {
  readonly redirectHosts: ReadonlyArray<string>
  readonly allowPrivateAddresses?: boolean | undefined
}

/** Suffixes that no public host name has, because they belong to local networks. */
const localName = /\.(?:local|internal|intranet|private|corp|home|lan|home\.arpa)$/

const isPublicName = (hostname: string): boolean => /\.[a-z][a-z0-9-]+$/.test(hostname) && !localName.test(hostname)

/**
 * Returns true if `entry` is a host in the normalized form of URLs, such as `login.example` or `login.example:8443`. IP
 * addresses are not hosts.
 */
export const isHost = (entry: string): boolean => {
  if (!URL.canParse(`https://${entry}`)) return false
  const url = new URL(`https://${entry}`)
  return url.host === entry && Option.isNone(ipLiteralOf(url)) && isPublicName(url.hostname)
}

/** Returns true if the host is this machine, or an address literal. */
const isLocal = (url: URL): boolean => Option.isSome(ipLiteralOf(url)) || /(?:^|\.)localhost$/.test(url.hostname)

/**
 * Returns true if a page can be shown to a person. Sheaf cannot check what a page asks for, so only listed hosts are
 * allowed. `allowPrivateAddresses` also allows every page of this machine, and http.
 */
export const isPageUrlAllowed = (
  address: string,
  { allowPrivateAddresses = false, redirectHosts }: PagePolicy
): boolean => {
  if (/[\\\s\p{Cc}]/u.test(address) || !URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== "" || url.password !== "") return false
  const isSecure = url.protocol === "https:"
  if (!isSecure && !(allowPrivateAddresses && url.protocol === "http:")) return false
  return (allowPrivateAddresses && isLocal(url)) || redirectHosts.includes(url.host)
}

/**
 * Returns true if a device can be sent to an address. The host must be in normalized form, because clients parse other
 * forms differently: in `https://good\.evil`, some see a path, others a host.
 */
export const isDeviceUrlAllowed = (
  address: string,
  { allowPrivateAddresses = false, deviceHosts }: DevicePolicy
): boolean => {
  if (/[\\\s\p{Cc}]/u.test(address) || !URL.canParse(address)) return false
  const url = new URL(address)
  const authority = address.slice("https://".length).split(/[/?#]/, 1)[0]
  const isNormal = authority === url.host || authority === `${url.host}:443`
  if (url.protocol !== "https:" || !isNormal) return false
  if (isLocal(url)) return allowPrivateAddresses
  return deviceHosts === undefined ? isPublicName(url.hostname) : deviceHosts.includes(url.host)
}
