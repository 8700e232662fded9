/** The `sheaf certs` commands that create a certificate authority or sign with one (spec 5.3). */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Authority, AuthorityFiles, Issuance, RevocationList, SigningPolicy } from "@sheaf/adapters-mtls"
import type { Environment } from "@sheaf/ports"
import { Console, Effect, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { createReadStream } from "node:fs"
import * as Settings from "../config/Settings.ts"
import * as DataFolder from "../config/DataFolder.ts"
import { failWith } from "../errors/OperatorError.ts"
import * as CommandServices from "./CommandServices.ts"
import * as Output from "./Output.ts"
import * as FileErrors from "../errors/FileErrors.ts"

const place = Effect.gen(function* () {
  const settings = yield* Settings.load(process.env)
  const { certificates } = yield* DataFolder.prepare(settings)
  return { settings, folder: certificates }
})

const environment = Flag.Literals("environment", Authority.environments).pipe(
  Flag.withDescription("Authority to use. Certificates from one environment are rejected in the other.")
)

const open = (folder: string, of: Environment) =>
  AuthorityFiles.open(folder, of).pipe(Effect.catchTag("AuthorityError", ({ message }) => failWith(message)))

export const initCommand = Command.make("init", {}, () =>
  Effect.gen(function* () {
    const { folder } = yield* place
    const made = yield* AuthorityFiles.createMissing(folder).pipe(
      Effect.catchTag("PlatformError", ({ reason }) =>
        failWith(`cannot create the authorities in ${folder}: ${FileErrors.reasonOf({ reason })}`)
      )
    )
    if (made.length === 0) return yield* failWith(`the authorities already exist in ${folder}`)
    for (const environment of made) yield* Console.log(environment)
    yield* CommandServices.printNote(`Created in ${folder}. Back up the keys in a safe place.`)
  })
).pipe(
  Command.withDescription(
    "Creates the test and production authorities and prints the new ones. Never overwrites an existing authority."
  ),
  Command.provide(NodeCrypto.layer)
)

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
 * Reads a certificate request from a file or a pipe. Reads at most one byte more than the maximum size, so that a
 * request that is too large can be detected.
 */
const read = (file: string) =>
  Stream.runCollect(
    NodeStream.fromReadable({
      evaluate: () => createReadStream(file, { end: SigningPolicy.maxRequestBytes }),
      onError: reasonOf
    })
  ).pipe(
    Effect.map((chunks) => Buffer.concat(chunks)),
    Effect.catch((reason) => failWith(`--csr: cannot read ${file}: ${reason}`))
  )

const notesOf = ({ earlier, record }: Issuance.IssuanceResult): ReadonlyArray<string> => {
  const notes = [`Serial number ${record.serial}, valid until ${CommandServices.formatTime(record.notAfter)}.`]
  const other = earlier.find(({ environment }) => environment !== record.environment)
  if (other !== undefined) {
    notes.push(
      `Warning: ${other.clientId} has a certificate for this key in ${other.environment}. Use one key per environment.`
    )
  }
  return notes
}

export const signCommand = Command.make(
  "sign",
  {
    csr: Flag.String("csr").pipe(Flag.withDescription("File with the client's request (PKCS #10, in PEM or DER).")),
    client: CommandServices.clientFlag,
    environment
  },
  Effect.fnUntraced(function* ({ client, csr, environment }) {
    const { folder, settings } = yield* place
    const authority = yield* open(folder, environment)
    const order = { request: yield* read(csr), clientId: client, days: settings.certificateDays }
    const issued = yield* Issuance.issue(authority, order).pipe(
      Effect.catchTags({
        CertificateRequestError: ({ message }) => failWith(message),
        UnknownClient: () => CommandServices.failUnknownClient(client)
      })
    )
    yield* Output.printLines(issued.certificate.trimEnd().split("\n"))
    for (const text of notesOf(issued)) yield* CommandServices.printNote(text)
  })
).pipe(
  Command.withDescription("Signs a client's request and prints the certificate. Uses only the key from the request."),
  Command.provide(CommandServices.layer)
)

export const crlCommand = Command.make(
  "crl",
  {
    environment,
    form: Flag.Literals("form", ["pem", "der"]).pipe(
      Flag.withDescription("Format of the list."),
      Flag.withDefault("pem" as const)
    )
  },
  Effect.fnUntraced(function* ({ environment, form }) {
    const { folder } = yield* place
    const list = yield* RevocationList.make(yield* open(folder, environment))
    // The revocation list can be binary, and Effect's console prints only text.
    yield* Effect.sync(() => process.stdout.write(list[form]))
    yield* CommandServices.printNote("The list is valid for seven days. Replace every copy before then.")
  })
).pipe(
  Command.withDescription("Prints an authority's current revocation list, signed by that authority."),
  Command.provide(CommandServices.layer)
)
