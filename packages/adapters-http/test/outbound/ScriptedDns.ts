/** A scripted DNS. */
import { Effect, Layer } from "effect"
import { Dns, NetAddress } from "effect/net"

/** At each lookup, resolves every name to the next list of addresses. Repeats the last list. */
export const makeDns = (...answers: ReadonlyArray<ReadonlyArray<string>>) => {
  let lookups = 0
  const lookup = () =>
    Effect.sync(() => (answers[Math.min(lookups++, answers.length - 1)] ?? []).map(NetAddress.ipFromStringUnsafe))
  return { layer: Layer.succeed(Dns.Dns, Dns.make({ lookup })), lookups: () => lookups }
}

/** Resolves every name to this machine. */
export const loopback = makeDns(["127.0.0.1"]).layer
