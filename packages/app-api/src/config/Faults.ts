/** Collects the errors of several settings, so that an operator sees all of them at once (decisions 19). */
import { Effect } from "effect"
import { OperatorError } from "../OperatorError.ts"

/** The settings that checks can depend on. */
export type SettingPart = "variables" | "keys" | "publicUrl" | "file" | "database" | "ports" | "node"

export interface Faults {
  /** Runs an effect. If it fails with an `OperatorError`, keeps the error for the list and returns `otherwise`. */
  readonly collect: <A, R>(
    part: SettingPart,
    effect: Effect.Effect<A, OperatorError, R>,
    otherwise: NoInfer<A>
  ) => Effect.Effect<A, never, R>
  readonly add: (part: SettingPart, message: string) => void
  readonly messages: () => ReadonlyArray<string>
  /** Returns true if a part has no error, so that its value means something. */
  readonly isSound: (part: SettingPart) => boolean
}

export const make = (): Faults => {
  const found: Array<{ readonly part: SettingPart; readonly message: string }> = []
  const add: Faults["add"] = (part, message) => void found.push({ part, message })
  return {
    add,
    collect: (part, effect, otherwise) =>
      Effect.catch(effect, ({ message }) =>
        Effect.sync(() => {
          add(part, message)
          return otherwise
        })
      ),
    messages: () => found.map(({ message }) => message),
    isSound: (part) => found.every((fault) => fault.part !== part)
  }
}

/** Returns the error for these messages: a single message alone, several as a list. */
export const toError = (messages: ReadonlyArray<string>): OperatorError => {
  const [first = "", ...others] = messages
  return new OperatorError(
    others.length === 0
      ? { message: first }
      : { message: `Sheaf cannot start, for ${messages.length} reasons:`, reasons: messages }
  )
}
