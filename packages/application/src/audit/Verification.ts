/** Verifies that no record in the audit log was changed, removed, reordered or truncated (spec 14.4). */
import { AuditCrypto, AuditLog, genesisHash } from "@sheaf/ports"
import type { ChainedRecord, ChainHead, Checkpoint } from "@sheaf/ports"
import { Effect, Equal, Schema, Stream } from "effect"
import * as Export from "./Export.ts"

/**
 * If `faults` is empty, no records have disappeared since the given checkpoints, except those whose retention has
 * ended.
 */
export interface VerificationResult {
  readonly records: number
  readonly faults: ReadonlyArray<string>
  /** True if this service signed none of the given checkpoints: they are forged, or come from another service. */
  readonly isForeign: boolean
}

class Chain {
  readonly faults: Array<string> = []
  /** The last record that was checked. Initially, this is the last expired record. */
  last: Pick<ChainHead, "hash" | "seq">
  private readonly number: number
  private readonly marked = new Map<number, ReadonlyArray<Uint8Array>>()
  private newest = 0
  private readonly hashAfter: AuditCrypto["Service"]["hashAfter"]

  constructor(number: number, checkpoints: ReadonlyArray<Checkpoint>, hashAfter: AuditCrypto["Service"]["hashAfter"]) {
    this.number = number
    this.hashAfter = hashAfter
    for (const { hash, seq } of checkpoints) {
      this.marked.set(seq, [...(this.marked.get(seq) ?? []), hash])
      this.newest = Math.max(this.newest, seq)
    }
    const pruned = checkpoints.filter(({ kind }) => kind === "PRUNED").toSorted((one, other) => other.seq - one.seq)
    this.last = pruned[0] ?? { seq: 0, hash: genesisHash }
  }

  private report(what: string): void {
    this.faults.push(`chain ${this.number}: ${what}`)
  }

  follow({ chain, hash, seq, text }: ChainedRecord): void {
    if (seq !== this.last.seq + 1) {
      this.report(
        seq > this.last.seq + 1
          ? `records ${this.last.seq + 1} to ${seq - 1} are missing`
          : `record ${seq} is left over from erased records`
      )
    } else if (!Equal.equals(this.hashAfter(this.last.hash, text), hash)) {
      this.report(`record ${seq} was changed`)
    } else if (!text.startsWith(`{"chain":${chain},"seq":${seq},`)) this.report(`record ${seq} was moved`)
    if (this.marked.get(seq)?.some((marked) => !Equal.equals(marked, hash)) === true) {
      this.report(`record ${seq} differs from its checkpoint`)
    }
    this.last = { seq, hash }
  }

  /**
   * Compares the last checked record with the chain's head as it was before the records were read, and as it was
   * afterwards.
   */
  end(before: ChainHead | undefined, after: ChainHead | undefined): void {
    const newest = Math.max(before?.seq ?? 0, this.newest)
    if (newest > this.last.seq) this.report(`records ${this.last.seq + 1} to ${newest} are missing`)
    if (after === undefined || after.seq < this.last.seq) this.report(`record ${this.last.seq} was added`)
    const isOther = [before, after].some(
      (head) => head !== undefined && head.seq === this.last.seq && !Equal.equals(head.hash, this.last.hash)
    )
    if (isOther) this.report("the chain's end was changed")
  }
}

const byChain = (heads: ReadonlyArray<ChainHead>): ReadonlyMap<number, ChainHead> =>
  new Map(heads.map((head): [number, ChainHead] => [head.chain, head]))

/** Checks all records. `outside` contains copies of checkpoints that were stored outside the database. */
export const verifyAuditLog = Effect.fnUntraced(function* (outside: ReadonlyArray<Checkpoint> = []) {
  const log = yield* AuditLog
  const crypto = yield* AuditCrypto
  const before = byChain(yield* log.heads)
  const checkpoints = [...(yield* log.checkpoints), ...outside]
  const [signed, unsigned] = [checkpoints.filter(crypto.isSigned), checkpoints.filter((each) => !crypto.isSigned(each))]
  const chains = new Map<number, Chain>()
  const chainOf = (number: number): Chain => {
    const found = chains.get(number)
    if (found !== undefined) return found
    const own = signed.filter(({ chain }) => chain === number)
    const chain = new Chain(number, own, crypto.hashAfter)
    chains.set(number, chain)
    return chain
  }
  for (const number of before.keys()) chainOf(number)
  for (const { chain } of signed) chainOf(chain)
  let count = 0
  yield* Stream.runForEach(Export.records, (record) =>
    Effect.sync(() => {
      chainOf(record.chain).follow(record)
      count++
    })
  )
  const after = byChain(yield* log.heads)
  for (const [number, chain] of chains) chain.end(before.get(number), after.get(number))
  const isForeign = outside.length > 0 && !outside.some(crypto.isSigned)
  const wrong = isForeign ? unsigned.filter((each) => !outside.includes(each)) : unsigned
  const faults = [
    ...wrong.map(({ chain, seq }) => `chain ${chain}: the checkpoint of record ${seq} has a wrong signature`),
    ...Array.from(chains.values(), (chain) => chain.faults).flat()
  ]
  return { records: count, faults, isForeign } satisfies VerificationResult
})

const decodeTime = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ at: Schema.Finite })))

interface Expired {
  readonly head: ChainHead
  readonly fault?: string
}

/**
 * Follows a chain up to record `seq`, and returns the newest record that is older than `before`. Stops at the first
 * fault, because signing a checkpoint for a later record would hide the fault.
 */
export const findNewestExpiredRecord = Effect.fnUntraced(function* (
  { chain: number, seq: upTo }: ChainHead,
  before: number
) {
  const crypto = yield* AuditCrypto
  const signed = (yield* (yield* AuditLog).checkpoints).filter((each) => each.chain === number && crypto.isSigned(each))
  const chain = new Chain(number, signed, crypto.hashAfter)
  let head: ChainHead = { chain: number, ...chain.last }
  yield* Export.recordsAfter(head).pipe(
    Stream.takeWhile((record) => record.chain === number && record.seq <= upTo),
    Stream.runForEachWhile((record) =>
      Effect.sync(() => {
        chain.follow(record)
        if (chain.faults.length > 0) return false
        if (decodeTime(record.text).at < before) head = record
        return true
      })
    )
  )
  const [fault] = chain.faults
  return { head, ...(fault !== undefined && { fault }) } satisfies Expired
})

/**
 * Checks the records between a chain's newest signed checkpoint and `head`, and returns the first fault. This must
 * happen before `head` is signed, because a new signature must not hide a fault.
 */
export const findFirstFault = Effect.fnUntraced(function* (head: ChainHead, checkpoints: ReadonlyArray<Checkpoint>) {
  const crypto = yield* AuditCrypto
  const signed = checkpoints.filter((each) => each.chain === head.chain && crypto.isSigned(each))
  const [newest] = signed.toSorted((one, other) => other.seq - one.seq)
  const chain = new Chain(head.chain, newest === undefined ? [] : [{ ...newest, kind: "PRUNED" }], crypto.hashAfter)
  yield* Export.recordsAfter({ chain: head.chain, seq: chain.last.seq }).pipe(
    Stream.takeWhile((record) => record.chain === head.chain && record.seq <= head.seq),
    Stream.runForEach((record) => Effect.sync(() => chain.follow(record)))
  )
  chain.end(head, head)
  return chain.faults.at(0)
})
