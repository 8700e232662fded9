/** The certificates of nodes, also while their common secret changes (ADR 28). */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { X509Certificate } from "node:crypto"
import { NodeIdentity } from "../../src/index.ts"

const secretOf = (fill: number) => Redacted.make(new Uint8Array(32).fill(fill))
const [old, next] = [secretOf(1), secretOf(2)]

const certificatesIn = (pem: string) =>
  (pem.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? []).map(
    (text) => new X509Certificate(text)
  )

/** Returns true if a node accepts another node's certificate. */
const accepts = (node: NodeIdentity.NodeIdentity, other: NodeIdentity.NodeIdentity): boolean =>
  certificatesIn(node.authority).some((authority) => {
    const certificate = new X509Certificate(other.certificate)
    return certificate.checkIssued(authority) && certificate.verify(authority.publicKey)
  })

it.effect("a node accepts nodes with its own secrets only, and each step of a rotation accepts the next", () =>
  Effect.gen(function* () {
    const [before, both, after, later] = yield* Effect.all([
      NodeIdentity.make(old),
      NodeIdentity.make(old, [next]),
      NodeIdentity.make(next, [old]),
      NodeIdentity.make(next)
    ])
    for (const [one, other] of [
      [before, both],
      [both, after],
      [after, later]
    ] as const) {
      assert.isTrue(accepts(one, other) && accepts(other, one))
    }
    assert.isFalse(accepts(before, later) || accepts(later, before))
  }).pipe(Effect.provide(NodeCrypto.layer))
)
