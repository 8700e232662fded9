/**
 * Declares the settings of the configuration file. The JSON Schema (`sheaf config schema`) and `docs/configuration.md` show
 * each setting's meaning, default and bounds.
 */
import { Schema } from "effect"

/** Documents a setting. A default that depends on something else is part of the meaning. */
export const of = <S extends Schema.Top>(schema: S, meaning: string, usual?: S["Type"]): S["Rebuild"] =>
  schema.pipe(Schema.annotateKey({ description: meaning, ...(usual !== undefined && { default: usual }) }))

/** An optional whole number between two bounds. */
export const integer = (minimum: number, maximum: number, meaning: string, usual?: number) =>
  of(Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum, maximum }))), meaning, usual)

/** The longest duration, in seconds. Larger values are usually milliseconds. */
export const maxSeconds = 365 * 24 * 60 * 60

/** An optional duration of at most a year. */
export const seconds = (meaning: string, usualMillis: number) => integer(1, maxSeconds, meaning, usualMillis / 1000)

/** An optional switch. */
export const flag = (meaning: string, usual?: boolean) => of(Schema.optionalKey(Schema.Boolean), meaning, usual)

/** The optional path of a file. */
export const path = (meaning: string) => of(Schema.optionalKey(Schema.NonEmptyString), meaning)
