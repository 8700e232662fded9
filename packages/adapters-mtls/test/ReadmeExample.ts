import { AuthorityFiles, ClientEnrollment, Issuance, SigningPolicy } from "@sheaf/adapters-mtls"
import { ClientStore } from "@sheaf/ports"
import { Effect, Result } from "effect"

/** Creates the authorities in a folder, and issues a client's first certificate. */
export const firstCertificate = Effect.fnUntraced(function* (folder: string) {
  yield* AuthorityFiles.createMissing(folder)
  yield* (yield* ClientStore).addClient({ id: "brask", name: "Brask AB", environment: "test" })

  // The client's side: a private key that never leaves the client, and a request.
  const { request } = yield* ClientEnrollment.makeKeyAndRequest("test", "Brask AB")

  // The operator's side: checks the request, signs the certificate and records it.
  const authority = yield* AuthorityFiles.open(folder, "test")
  const order = { request: Buffer.from(request), clientId: "brask", days: 30 }
  const { certificate, record } = yield* Issuance.issue(authority, order)
  return { certificate, serial: record.serial }
})

/** Returns the rule that a request breaks. */
export const violatedRule = (request: string): string | undefined =>
  Result.match(SigningPolicy.check(Buffer.from(request)), {
    onSuccess: () => undefined,
    onFailure: ({ rule }) => rule
  })
