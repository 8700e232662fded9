/** `sheaf certs`: the certificates of clients, from the request to their end (spec 5; decisions 15). */
import { ClientRequest, SerialNumber } from "@sheaf/adapters-mtls"
import { CertificateStore, revocationReasons } from "@sheaf/ports"
import type { StoredCertificate } from "@sheaf/ports"
import { Clock, Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import * as Administration from "./Administration.ts"
import * as Authorities from "./Authorities.ts"

/** The client's side: two keys and two requests. Needs no service and no data folder. */
const request = Command.make(
  "request",
  {
    client: Flag.String("client").pipe(
      Flag.withDescription(
        "What to call the client in the requests. Its certificates say its id, whatever stands here."
      )
    ),
    out: Flag.String("out").pipe(Flag.withDescription("The folder for the files, made where it is not there."))
  },
  Effect.fnUntraced(function* ({ client, out }) {
    const files = yield* ClientRequest.write(out, client).pipe(
      Effect.catchTags({
        FileExists: ({ file }) => Administration.refuse(`${file} is there already: nothing was written`),
        PlatformError: ({ reason }) => Administration.refuse(`--out: ${out} cannot be written to: ${reason._tag}`)
      })
    )
    for (const { request } of files) yield* Console.log(request)
    yield* Administration.note("Send the requests to who signs them. The keys beside them stay with you.")
  })
).pipe(
  Command.withDescription(
    "Makes a client's two keys (RSA, 2048 bits) and the requests for their certificates, for test and production, and " +
      "prints the paths of the requests."
  )
)

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
    Administration.iso(notBefore),
    Administration.iso(notAfter),
    ...(revokedAt === undefined ? [] : [Administration.iso(revokedAt)]),
    ...(reason === undefined ? [] : [reason])
  ]
}

const list = Command.make(
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

const revoke = Command.make(
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

export const command = Command.make("certs").pipe(
  Command.withDescription("The certificates of clients, for mutual TLS."),
  Command.withSubcommands([Authorities.init, request, Authorities.sign, list, revoke, Authorities.crl])
)
