/** A new key and certificate for a server, signed by one of Sheaf's authorities. */
import type { JsonGeneralName } from "@peculiar/x509"
import { Effect } from "effect"
import * as KeyPair from "../certificates/KeyPair.ts"
import * as X509 from "../certificates/X509.ts"
import type { Authority } from "./Authority.ts"
import * as Leaf from "./Leaf.ts"
import * as SerialNumber from "../certificates/SerialNumber.ts"

/** Names by which any machine can reach itself. */
export const loopbackNames: ReadonlyArray<JsonGeneralName> = [
  { type: "dns", value: "localhost" },
  { type: "ip", value: "127.0.0.1" },
  { type: "ip", value: "::1" }
]

export const make = Effect.fnUntraced(function* (
  authority: Authority,
  names: ReadonlyArray<JsonGeneralName>,
  days: number
) {
  const { privateKey, publicKey } = X509.generateKeys()
  const { certificate } = yield* Leaf.sign(authority, {
    serial: yield* SerialNumber.make,
    commonName: "localhost",
    publicKey,
    days,
    role: { type: "server", names }
  })
  return { key: KeyPair.keyToPem(privateKey), certificate } satisfies KeyPair.KeyPair
})
