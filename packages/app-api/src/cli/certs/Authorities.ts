/** Where the authorities of this data folder are, and how a command opens one. */
import { Authority, AuthorityFiles } from "@sheaf/adapters-mtls"
import type { Environment } from "@sheaf/ports"
import { Effect } from "effect"
import { Flag } from "effect/cli"
import * as DataFolder from "../../DataFolder.ts"
import * as Settings from "../../config/Settings.ts"
import * as Administration from "../Administration.ts"

/** The settings, and the folder in which the authorities are. */
export const place = Effect.gen(function* () {
  const settings = yield* Settings.load(process.env)
  const { certificates } = yield* DataFolder.prepare(settings)
  return { settings, folder: certificates }
})

/** Which of the two authorities is meant. */
export const environment = Flag.Literals("environment", Authority.environments).pipe(
  Flag.withDescription("The authority: test or production. What one signed is worth nothing with the other.")
)

/** Opens an authority to sign with it, or says why it cannot be used. */
export const open = (folder: string, of: Environment) =>
  AuthorityFiles.open(folder, of).pipe(
    Effect.catchTag("AuthorityUnusable", ({ message }) => Administration.refuse(message))
  )
