/** `sheaf certs sign`: a certificate for a client's request, or the rule by which there is none (decisions 15). */
import { Issuance, SigningPolicy } from "@sheaf/adapters-mtls"
import { Console, Effect, FileSystem, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import * as Administration from "../Administration.ts"
import * as Authorities from "./Authorities.ts"

/** What a file holds, as far as it takes to see that it is too large. */
const read = Effect.fnUntraced(function* (file: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const chunks = yield* Stream.runCollect(
    fileSystem.stream(file, { bytesToRead: SigningPolicy.maximumBytes + 1 })
  ).pipe(
    Effect.catchTag("PlatformError", ({ reason }) =>
      Administration.refuse(`--csr: ${file} cannot be read: ${reason._tag}`)
    )
  )
  return Buffer.concat(chunks)
})

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
