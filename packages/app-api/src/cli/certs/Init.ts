/** `sheaf certs init`: makes the two authorities, once. */
import { AuthorityFiles } from "@sheaf/adapters-mtls"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import * as Administration from "../Administration.ts"
import * as Authorities from "./Authorities.ts"

export const command = Command.make("init", {}, () =>
  Effect.gen(function* () {
    const { folder } = yield* Authorities.place
    const made = yield* AuthorityFiles.init(folder).pipe(
      Effect.catchTag("PlatformError", ({ reason }) =>
        Administration.refuse(`the authorities cannot be made in ${folder}: ${reason._tag}`)
      )
    )
    if (made.length === 0) return yield* Administration.refuse(`the authorities are there already, in ${folder}`)
    for (const environment of made) yield* Console.log(environment)
    yield* Administration.note(`Made in ${folder}. Keep a copy of the keys where nobody else finds it.`)
  })
).pipe(
  Command.withDescription(
    "Makes the authorities for test and production, and prints which it made. What is there is never overwritten."
  ),
  Command.provide(NodeCrypto.layer)
)
