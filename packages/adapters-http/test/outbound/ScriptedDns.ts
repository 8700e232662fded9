/** A DNS service with scripted answers. */
import { Effect, Layer } from "effect"
import { Dns, NetAddress } from "effect/net"

/**
 * Each lookup, whatever the name, resolves to the next list of addresses. Lookups after the last list get that list
 * again.
 */
export const makeDns = (...answers: ReadonlyArray<ReadonlyArray<string>>) => {
  let lookups = 0
  const lookup = () =>
    Effect.sync(() => (answers[Math.min(lookups++, answers.length - 1)] ?? []).map(NetAddress.ipFromStringUnsafe))
  return { layer: Layer.succeed(Dns.Dns, Dns.make({ lookup })), lookups: () => lookups }
}

export const loopback = makeDns(["127.0.0.1"]).layer
