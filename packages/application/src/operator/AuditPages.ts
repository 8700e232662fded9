/** Reads the audit log backward: every chain's newest records come first (spec 14.4). */
import type { AuditEntry, AuditEntryPage } from "@sheaf/domain/OperatorViews"
import { AuditLog, InvalidCursor } from "@sheaf/ports"
import type { ChainedRecord, ChainPosition } from "@sheaf/ports"
import { Effect, Option, Schema } from "effect"
import { timestampOf } from "../views/Display.ts"

const pageSize = 50

const Ids = Schema.Record(Schema.String, Schema.String)

/** The members of a record that a page shows. Records from other releases may have more. */
const Shown = Schema.Struct({
  at: Schema.Finite,
  action: Schema.String,
  actor: Ids,
  subject: Ids,
  outcome: Schema.optionalKey(Schema.String),
  requestId: Schema.optionalKey(Schema.String)
})
const decodeShown = Schema.decodeUnknownOption(Schema.fromJsonString(Shown))

/** Stands in for a record that cannot be read. Leaving it out would make it look erased. */
const unreadable = { at: 0, action: "UNREADABLE", actor: {}, subject: {} }

export const entryOf = ({ chain, seq, text }: ChainedRecord): AuditEntry => {
  const { at, ...shown } = Option.getOrElse(decodeShown(text), () => unreadable)
  return { chain, seq, at: timestampOf(at), ...shown }
}

const newestFirst = (one: AuditEntry, other: AuditEntry): number =>
  other.at.localeCompare(one.at) || other.chain - one.chain || other.seq - one.seq

/**
 * A cursor names the oldest record shown from each chain. For example, `0:120,3:17` stands for record 120 of chain 0
 * and record 17 of chain 3.
 */
const write = (positions: ReadonlyArray<ChainPosition>): string =>
  positions.map(({ chain, seq }) => `${chain}:${seq}`).join(",")

const form = /^\d{1,9}:\d{1,15}(?:,\d{1,9}:\d{1,15}){0,99}$/

const read = (cursor: string): Effect.Effect<ReadonlyArray<ChainPosition>, InvalidCursor> =>
  form.test(cursor)
    ? Effect.succeed(
        cursor.split(",").map((place) => {
          const [chain = 0, seq = 0] = place.split(":").map(Number)
          return { chain, seq }
        })
      )
    : Effect.fail(new InvalidCursor())

export const makePageReader = Effect.map(AuditLog, ({ after, heads }) => {
  const newest = Effect.map(Effect.orDie(heads), (all) => all.map(({ chain, seq }) => ({ chain, seq: seq + 1 })))

  const before = ({ chain, seq }: ChainPosition) =>
    Effect.map(Effect.orDie(after({ chain, seq: Math.max(0, seq - 1 - pageSize) }, pageSize)), (records) =>
      records.filter((record) => record.chain === chain && record.seq < seq).map(entryOf)
    )

  return Effect.fnUntraced(function* (cursor?: string) {
    const positions = cursor === undefined ? yield* newest : yield* read(cursor)
    const found = yield* Effect.forEach(positions, before)
    const entries = found.flat().toSorted(newestFirst).slice(0, pageSize)
    const shown = positions.map(({ chain, seq }) => ({
      chain,
      seq: Math.min(seq, ...entries.filter((entry) => entry.chain === chain).map((entry) => entry.seq))
    }))
    const page: AuditEntryPage = { entries, ...(entries.length === pageSize && { next: write(shown) }) }
    return page
  })
})
