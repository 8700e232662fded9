/** `sheaf audit`: shows who did what (spec 14.4). */
import { AuditExport, AuditVerification } from "@sheaf/application"
import { auditActions, AuditLog } from "@sheaf/ports"
import type { ChainPosition } from "@sheaf/ports"
import { Console, Effect, Option, Schema, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import * as AuditFile from "../audit/AuditFile.ts"
import { failWith } from "../errors/OperatorError.ts"
import * as CommandServices from "./CommandServices.ts"

const Ids = Schema.Record(Schema.String, Schema.String)

/** The members that `list` prints. A record from another release may have more. */
const Shown = Schema.Struct({
  at: Schema.Finite,
  action: Schema.String,
  actor: Ids,
  subject: Ids,
  outcome: Schema.optionalKey(Schema.String)
})
const decodeShown = Schema.decodeUnknownOption(Schema.fromJsonString(Shown))

const pairs = (ids: typeof Ids.Type): string =>
  Object.entries(ids)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ")

const list = Command.make(
  "list",
  {
    client: Flag.String("client").pipe(
      Flag.withDescription("Prints only records about the client with this id, or by it."),
      Flag.optional
    ),
    action: Flag.Literals("action", auditActions).pipe(
      Flag.withDescription("Prints only records of this action."),
      Flag.optional
    ),
    addresses: Flag.Boolean("addresses").pipe(
      Flag.withDescription("Prints the callers' addresses, too. They are erased after 90 days."),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ action, addresses, client }) {
    const { addressOf } = yield* AuditLog
    const isWanted = (shown: typeof Shown.Type) =>
      Option.match(action, { onNone: () => true, onSome: (wanted) => shown.action === wanted }) &&
      Option.match(client, {
        onNone: () => true,
        onSome: (id) => shown.subject["clientId"] === id || shown.actor["clientId"] === id
      })
    const shownAddress = (record: ChainPosition) =>
      addressOf(record).pipe(
        Effect.catchIf(
          ({ reason }) => reason === "UNREADABLE",
          () => Effect.succeedSome("unreadable")
        ),
        Effect.map(Option.match({ onNone: () => [], onSome: (address) => [`address=${address}`] }))
      )
    yield* Stream.runForEach(
      AuditExport.records,
      Effect.fnUntraced(function* (record) {
        const shown = decodeShown(record.text)
        if (Option.isNone(shown) || !isWanted(shown.value)) return
        const { action, actor, at, outcome, subject } = shown.value
        yield* CommandServices.printRow(
          CommandServices.formatTime(at),
          action,
          pairs(actor),
          pairs(subject),
          ...(outcome === undefined ? [] : [outcome]),
          ...(addresses ? yield* shownAddress(record) : [])
        )
      })
    )
  })
).pipe(
  Command.withDescription(
    "Prints one record per line, with tab-separated columns: time, action, actor, subject and, if the record has " +
      "them, outcome and address. Records of one chain are in order."
  )
)

const checkpointsFlag = Flag.String("checkpoints").pipe(
  Flag.withDescription(
    "File of checkpoints from outside the database, such as audit-checkpoints.jsonl in the data folder. Shows records " +
      "that were cut off together with their checkpoints."
  ),
  Flag.optional
)

/**
 * Points out restored backups. A restore can lose records that a checkpoint still covers, which looks like tampering;
 * only the operator can tell the two apart.
 */
const explainRestorations = Stream.runForEach(AuditExport.records, ({ seq, text }) => {
  const shown = Option.filter(decodeShown(text), ({ action }) => action === "RESTORED")
  if (Option.isNone(shown)) return Effect.void
  const { at, outcome = "" } = shown.value
  return CommandServices.printNote(
    `record ${seq}: the backup of ${outcome} was restored at ${CommandServices.formatTime(at)}; checkpoints from between these times ` +
      "can belong to lost records"
  )
})

const verify = Command.make(
  "verify",
  { checkpoints: checkpointsFlag },
  Effect.fnUntraced(function* ({ checkpoints }) {
    const outside = Option.isNone(checkpoints) ? [] : yield* AuditFile.read("--checkpoints", checkpoints.value)
    const { faults, isForeign, records } = yield* AuditVerification.verifyAuditLog(outside)
    for (const fault of faults) yield* Console.log(fault)
    if (faults.length > 0) yield* explainRestorations
    if (faults.length > 0) return yield* failWith(`the audit log was changed outside of Sheaf (${records} records)`)
    if (isForeign) {
      return yield* failWith(
        "--checkpoints: this service signed none of them. Take the file of this service's data folder, or your copy of it"
      )
    }
    yield* Console.log(`${records} records, unchanged`)
  })
).pipe(
  Command.withDescription(
    "Checks that no record was changed, removed or moved, and prints each fault. Exits with 1 if there is one."
  )
)

const exportAll = Command.make(
  "export",
  {},
  Effect.fnUntraced(function* () {
    yield* CommandServices.printStream(Stream.map(AuditExport.exportLines, (line) => `${line}\n`))
  })
).pipe(
  Command.withDescription(
    "Prints all records and checkpoints, and the public key of the signatures, as one JSON object per line."
  )
)

export const makeCommand = (name: string) =>
  Command.make(name).pipe(Command.withSubcommands([list, verify, exportAll]), Command.provide(CommandServices.layer))
