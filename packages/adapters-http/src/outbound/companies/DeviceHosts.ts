/**
 * The hosts to which a connector may send people's devices (spec 2.7). Without a restriction, a connector could use a
 * device to reach networks that Sheaf itself cannot reach.
 */
import { Option } from "effect"
import { ipLiteralOf } from "../../addresses/IpAddressRange.ts"

export interface DevicePolicy {
  /** The allowed hosts, each with its port unless the port is 443. Default: all public hosts. */
  readonly deviceHosts?: ReadonlyArray<string> | undefined
  /** Also allows this machine and IP addresses. */
  readonly allowPrivateAddresses?: boolean | undefined
}

/** The hosts whose pages a connector may show, each with its port unless it is the scheme's default. */
export interface PagePolicy {
  readonly redirectHosts: ReadonlyArray<string>
  readonly allowPrivateAddresses?: boolean | undefined
}

/** Suffixes of names in local networks. No public host has them. */
const localName = /\.(?:local|internal|intranet|private|corp|home|lan|home\.arpa)$/

const isPublicName = (hostname: string): boolean => /\.[a-z][a-z0-9-]+$/.test(hostname) && !localName.test(hostname)

/**
 * Returns true for a host as it appears in a normalized URL, such as `login.example` or `login.example:8443`. Rejects
 * IP addresses.
 */
export const isHost = (entry: string): boolean => {
  if (!URL.canParse(`https://${entry}`)) return false
  const url = new URL(`https://${entry}`)
  return url.host === entry && Option.isNone(ipLiteralOf(url)) && isPublicName(url.hostname)
}

const isLocal = (url: URL): boolean => Option.isSome(ipLiteralOf(url)) || /(?:^|\.)localhost$/.test(url.hostname)

/**
 * Returns true if the connector may show this page. Only listed hosts are allowed, because Sheaf cannot check what a
 * page asks for. With `allowPrivateAddresses`, pages on this machine and plain HTTP are allowed, too.
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
 * Returns true if a device may be sent to this URL. The host must be normalized, because clients parse other forms
 * differently: in `https://good\.evil`, some see a path, others a host.
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
