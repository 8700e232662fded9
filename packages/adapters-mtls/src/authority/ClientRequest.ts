/** The client's side (spec 5): a key of its own, and the request for a certificate of it. */
import { Effect, FileSystem, Path, Redacted, Schema } from "effect"
import { generateKeyPair, webcrypto } from "node:crypto"
import { promisify } from "node:util"
import * as Authority from "./Authority.ts"
import * as OwnersFiles from "./OwnersFiles.ts"
import * as Pem from "../certificates/Pem.ts"
import * as X509 from "../certificates/X509.ts"

/** What is asked of a client's key (spec 5; spec 8). */
const modulusLength = 2048

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const

/** A private key and the request that it signed, both in PEM. */
export interface KeyAndRequest {
  readonly key: Redacted.Redacted
  readonly request: string
}

/** Makes a key, and a request in this name. The authority gives the certificate another one. */
export const make = Effect.fnUntraced(function* (environment: string, name: string) {
  const x509 = yield* X509.load
  return yield* Effect.promise(async (): Promise<KeyAndRequest> => {
    const { privateKey, publicKey } = await promisify(generateKeyPair)("rsa", { modulusLength })
    const request = await x509.Pkcs10CertificateRequestGenerator.create(
      {
        name: X509.nameOf(x509, environment, name),
        signingAlgorithm: algorithm,
        keys: {
          privateKey: privateKey.toCryptoKey(algorithm, false, ["sign"]),
          publicKey: publicKey.toCryptoKey(algorithm, true, ["verify"])
        }
      },
      webcrypto
    )
    return {
      key: Redacted.make(privateKey.export({ type: "pkcs8", format: "pem" }).toString()),
      request: Pem.encode("CERTIFICATE REQUEST", new Uint8Array(request.rawData))
    }
  })
})

/** A file is there already, and nothing was written: the key in it may be the only one of its kind. */
export class FileExists extends Schema.TaggedError<FileExists>()("FileExists", { file: Schema.String }) {}

const filesIn = (path: Path.Path, folder: string) =>
  Authority.environments.map((environment) => ({
    environment,
    key: path.join(folder, `${environment}.key`),
    request: path.join(folder, `${environment}.csr`)
  }))

/** The two keys and the two requests of a client, in files of this folder; gives the paths. Overwrites nothing. */
export const write = Effect.fnUntraced(function* (folder: string, name: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const files = filesIn(yield* Path.Path, folder)
  const [taken] = yield* Effect.filter(
    files.flatMap(({ key, request }) => [key, request]),
    (file) => fileSystem.exists(file)
  )
  if (taken !== undefined) return yield* new FileExists({ file: taken })
  yield* OwnersFiles.makeFolder(folder)
  for (const file of files) {
    const { key, request } = yield* make(file.environment, name)
    yield* OwnersFiles.writeNew(file.key, Redacted.value(key))
    yield* OwnersFiles.writeNew(file.request, request)
  }
  return files
})
