/** `sheaf certs list`: what the authorities have signed. */
import { CertificateStore } from "@sheaf/ports"
import type { StoredCertificate } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import * as Administration from "../Administration.ts"

const iso = (millis: number): string => new Date(millis).toISOString()

/** How a certificate stands now. */
const standingOf = ({ notAfter, revokedAt }: StoredCertificate, now: number): string => {
  if (revokedAt !== undefined) return "revoked"
  return now > notAfter ? "expired" : "live"
}

const columnsOf = (certificate: StoredCertificate, now: number): ReadonlyArray<string> => {
  const { clientId, environment, notAfter, notBefore, reason, revokedAt, serial } = certificate
  return [
    serial,
    clientId,
    environment,
    standingOf(certificate, now),
    iso(notBefore),
    iso(notAfter),
    ...(revokedAt === undefined ? [] : [iso(revokedAt)]),
    ...(reason === undefined ? [] : [reason])
  ]
}

export const command = Command.make(
  "list",
  { client: Flag.String("client").pipe(Flag.withDescription("Only those of the client with this id."), Flag.optional) },
  Effect.fnUntraced(function* ({ client }) {
    const now = yield* Clock.currentTimeMillis
    for (const certificate of yield* (yield* CertificateStore).list(Option.getOrUndefined(client))) {
      yield* Administration.printEntry(...columnsOf(certificate, now))
    }
  })
).pipe(
  Command.withDescription(
    "Prints the certificates, a line each: serial number, client, environment, live, expired or revoked, from when and " +
      "until when it is good, when it was revoked, and why, with tabs between."
  ),
  Command.provide(Administration.layer)
)
