/** `sheaf certs`: manages client certificates, from request to revocation (spec 5.3). */
import { ClientEnrollment, SerialNumber } from "@sheaf/adapters-mtls"
import { CertificateStore, revocationReasons } from "@sheaf/ports"
import type { StoredCertificate } from "@sheaf/ports"
import { Clock, Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { failWith } from "../errors/OperatorError.ts"
import * as CommandServices from "./CommandServices.ts"
import * as Authorities from "./Authorities.ts"
import * as KeyFolder from "./KeyFolder.ts"
import * as FileErrors from "../errors/FileErrors.ts"

const request = Command.make(
  "request",
  {
    client: Flag.String("client").pipe(
      Flag.withDescription("Client name for the requests. The certificates contain the client id instead.")
    ),
    out: Flag.String("out").pipe(Flag.withDescription("Folder for the files, created if necessary."))
  },
  Effect.fnUntraced(function* ({ client, out }) {
    const files = yield* KeyFolder.make("--out", out).pipe(
      Effect.andThen(ClientEnrollment.write(out, client)),
      Effect.catchTags({
        FileExistsError: ({ file }) => failWith(`${file} already exists; nothing was written`),
        PlatformError: ({ reason }) => failWith(`--out: cannot write to ${out}: ${FileErrors.reasonOf({ reason })}`)
      })
    )
    for (const { request } of files) yield* Console.log(request)
    yield* CommandServices.printNote("Send the requests to the service's operator. Keep the keys next to them private.")
  })
).pipe(
  Command.withDescription(
    "Creates two keys (RSA, 2048 bits) and the certificate requests for test and production, and prints the paths of " +
      "the requests. For clients."
  )
)

const stateOf = ({ notAfter, revokedAt }: StoredCertificate, now: number): string => {
  if (revokedAt !== undefined) return "revoked"
  return now > notAfter ? "expired" : "live"
}

const columnsOf = (certificate: StoredCertificate, now: number): ReadonlyArray<string> => {
  const { clientId, environment, notAfter, notBefore, reason, revokedAt, serial } = certificate
  const times = [notBefore, notAfter, ...(revokedAt === undefined ? [] : [revokedAt])].map(CommandServices.formatTime)
  return [serial, clientId, environment, stateOf(certificate, now), ...times, ...(reason === undefined ? [] : [reason])]
}

const list = Command.make(
  "list",
  {
    client: Flag.String("client").pipe(
      Flag.withDescription("Prints only the certificates of the client with this id."),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ client }) {
    const now = yield* Clock.currentTimeMillis
    for (const certificate of yield* (yield* CertificateStore).list(Option.getOrUndefined(client))) {
      yield* CommandServices.printRow(...columnsOf(certificate, now))
    }
  })
).pipe(
  Command.withDescription(
    "Prints one certificate per line, with tab-separated columns: serial number, client, environment, state (live, " +
      "expired or revoked), start, end and, if revoked, the time and the reason."
  ),
  Command.provide(CommandServices.layer)
)

const revoke = Command.make(
  "revoke",
  {
    serial: Flag.String("serial").pipe(
      Flag.withDescription("Serial number, as printed by sheaf certs list or openssl x509 -serial.")
    ),
    reason: Flag.Literals("reason", revocationReasons).pipe(
      Flag.withDescription(
        "Reason for the revocation list. Compromised keys are never signed again. The reason can also be added later."
      ),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ reason, serial: text }) {
    const serial = SerialNumber.parse(text)
    if (Option.isNone(serial)) return yield* failWith("--serial: expected hexadecimal digits")
    const isRevoked = yield* (yield* CertificateStore).revoke(serial.value, Option.getOrUndefined(reason))
    if (!isRevoked) return yield* failWith("no live certificate has this serial number")
    yield* Console.log(serial.value)
    yield* CommandServices.printNote("The certificate is rejected from now on.")
  })
).pipe(
  Command.withDescription("Revokes a certificate immediately and prints its serial number."),
  Command.provide(CommandServices.layer)
)

export const makeCommand = (name: string) =>
  Command.make(name).pipe(
    Command.withSubcommands([
      Authorities.initCommand,
      request,
      Authorities.signCommand,
      list,
      revoke,
      Authorities.crlCommand
    ])
  )
