/** `sheaf bank`: runs simulated banks that speak NextGenPSD2 or STET. */
import { BankServer } from "@sheaf/adapters-sandbox"
import { BankTls } from "@sheaf/sandbox-site"
import { Console, Effect, FileSystem, Layer, Option, Path, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpServer } from "effect/http"
import { BankProfile, ShippedProfiles } from "@sheaf/ports"
import * as BankProfiles from "../../config/data/BankProfiles.ts"
import * as DataFiles from "../../config/data/DataFiles.ts"
import * as Settings from "../../config/Settings.ts"
import * as DataFolder from "../../config/DataFolder.ts"
import { failWith } from "../../errors/OperatorError.ts"
import * as Output from "../Output.ts"
import { certificatesCommand } from "./BankCertificates.ts"
import { checkCommand } from "./BankCheckCommand.ts"
import * as ListenerFlags from "./ListenerFlags.ts"

const flags = {
  host: Flag.String("host").pipe(Flag.withDefault("127.0.0.1"), Flag.withDescription("Address to listen on.")),
  port: ListenerFlags.portFlag("port").pipe(
    Flag.withDefault(8091),
    Flag.withDescription("Port to listen on; 0 picks a free one.")
  ),
  company: Flag.Literals("company", BankServer.bankIds).pipe(
    Flag.withDefault("se-fjallbanken"),
    Flag.withDescription("The bank below /v1. Every bank is also below /{company}/v1.")
  ),
  profile: Flag.String("profile").pipe(
    Flag.optional,
    Flag.withDescription(
      "The profile on whose deviations every bank insists: a shipped name, such as swedbank-se, or the path of a file."
    )
  ),
  oauth: Flag.Boolean("oauth").pipe(
    Flag.withDefault(false),
    Flag.withDescription(
      "Lets people authorize consents with OAuth: consents have a scaOAuth link instead of scaRedirect."
    )
  ),
  confirmation: Flag.Boolean("confirmation").pipe(
    Flag.withDefault(false),
    Flag.withDescription(
      "Requires a confirmation of each authorization on the bank's page: consents have a confirmation link, and become " +
        "valid once the provider sends the code from the return address."
    )
  ),
  tokensFromStart: Flag.Boolean("tokens-from-start").pipe(
    Flag.withDefault(false),
    Flag.withDescription(
      "Rejects requests about a consent with OAuth that lack its token, even before the token exists. By default, requests " +
        "need the token once it exists."
    )
  ),
  certificates: Flag.String("certificates").pipe(
    Flag.optional,
    Flag.withDescription(
      "Folder with the files of sheaf bank certificates. The bank then uses HTTPS, and requires the provider's " +
        "certificate and seal."
    )
  )
}

const readIdentity = Effect.fnUntraced(function* (folder: string) {
  const path = yield* Path.Path
  const files = yield* FileSystem.FileSystem
  const content = (name: string) =>
    Effect.catch(files.readFileString(path.join(folder, name)), () =>
      failWith(`--certificates: cannot read ${path.join(folder, name)}. Create it with sheaf bank certificates.`)
    )
  return {
    key: Redacted.make(yield* content("bank.key")),
    certificate: yield* content("bank.pem"),
    authority: yield* content("ca.pem")
  }
})

const greeting = (
  address: string,
  company: string,
  usesOAuth: boolean,
  { pathPrefix }: Pick<BankProfile.ResolvedProfile, "pathPrefix">
): ReadonlyArray<string> => [
  `The sandbox bank ${company} is listening on ${address}.`,
  `The protocol is below ${address}/${pathPrefix}, and the bank's customer is maja.`,
  `In a configuration's banks, its url is ${address}/${pathPrefix === "" ? "" : `, without ${pathPrefix}`}.`,
  ...(usesOAuth ? [`Its oauth.issuer is ${address}/${company}. Any clientId works.`] : [])
]

const sandbox = Command.make(
  "sandbox",
  flags,
  Effect.fnUntraced(function* ({
    certificates: folderOfCertificates,
    company,
    confirmation: needsConfirmation,
    host,
    oauth: usesOAuth,
    port,
    profile: reference,
    tokensFromStart
  }) {
    const { bankConsents: folder } = yield* DataFolder.prepare(yield* Settings.load(process.env))
    const profile = yield* Effect.transposeOption(
      Option.map(reference, (found) =>
        Effect.map(BankProfiles.load("--profile", found, DataFiles.onDisk), (each) => BankProfile.resolve(each))
      )
    )
    const tls = yield* Effect.transposeOption(
      Option.map(folderOfCertificates, (found) => Effect.map(readIdentity(found), BankTls.make))
    )
    const { rules, server } = Option.getOrElse(tls, () => ({
      server: undefined,
      rules: {}
    }))
    const served = Layer.unwrap(
      Effect.map(HttpServer.HttpServer, ({ address: listening }) => {
        const plain = ListenerFlags.urlOf(host, "port" in listening ? listening.port : port)
        const address = Option.isSome(tls) ? plain.replace("http:", "https:") : plain
        const announce = Layer.effectDiscard(
          Output.printLines(
            greeting(
              address,
              company,
              usesOAuth,
              Option.getOrElse(profile, () => BankProfile.resolve(ShippedProfiles.plain))
            )
          )
        )
        return Layer.merge(
          announce,
          BankServer.serve({
            ...rules,
            ...(Option.isSome(profile) && { profile: profile.value }),
            usesOAuth,
            needsConfirmation,
            tokensFromStart,
            own: company,
            folder,
            address: new URL(address)
          })
        )
      })
    ).pipe(Layer.provide(ListenerFlags.layerListener(host, port, server)))
    return yield* Effect.onInterrupt(Layer.launch(served), () => Console.log("The bank has stopped."))
  })
).pipe(
  Command.withDescription(
    "Serves the sandbox's banks in NextGenPSD2 1.3.11, or in the protocol of a profile, until it receives a stop signal."
  )
)

export const makeCommand = (name: string) =>
  Command.make(name).pipe(Command.withSubcommands([sandbox, certificatesCommand, checkCommand]))
