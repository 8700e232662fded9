/** What is wrong with the settings, in one line. */
import { Effect, Schema } from "effect"

/** The service cannot start as it is configured. The message names the setting and the rule, never a secret. */
export class SettingsError extends Schema.TaggedError<SettingsError>()("SettingsError", {
  message: Schema.String
}) {}

/** Fails with this sentence. */
export const refuse = (message: string): Effect.Effect<never, SettingsError> =>
  Effect.fail(new SettingsError({ message }))
