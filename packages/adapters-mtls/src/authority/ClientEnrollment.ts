/** The client's part of an enrollment: creates a private key and a certificate signing request (spec 5). */
import { AtomicFiles } from "@sheaf/ports"
import { Effect, FileSystem, Path, Redacted, Schema } from "effect"
import { generateKeyPair, webcrypto } from "node:crypto"
import { promisify } from "node:util"
import * as KeyPair from "../certificates/KeyPair.ts"
import * as Pem from "../certificates/Pem.ts"
import * as X509 from "../certificates/X509.ts"
import * as Authority from "./Authority.ts"

/** The required size of a client's key, in bits (spec 5, 8). */
const modulusLength = 2048

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const

/**
 * Creates a key and a certificate signing request for it, both as PEM. The authority, not the request, determines the
 * name in the certificate.
 */
export const makeKeyAndRequest = Effect.fnUntraced(function* (environment: string, name: string) {
  const x509 = yield* X509.load
  return yield* Effect.promise(async () => {
    const { privateKey, publicKey } = await promisify(generateKeyPair)("rsa", { modulusLength })
    const request = await x509.Pkcs10CertificateRequestGenerator.create(
      {
        name: X509.distinguishedNameOf(x509, environment, name),
        signingAlgorithm: algorithm,
        keys: {
          privateKey: privateKey.toCryptoKey(algorithm, false, ["sign"]),
          publicKey: publicKey.toCryptoKey(algorithm, true, ["verify"])
        }
      },
      webcrypto
    )
    return {
      key: KeyPair.keyToPem(privateKey),
      request: Pem.encode("CERTIFICATE REQUEST", new Uint8Array(request.rawData))
    }
  })
})

/** A file already exists. Nothing was written, because the file may be the only copy of a key. */
export class FileExistsError extends Schema.TaggedError<FileExistsError>()("FileExistsError", {
  file: Schema.String
}) {}

/**
 * Writes a key and a certificate signing request for each of the client's two environments. Returns the files' paths.
 * Never overwrites a file.
 */
export const write = Effect.fnUntraced(function* (folder: string, name: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const files = Authority.environments.map((environment) => ({
    environment,
    key: path.join(folder, `${environment}.key`),
    request: path.join(folder, `${environment}.csr`)
  }))
  const [taken] = yield* Effect.filter(
    files.flatMap(({ key, request }) => [key, request]),
    (file) => fileSystem.exists(file)
  )
  if (taken !== undefined) return yield* new FileExistsError({ file: taken })
  yield* AtomicFiles.makeFolder(folder)
  for (const file of files) {
    const { key, request } = yield* makeKeyAndRequest(file.environment, name)
    yield* AtomicFiles.writeNewFile(file.key, Redacted.value(key))
    yield* AtomicFiles.writeNewFile(file.request, request)
  }
  return files
})
