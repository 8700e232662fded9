/**
 * Declares the configuration file's settings. The settings' meanings, defaults and bounds appear in the JSON Schema
 * (`sheaf config schema`) and in `docs/configuration.md`.
 */
import { Schema } from "effect"

/** Documents a setting. A default that depends on something else is explained in the meaning. */
export const of = <S extends Schema.Top>(schema: S, meaning: string, usual?: S["Type"]): S["Rebuild"] =>
  schema.pipe(Schema.annotateKey({ description: meaning, ...(usual !== undefined && { default: usual }) }))

/** An optional whole number within bounds. */
export const integer = (minimum: number, maximum: number, meaning: string, usual?: number) =>
  of(Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum, maximum }))), meaning, usual)

/** The maximum duration, in seconds. A larger value was probably meant in milliseconds. */
export const maxSeconds = 365 * 24 * 60 * 60

/** An optional duration of up to a year. */
export const seconds = (meaning: string, usualMillis: number) => integer(1, maxSeconds, meaning, usualMillis / 1000)

/** An optional switch. */
export const flag = (meaning: string, usual?: boolean) => of(Schema.optionalKey(Schema.Boolean), meaning, usual)

/** An optional file path. */
export const path = (meaning: string) => of(Schema.optionalKey(Schema.NonEmptyString), meaning)
