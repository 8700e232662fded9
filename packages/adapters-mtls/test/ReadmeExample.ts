import { AuthorityFiles, ClientEnrollment, Issuance, SigningPolicy } from "@sheaf/adapters-mtls"
import { ClientStore } from "@sheaf/ports"
import { Effect, Result } from "effect"

export const firstCertificate = Effect.fnUntraced(function* (folder: string) {
  yield* AuthorityFiles.createMissing(folder)
  yield* (yield* ClientStore).addClient({ id: "brask", name: "Brask AB", environment: "test" })

  // The client creates a private key, which it never sends, and a request.
  const { request } = yield* ClientEnrollment.makeKeyAndRequest("test", "Brask AB")

  // The operator checks and signs the request, and records the certificate.
  const authority = yield* AuthorityFiles.open(folder, "test")
  const order = { request: Buffer.from(request), clientId: "brask", days: 30 }
  const { certificate, record } = yield* Issuance.issue(authority, order)
  return { certificate, serial: record.serial }
})

export const violatedRule = (request: string): string | undefined =>
  Result.match(SigningPolicy.check(Buffer.from(request)), {
    onSuccess: () => undefined,
    onFailure: ({ rule }) => rule
  })
