/** `sheaf certs revoke`: takes a certificate back. */
import { SerialNumber } from "@sheaf/adapters-mtls"
import { CertificateStore, revocationReasons } from "@sheaf/ports"
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import * as Administration from "../Administration.ts"

export const command = Command.make(
  "revoke",
  {
    serial: Flag.String("serial").pipe(
      Flag.withDescription("The serial number, as sheaf certs list or openssl x509 -serial shows it.")
    ),
    reason: Flag.Literals("reason", revocationReasons).pipe(
      Flag.withDescription(
        "Why, for the revocation list. A key that was compromised is not certified again; that can also be said later."
      ),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ reason, serial: text }) {
    const serial = SerialNumber.parse(text)
    if (Option.isNone(serial)) return yield* Administration.refuse("--serial: expected hexadecimal digits")
    const isRevoked = yield* (yield* CertificateStore).revoke(serial.value, Option.getOrUndefined(reason))
    if (!isRevoked) return yield* Administration.refuse("no live certificate has this serial number")
    yield* Console.log(serial.value)
    yield* Administration.note("The certificate is refused from now on.")
  })
).pipe(
  Command.withDescription("Takes a certificate back at once, and prints its serial number."),
  Command.provide(Administration.layer)
)
