/**
 * `sheaf keys sealing` and `sheaf keys rotate-sealing`: show and rotate the keys that seal stored data (spec 14.3; ADR
 * 28).
 */
import { SealingKeyRotation, SealedValueCounts } from "@sheaf/adapters-sql"
import { Clock, Console, Effect } from "effect"
import { Command } from "effect/cli"
import { failWith } from "../../errors/OperatorError.ts"
import * as CommandServices from "../CommandServices.ts"

const reportInterval = 1000

/** Prints each column's progress at most once a second, and when the column is finished. */
const reporter = () => {
  let last = 0
  return ({ column, done, total }: SealingKeyRotation.ResealingProgress) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (done < total && now - last < reportInterval) return Effect.void
      last = now
      return CommandServices.printNote(`${column}: ${done} of ${total}`)
    })
}

export const sealingCommand = Command.make("sealing", {}, () =>
  Effect.gen(function* () {
    for (const { column, count, keyId } of yield* SealedValueCounts.countAll) {
      yield* CommandServices.printRow(keyId, column, String(count))
    }
  })
).pipe(
  Command.withDescription(
    "Prints which keys sealed the stored values, one line per key and column, with tab-separated columns: key, table and " +
      "column, and number of values."
  )
)

export const rotateSealingCommand = Command.make("rotate-sealing", {}, () =>
  Effect.gen(function* () {
    const removable = yield* SealingKeyRotation.rotate(reporter()).pipe(
      Effect.catchTag("SealingKeyRotationError", ({ message }) => failWith(message)),
      Effect.onInterrupt(() => CommandServices.printNote("Stopped. Run the command again to continue."))
    )
    for (const keyId of removable) yield* Console.log(keyId)
    yield* CommandServices.printNote(
      removable.length === 0
        ? "SHEAF_KEYS has only one key, and it sealed every value."
        : `No stored value needs ${removable.length === 1 ? "this key" : "these keys"} now. Remove ` +
            `${removable.length === 1 ? "it" : "them"} from SHEAF_KEYS, and restart all nodes.`
    )
  })
).pipe(
  Command.withDescription(
    "Seals every stored value again with the first key of SHEAF_KEYS, while the service runs, and prints the keys that can " +
      "then be removed. You can stop the command at any time. Run it again to continue."
  )
)
