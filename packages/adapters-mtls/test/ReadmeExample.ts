import { AuthorityFiles, ClientRequest, Issuance, SigningPolicy } from "@sheaf/adapters-mtls"
import { ClientStore } from "@sheaf/ports"
import { Effect, Result } from "effect"

/** Makes the authorities in a folder, and issues a client's first certificate. */
export const firstCertificate = Effect.fnUntraced(function* (folder: string) {
  yield* AuthorityFiles.init(folder)
  yield* (yield* ClientStore).addClient({ id: "brask", name: "Brask AB", environment: "test" })

  // The client's side: a key that stays there, and a request.
  const { request } = yield* ClientRequest.make("test", "Brask AB")

  // Ours: the request is judged, signed and recorded.
  const authority = yield* AuthorityFiles.open(folder, "test")
  const order = { request: Buffer.from(request), clientId: "brask", days: 30 }
  const { certificate, record } = yield* Issuance.issue(authority, order)
  return { certificate, serial: record.serial }
})

/** By which rule a request is refused, if it is. */
export const refusal = (request: string): string | undefined =>
  Result.match(SigningPolicy.judge(Buffer.from(request)), {
    onSuccess: () => undefined,
    onFailure: ({ rule }) => rule
  })
