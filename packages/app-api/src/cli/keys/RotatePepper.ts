/** `sheaf keys rotate-pepper`: rotates the key that hashes references and API keys (spec 14.3; ADR 28). */
import { PepperRotation } from "@sheaf/adapters-sql"
import { Effect } from "effect"
import { Command } from "effect/cli"
import * as Settings from "../../config/Settings.ts"
import { failWith } from "../../errors/OperatorError.ts"
import * as CommandServices from "../CommandServices.ts"

const listed = ({ expiring, keyIds }: PepperRotation.PendingReferences): string =>
  [
    ...(keyIds.length === 0 ? [] : [`API keys that no client has used since: ${keyIds.join(", ")}`]),
    ...expiring.map(({ count, what }) => `${what}: ${count}`)
  ].join("; ")

export const rotatePepperCommand = Command.make("rotate-pepper", {}, () =>
  Effect.gen(function* () {
    const { retention } = yield* Settings.load(process.env)
    if (!(yield* PepperRotation.hasOlderPeppers)) {
      return yield* CommandServices.printNote(
        "There is only one pepper, so nothing is hashed with another. To rotate it, put a new one in front " +
          "(SHEAF_PEPPER=new,old), restart all nodes, and run this command."
      )
    }
    const left = yield* PepperRotation.rotate(retention.idempotency, ({ column, done }) =>
      CommandServices.printNote(`${column}: ${done}`)
    ).pipe(
      Effect.catchTag("PepperRotationError", ({ message }) => failWith(message)),
      Effect.onInterrupt(() => CommandServices.printNote("Stopped. Run the command again to continue."))
    )
    if (left.keyIds.length > 0 || left.expiring.length > 0) {
      return yield* failWith(
        `the older pepper is still needed (${listed(left)}): run the command again once these are used or expired, or revoke the keys`
      )
    }
    yield* CommandServices.printNote(
      "Nothing needs an older pepper now. Remove it from SHEAF_PEPPER, and restart all nodes. Keep it as long as you keep backups " +
        "and audit checkpoints from before."
    )
  })
).pipe(
  Command.withDescription(
    "Hashes references with the first pepper of SHEAF_PEPPER, while the service runs, and says whether something still needs an " +
      "older one. You can stop the command at any time. Run it again to continue."
  )
)
