/** Collects the errors in several settings, so that an operator sees all of them (spec 14.1). */
import { Effect, Option, Result } from "effect"
import { OperatorError } from "../../errors/OperatorError.ts"

export type SettingPart = "variables" | "keys" | "publicUrl" | "file" | "database" | "ports"

export interface SettingErrors {
  /** Runs an effect. If it fails with an `OperatorError`, collects the messages and returns `otherwise`. */
  readonly collect: <A, R>(
    part: SettingPart,
    effect: Effect.Effect<A, OperatorError, R>,
    otherwise: NoInfer<A>
  ) => Effect.Effect<A, never, R>
  readonly add: (part: SettingPart, message: string) => void
  readonly messages: () => ReadonlyArray<string>
  readonly isValid: (part: SettingPart) => boolean
}

const messagesOf = ({ message, reasons }: OperatorError): ReadonlyArray<string> => reasons ?? [message]

export const make = (): SettingErrors => {
  const found: Array<{ readonly part: SettingPart; readonly message: string }> = []
  const add: SettingErrors["add"] = (part, message) => void found.push({ part, message })
  return {
    add,
    collect: (part, effect, otherwise) =>
      Effect.catch(effect, (error) =>
        Effect.sync(() => {
          for (const message of messagesOf(error)) add(part, message)
          return otherwise
        })
      ),
    messages: () => found.map(({ message }) => message),
    isValid: (part) => found.every((fault) => fault.part !== part)
  }
}

const startFails = (count: number) => `Sheaf cannot start, for ${count} reasons:`

export const toError = (messages: ReadonlyArray<string>, heading = startFails): OperatorError => {
  const [first = "", ...others] = messages
  return new OperatorError(
    others.length === 0 ? { message: first } : { message: heading(messages.length), reasons: messages }
  )
}

const failWith = (errors: ReadonlyArray<OperatorError>) =>
  Effect.fail(toError(errors.flatMap(messagesOf), (count) => `${count} errors:`))

export const validateBoth = Effect.fnUntraced(function* <A, B, R, S>(
  one: Effect.Effect<A, OperatorError, R>,
  other: Effect.Effect<B, OperatorError, S>
) {
  const [first, second] = yield* Effect.all([Effect.result(one), Effect.result(other)])
  if (Result.isSuccess(first) && Result.isSuccess(second)) return [first.success, second.success] as const
  return yield* failWith([Result.getFailure(first), Result.getFailure(second)].flatMap(Option.toArray))
})

/** The error contains the messages of all failed items. */
export const forEach = <Item, A, R>(
  items: ReadonlyArray<Item>,
  effect: (item: Item, index: number) => Effect.Effect<A, OperatorError, R>
) => Effect.catch(Effect.validate(items, effect), failWith)
