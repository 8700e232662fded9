/** IPv4 and IPv6 addresses as text (spec 2.3, psuIpAddress; RFC 4291 §2.2, RFC 5952). */
import { Schema } from "effect"

const octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
const v4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`)
const group = /^[0-9A-Fa-f]{1,4}$/

const groupsOf = (text: string): number | undefined => {
  if (text === "") return 0
  const parts = text.split(":")
  const last = parts[parts.length - 1] ?? ""
  const tail = v4.test(last) ? 2 : group.test(last) ? 1 : undefined
  if (tail === undefined || !parts.slice(0, -1).every((part) => group.test(part))) return undefined
  return parts.length - 1 + tail
}

const isV6 = (text: string): boolean => {
  const halves = text.split("::")
  const left = groupsOf(halves[0] ?? "")
  if (left === undefined || halves.length > 2) return false
  if (halves.length === 1) return left === 8
  const right = groupsOf(halves[1] ?? "")
  // An embedded IPv4 address must come last, so it cannot precede "::".
  return right !== undefined && left + right <= 7 && !(halves[0] ?? "").includes(".")
}

/** Returns true if `text` is an IPv4 address in dotted form or an IPv6 address, without zone or prefix length. */
export const isIpAddress = (text: string): boolean => text.length <= 45 && (v4.test(text) || isV6(text))

/**
 * Returns true if a host is certain to be this machine: `localhost`, 127.0.0.0/8 or ::1, with or without the brackets
 * of URLs. Other names and spellings do not count: a resolver could look them up on the network.
 */
export const isLoopbackHost = (host: string): boolean =>
  ["localhost", "::1", "[::1]"].includes(host) || (v4.test(host) && host.startsWith("127."))

export const IpAddress = Schema.String
  // The annotation must precede the check: OpenAPI omits annotations after a check that JSON Schema cannot express.
  .annotate({ description: "An IPv4 or IPv6 address.", examples: ["192.0.2.17", "2001:db8::17"] })
  .check(
    Schema.makeFilter((text: string) => isIpAddress(text), {
      message: "an IPv4 or IPv6 address",
      arbitraryConstraint: {
        patterns: [
          { source: v4.source, flags: "" },
          { source: "^(?:[0-9a-f]{1,4}:){1,6}:[0-9a-f]{1,4}$", flags: "" }
        ]
      }
    })
  )
  .annotate({ identifier: "IpAddress" })
