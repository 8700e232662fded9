/** `sheaf bundle`: packs, verifies and installs signed bundles of data (docs/operate.md). */
import { BundleSignature } from "@sheaf/adapters-security"
import { AtomicFiles } from "@sheaf/ports"
import { Console, Effect, FileSystem, Option, Path, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as Settings from "../config/Settings.ts"
import * as SettingErrors from "../config/values/SettingErrors.ts"
import * as TextFile from "../config/values/TextFile.ts"
import * as Bundle from "../config/bundles/Bundle.ts"
import * as Installation from "../config/bundles/Installation.ts"
import * as MemberKinds from "../config/bundles/MemberKinds.ts"
import * as FileErrors from "../errors/FileErrors.ts"
import { failWith } from "../errors/OperatorError.ts"
import * as CommandServices from "./CommandServices.ts"

const fileArgument = Argument.String("file").pipe(Argument.withDescription("The bundle."))

const publicKeyFlag = Flag.String("public-key").pipe(
  Flag.optional,
  Flag.withDescription("The publisher's public key. By default, the one in bundles.keys of SHEAF_CONFIG.")
)

const keyFlag = Flag.String("key").pipe(Flag.withDescription("The file with your private key, from sheaf bundle key."))

const writeNew = (file: string, content: string | Uint8Array, mode?: number) =>
  AtomicFiles.writeNewFile(file, content, mode).pipe(
    Effect.catchTag("PlatformError", ({ reason }) =>
      failWith(
        reason._tag === "AlreadyExists"
          ? `${file} exists; choose another name`
          : `cannot write ${file}: ${FileErrors.reasonOf({ reason })}`
      )
    )
  )

const key = Command.make(
  "key",
  { file: Argument.String("file").pipe(Argument.withDescription("The new file for the private key.")) },
  Effect.fnUntraced(function* ({ file }) {
    const pem = BundleSignature.createKey()
    yield* writeNew(file, pem)
    const signer = Option.getOrThrow(BundleSignature.signerOf(pem))
    yield* Console.log(signer.publicKey)
    yield* CommandServices.printNote(
      "Give the public key to operators over another channel than your bundles. Keep the file secret, and a copy of it."
    )
  })
).pipe(Command.withDescription("Creates a key that signs bundles, and prints its public key."))

const readSigner = Effect.fnUntraced(function* (file: string) {
  const signer = BundleSignature.signerOf(yield* TextFile.readSecret("--key", file))
  return Option.isSome(signer)
    ? signer.value
    : yield* failWith(`--key: ${file} holds no Ed25519 key in PEM; make one with sheaf bundle key`)
})

const listFolder = Effect.fnUntraced(function* (folder: string) {
  const fileSystem = yield* FileSystem.FileSystem
  return yield* fileSystem
    .readDirectory(folder)
    .pipe(
      Effect.catchTag("PlatformError", ({ reason }) =>
        failWith(`cannot read ${folder}: ${FileErrors.reasonOf({ reason })}`)
      )
    )
})

/**
 * Reads the files in `folder`, which may contain only the folders that a bundle can have. Rejects anything else,
 * because it would be missing from the bundle without notice.
 */
const readFiles = Effect.fnUntraced(function* (folder: string) {
  const { join } = yield* Path.Path
  const kinds = (yield* listFolder(folder)).toSorted()
  const unknown = kinds.filter((kind) => !MemberKinds.all.has(kind))
  if (unknown.length > 0) {
    return yield* failWith(
      `${folder} contains ${unknown.join(", ")}; a bundle has only the folders ${[...MemberKinds.all.keys()].join(", ")}`
    )
  }
  const names = yield* Effect.forEach(kinds, (kind) =>
    Effect.map(listFolder(join(folder, kind)), (files) => files.toSorted().map((file) => `${kind}/${file}`))
  )
  return yield* Effect.forEach(names.flat(), (name) =>
    Effect.map(TextFile.readBytes("the bundle", join(folder, name), Bundle.maxBytes), (content) => ({ name, content }))
  )
})

const pack = Command.make(
  "pack",
  {
    folder: Argument.String("folder").pipe(
      Argument.withDescription(
        `The folder to pack, with some of the folders ${[...MemberKinds.all.keys()].join(", ")}.`
      )
    ),
    key: keyFlag,
    name: Flag.String("name").pipe(Flag.withDescription("The bundle's name, such as ee-market.")),
    output: Flag.String("output").pipe(
      Flag.optional,
      Flag.withDescription("The file to write. By default NAME-VERSION.tar.")
    ),
    version: Flag.Int("version").pipe(
      Flag.withDescription("The bundle's version: a whole number above that of the bundle before.")
    )
  },
  Effect.fnUntraced(function* ({ folder, key: keyFile, name, output, version }) {
    const files = yield* readFiles(folder)
    const signer = yield* readSigner(keyFile)
    const packed = Bundle.pack({ name, version, files }, signer)
    if (Result.isFailure(packed)) return yield* Installation.toError(folder, packed.failure)
    const file = Option.getOrElse(output, () => `${name}-${version}.tar`)
    yield* writeNew(file, packed.success, 0o644)
    yield* Console.log(file)
    yield* CommandServices.printNote(
      `Operators pin it with "bundles": { "keys": { "${name}": "${signer.publicKey}" } }.`
    )
  })
).pipe(Command.withDescription("Checks the files of a folder, signs them, and writes a bundle. Prints its file."))

const printBundle = Effect.fnUntraced(function* ({ files, name, version }: Bundle.Bundle) {
  yield* CommandServices.printRow(name, String(version))
  for (const { content, name: path } of files) yield* CommandServices.printRow(path, String(content.byteLength))
})

/** Works even if other settings are invalid: a missing bundle may be the only reason why they are invalid. */
const bundleSettings = Effect.gen(function* () {
  const { bundles, errors, given, isValid } = yield* Settings.read(process.env)
  if (Option.isNone(given.configFile)) {
    return yield* failWith(
      "set SHEAF_CONFIG to a configuration file, whose member bundles.keys pins the publisher's key"
    )
  }
  return isValid("bundles") ? bundles : yield* SettingErrors.toError(errors.messages())
})

const verify = Command.make(
  "verify",
  { file: fileArgument, publicKey: publicKeyFlag },
  Effect.fnUntraced(function* ({ file, publicKey }) {
    if (Option.isSome(publicKey) && !BundleSignature.isPublicKey(publicKey.value)) {
      return yield* failWith(
        "--public-key: expected a key that begins with MCowBQYDK2VwAyEA, as sheaf bundle key prints it"
      )
    }
    const pinned = Option.isSome(publicKey) ? () => publicKey.value : (yield* bundleSettings).pinned
    yield* printBundle(yield* Installation.openFile(file, pinned))
    yield* CommandServices.printNote("The signature and every file are good. Nothing was written.")
  })
).pipe(
  Command.withDescription(
    "Checks a bundle, and prints its name and version, and for each file its path and size in bytes. Writes nothing."
  )
)

const install = Command.make(
  "install",
  { file: fileArgument },
  Effect.fnUntraced(function* ({ file }) {
    const settings = yield* bundleSettings
    const bundle = yield* Installation.openFile(file, settings.pinned)
    const { folder, isNew } = yield* Installation.install(settings, bundle)
    yield* Console.log(folder)
    yield* CommandServices.printNote(
      isNew
        ? "Run sheaf config check, and restart the service, which reads bundles when it starts."
        : "The bundle was installed already."
    )
  })
).pipe(Command.withDescription("Verifies a bundle and installs it. Prints its folder."))

const list = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    for (const { name, version } of yield* Installation.versions(yield* bundleSettings)) {
      yield* CommandServices.printRow(name, String(version))
    }
  })
).pipe(Command.withDescription("Prints the name and the version of each installed bundle."))

export const makeCommand = (name: string) =>
  Command.make(name).pipe(Command.withSubcommands([key, pack, verify, install, list]))
