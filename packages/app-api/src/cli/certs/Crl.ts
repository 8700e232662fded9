/** `sheaf certs crl`: what an authority has taken back, for whoever checks certificates elsewhere (RFC 5280 §5). */
import { RevocationList } from "@sheaf/adapters-mtls"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as Administration from "../Administration.ts"
import * as Authorities from "./Authorities.ts"

export const command = Command.make(
  "crl",
  {
    environment: Authorities.environment,
    form: Flag.Literals("form", ["pem", "der"]).pipe(
      Flag.withDescription("How it is written: pem, or der."),
      Flag.withDefault("pem" as const)
    )
  },
  Effect.fnUntraced(function* ({ environment, form }) {
    const { folder } = yield* Authorities.place
    const list = yield* RevocationList.make(yield* Authorities.open(folder, environment))
    // Bytes, which Console cannot print.
    yield* Effect.sync(() => process.stdout.write(list[form]))
    yield* Administration.note("The list is good for seven days. Whoever uses it needs a newer one by then.")
  })
).pipe(
  Command.withDescription("Prints the revocation list of an authority, signed by it as of now."),
  Command.provide(Administration.layer)
)
