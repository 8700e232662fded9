/** The audit log's signed checkpoints, and the erasure of records whose retention has ended (spec 14.4). */
import { AuditLog, AuditCrypto } from "@sheaf/ports"
import type { ChainHead, Checkpoint } from "@sheaf/ports"
import { Clock, Context, Duration, Effect } from "effect"
import { auditRetentionMillis } from "../settings/Retention.ts"
import * as Verification from "./Verification.ts"

const addressesKeptFor = Duration.toMillis("90 days")

/** Copies a checkpoint to a place outside the database, beyond the reach of anyone who tampers with the database. */
export const CheckpointPublisher = Context.Reference<(checkpoint: Checkpoint) => Effect.Effect<void>>(
  "@sheaf/application/CheckpointPublisher",
  { defaultValue: () => () => Effect.void }
)

const logFault = (fault: string, consequence: string) =>
  Effect.logError(`the audit log was changed outside of Sheaf; ${consequence}`).pipe(Effect.annotateLogs({ fault }))

/** Signs the newest state of each chain that has grown since its last checkpoint, except chains that show tampering. */
export const signCheckpoints = Effect.gen(function* () {
  const log = yield* AuditLog
  const { sign } = yield* AuditCrypto
  const publish = yield* CheckpointPublisher
  const at = yield* Clock.currentTimeMillis
  const checkpoints = yield* log.checkpoints
  const known = new Map(
    checkpoints.filter(({ kind }) => kind === "CHECKPOINT").map(({ chain, seq }): [number, number] => [chain, seq])
  )
  const signed: Array<Checkpoint> = []
  for (const head of yield* log.heads) {
    if (head.seq <= (known.get(head.chain) ?? 0)) continue
    const fault = yield* Verification.findFirstFault(head, checkpoints)
    if (fault === undefined) signed.push(sign({ ...head, kind: "CHECKPOINT", at }))
    else yield* logFault(fault, "its state is not signed")
  }
  if (signed.length === 0) return
  // Publish first, then store. After a crash in between, the checkpoint is published twice, which is harmless. In the
  // other order, a stored checkpoint might have no copy outside the database, and nobody would notice a truncated log.
  yield* Effect.forEach(signed, publish, { discard: true })
  yield* log.keep(signed)
})

/**
 * Erases records and addresses whose retention has ended. A signed checkpoint marks the last erased record. If a record
 * shows tampering, keeps it and all later records in its chain.
 */
export const eraseExpiredRecords = Effect.gen(function* () {
  const log = yield* AuditLog
  const { sign } = yield* AuditCrypto
  const at = yield* Clock.currentTimeMillis
  const before = at - auditRetentionMillis
  const prune = Effect.fnUntraced(function* (last: ChainHead) {
    const { fault, head } = yield* Verification.findNewestExpiredRecord(last, before)
    if (fault !== undefined) yield* logFault(fault, "its records are kept")
    const { chain, hash, seq } = head
    if (seq > 0) yield* log.prune(sign({ chain, hash, seq, kind: "PRUNED", at }))
  })
  yield* Effect.forEach(yield* log.lastBefore(before), prune, { discard: true })
  yield* log.eraseAddresses(at - addressesKeptFor)
})
