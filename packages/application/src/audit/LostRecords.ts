/**
 * Finds the records that were in a lost database but are not in its restored backup (spec 14.4). Reads them from an
 * export of the audit log that continues the backup's chains.
 */
import { AuditCrypto, genesisHash } from "@sheaf/ports"
import type { AuditSubject, ChainedRecord, ChainHead } from "@sheaf/ports"
import { Effect, Equal, Option, Schema, Stream } from "effect"
import * as Export from "./Export.ts"

/** The export does not continue the backup's chains. The message is a single line. */
export class AuditExportError extends Schema.TaggedError<AuditExportError>()("AuditExportError", {
  message: Schema.String
}) {}

export interface LostRecord extends ChainedRecord {
  readonly recordId: string
  readonly at: number
  readonly action: string
  readonly subject: AuditSubject
  readonly outcome?: string
}

const Line = Schema.Struct({
  record: Schema.optionalKey(Schema.String),
  hash: Schema.optionalKey(Schema.Uint8ArrayFromHex),
  checkpoint: Schema.optionalKey(Export.CheckpointJson),
  publicKey: Schema.optionalKey(Schema.String)
})
const decodeLine = Schema.decodeUnknownOption(Schema.fromJsonString(Line))

const RecordText = Schema.Struct({
  chain: Schema.Finite,
  seq: Schema.Finite,
  recordId: Schema.String,
  at: Schema.Finite,
  action: Schema.String,
  subject: Schema.Record(Schema.String, Schema.String),
  outcome: Schema.optionalKey(Schema.String)
})
const decodeRecord = Schema.decodeUnknownOption(Schema.fromJsonString(RecordText))

const refuse = (message: string): Effect.Effect<never, AuditExportError> =>
  Effect.fail(new AuditExportError({ message }))

const changed = "the audit log was changed, or belongs to another service"

/**
 * Reads an export line by line. Fails if the export is incomplete or not signed, or if its records do not continue the
 * chains from `heads`.
 */
export const readAuditExport = Effect.fnUntraced(function* <E, R>(
  lines: Stream.Stream<string, E, R>,
  heads: ReadonlyArray<ChainHead>
) {
  const crypto = yield* AuditCrypto
  const known = new Map(heads.map((head): [number, ChainHead] => [head.chain, head]))
  const headOf = (chain: number): ChainHead => known.get(chain) ?? { chain, seq: 0, hash: genesisHash }
  const ends = new Map<number, Pick<ChainHead, "hash" | "seq">>()
  const lost: Array<LostRecord> = []
  let isComplete = false

  const follow = (text: string, hash: Uint8Array): string | undefined => {
    const decoded = decodeRecord(text)
    if (Option.isNone(decoded)) return "a record is not readable"
    const { chain, seq } = decoded.value
    const head = headOf(chain)
    if (seq < head.seq) return undefined
    if (seq === head.seq) return Equal.equals(hash, head.hash) ? undefined : changed
    const last = ends.get(chain) ?? head
    if (seq !== last.seq + 1) return `records ${last.seq + 1} to ${seq - 1} are missing`
    if (!Equal.equals(crypto.hashAfter(last.hash, text), hash)) return changed
    ends.set(chain, { seq, hash })
    lost.push({ ...decoded.value, text, hash })
    return undefined
  }

  const check = (checkpoint: typeof Export.CheckpointJson.Type): string | undefined => {
    if (!crypto.isSigned(checkpoint)) return "a checkpoint has a wrong signature"
    const { chain, hash, seq } = checkpoint
    const end = ends.get(chain) ?? headOf(chain)
    if (seq > end.seq) return `records ${end.seq + 1} to ${seq} are missing`
    const record = lost.find((each) => each.chain === chain && each.seq === seq)
    return record === undefined || Equal.equals(record.hash, hash) ? undefined : changed
  }

  yield* Stream.runForEach(
    Stream.filter(lines, (line) => line !== ""),
    (line) => {
      const decoded = decodeLine(line)
      if (Option.isNone(decoded)) return refuse("a line is not of an audit export")
      const { checkpoint, hash, publicKey, record } = decoded.value
      if (publicKey !== undefined) isComplete = true
      const fault =
        record !== undefined && hash !== undefined
          ? follow(record, hash)
          : checkpoint === undefined
            ? undefined
            : check(checkpoint)
      return fault === undefined ? Effect.void : refuse(fault)
    }
  )
  if (!isComplete) return yield* refuse("the export is not complete: its last line with the public key is missing")
  return lost satisfies ReadonlyArray<LostRecord>
})
