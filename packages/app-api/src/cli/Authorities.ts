/** The commands of `sheaf certs` that need an authority: they make it, and sign with it (spec 5; decisions 15). */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Authority, AuthorityFiles, Issuance, RevocationList, SigningPolicy } from "@sheaf/adapters-mtls"
import type { Environment } from "@sheaf/ports"
import { Console, Effect, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { createReadStream } from "node:fs"
import * as Settings from "../config/Settings.ts"
import * as DataFolder from "../DataFolder.ts"
import * as Administration from "./Administration.ts"

/** The settings, and the folder in which the authorities are. */
const place = Effect.gen(function* () {
  const settings = yield* Settings.load(process.env)
  const { certificates } = yield* DataFolder.prepare(settings)
  return { settings, folder: certificates }
})

/** Which of the two authorities is meant. */
const environment = Flag.Literals("environment", Authority.environments).pipe(
  Flag.withDescription("The authority: test or production. What one signed is worth nothing with the other.")
)

/** Opens an authority to sign with it, or says why it cannot be used. */
const open = (folder: string, of: Environment) =>
  AuthorityFiles.open(folder, of).pipe(
    Effect.catchTag("AuthorityUnusable", ({ message }) => Administration.refuse(message))
  )

export const init = Command.make("init", {}, () =>
  Effect.gen(function* () {
    const { folder } = yield* place
    const made = yield* AuthorityFiles.init(folder).pipe(
      Effect.catchTag("PlatformError", ({ reason }) =>
        Administration.refuse(`the authorities cannot be made in ${folder}: ${reason._tag}`)
      )
    )
    if (made.length === 0) return yield* Administration.refuse(`the authorities are there already, in ${folder}`)
    for (const environment of made) yield* Console.log(environment)
    yield* Administration.note(`Made in ${folder}. Keep a copy of the keys where nobody else finds it.`)
  })
).pipe(
  Command.withDescription(
    "Makes the authorities for test and production, and prints which it made. What is there is never overwritten."
  ),
  Command.provide(NodeCrypto.layer)
)

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

/** What whoever signs should know, beside the certificate. */
const notesOf = ({ earlier, record }: Issuance.Issued): ReadonlyArray<string> => {
  const notes = [`Serial number ${record.serial}, good until ${Administration.iso(record.notAfter)}.`]
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

export const sign = Command.make(
  "sign",
  {
    csr: Flag.String("csr").pipe(Flag.withDescription("The file with the client's request: PKCS #10, in PEM or DER.")),
    client: Flag.String("client").pipe(Flag.withDescription("The id of the client: the name in the certificate.")),
    environment
  },
  Effect.fnUntraced(function* ({ client, csr, environment }) {
    const { folder, settings } = yield* place
    const authority = yield* open(folder, environment)
    const order = { request: yield* read(csr), clientId: client, days: settings.certificateDays }
    const issued = yield* Issuance.issue(authority, order).pipe(
      Effect.catchTags({
        RequestRefused: ({ message }) => Administration.refuse(message),
        UnknownClient: () => Administration.refuseClient(client)
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

export const crl = Command.make(
  "crl",
  {
    environment,
    form: Flag.Literals("form", ["pem", "der"]).pipe(
      Flag.withDescription("How it is written: pem, or der."),
      Flag.withDefault("pem" as const)
    )
  },
  Effect.fnUntraced(function* ({ environment, form }) {
    const { folder } = yield* place
    const list = yield* RevocationList.make(yield* open(folder, environment))
    // Bytes, which Console cannot print.
    yield* Effect.sync(() => process.stdout.write(list[form]))
    yield* Administration.note("The list is good for seven days. Whoever uses it needs a newer one by then.")
  })
).pipe(
  Command.withDescription("Prints the revocation list of an authority, signed by it as of now."),
  Command.provide(Administration.layer)
)
