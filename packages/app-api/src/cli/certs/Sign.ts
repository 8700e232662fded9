/** `sheaf certs sign`: a certificate for a client's request, or the rule by which there is none (decisions 15). */
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Issuance, SigningPolicy } from "@sheaf/adapters-mtls"
import { Console, Effect, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { createReadStream } from "node:fs"
import * as Administration from "../Administration.ts"
import * as Authorities from "./Authorities.ts"

/** As every other file is told of that cannot be read. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: "NotFound",
  EACCES: "PermissionDenied",
  EISDIR: "BadResource"
}

const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "Unknown"
  return reasons[code] ?? code
}

/**
 * What a file holds, or a pipe, as far as it takes to see that it is too large. It is read from its beginning to its end and
 * nowhere else, which is all that a pipe can do.
 */
const read = (file: string) =>
  Stream.runCollect(
    NodeStream.fromReadable({
      evaluate: () => createReadStream(file, { end: SigningPolicy.maximumBytes }),
      onError: reasonOf
    })
  ).pipe(
    Effect.map((chunks) => Buffer.concat(chunks)),
    Effect.catch((reason) => Administration.refuse(`--csr: ${file} cannot be read: ${reason}`))
  )

const iso = (millis: number): string => new Date(millis).toISOString()

/** What whoever signs should know, beside the certificate. */
const notesOf = ({ earlier, record }: Issuance.Issued): ReadonlyArray<string> => {
  const notes = [`Serial number ${record.serial}, good until ${iso(record.notAfter)}.`]
  const other = earlier.find(
    ({ clientId, environment }) => clientId !== record.clientId || environment !== record.environment
  )
  if (other !== undefined) {
    notes.push(
      `The same key is certified for ${other.clientId} in ${other.environment}: a client is to have one for each environment.`
    )
  }
  return notes
}

export const command = Command.make(
  "sign",
  {
    csr: Flag.String("csr").pipe(Flag.withDescription("The file with the client's request: PKCS #10, in PEM or DER.")),
    client: Flag.String("client").pipe(Flag.withDescription("The id of the client: the name in the certificate.")),
    environment: Authorities.environment
  },
  Effect.fnUntraced(function* ({ client, csr, environment }) {
    const { folder, settings } = yield* Authorities.place
    const authority = yield* Authorities.open(folder, environment)
    const order = { request: yield* read(csr), clientId: client, days: settings.certificateDays }
    const issued = yield* Issuance.issue(authority, order).pipe(
      Effect.catchTags({
        RequestRefused: ({ message }) => Administration.refuse(message),
        UnknownClient: () => Administration.refuse(`no client has the id ${JSON.stringify(client)}`)
      })
    )
    yield* Console.log(issued.certificate.trimEnd())
    for (const text of notesOf(issued)) yield* Administration.note(text)
  })
).pipe(
  Command.withDescription(
    "Signs a client's request, and prints the certificate. Of the request, only the key is taken."
  ),
  Command.provide(Administration.layer)
)
