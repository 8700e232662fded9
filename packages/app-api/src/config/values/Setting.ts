/**
 * Declares settings of the configuration file. Their meanings, defaults and bounds appear in the JSON Schema (`sheaf
 * config schema`) and in `docs/configuration.md`.
 */
import { Schema } from "effect"

/** Documents a setting. If its default depends on something else, `meaning` explains that. */
export const of = <S extends Schema.Top>(schema: S, meaning: string, usual?: S["Type"]): S["Rebuild"] =>
  schema.pipe(Schema.annotateKey({ description: meaning, ...(usual !== undefined && { default: usual }) }))

export const integer = (minimum: number, maximum: number, meaning: string, usual?: number) =>
  of(Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum, maximum }))), meaning, usual)

/** The maximum duration, in seconds. A larger value was probably meant as milliseconds. */
export const maxSeconds = 365 * 24 * 60 * 60

export const seconds = (meaning: string, usualMillis: number) => integer(1, maxSeconds, meaning, usualMillis / 1000)

export const flag = (meaning: string, usual?: boolean) => of(Schema.optionalKey(Schema.Boolean), meaning, usual)

export const path = (meaning: string) => of(Schema.optionalKey(Schema.NonEmptyString), meaning)
