/**
 * The file of variables that init writes. Shells source it, systemd reads it as an `EnvironmentFile`, and Docker as an `--env-file`.
 * They agree on no quotes: Docker keeps them as part of the value. So the file contains only values that all of them read literally, and
 * every setting of a service can be written that way.
 */

/** Letters, digits and punctuation without a meaning in any of the readers. */
const literal = /^[\w./:@+%[\]-]+$/

export const isLiteral = (value: string): boolean => literal.test(value)

/** The allowed characters, for error messages. */
export const allowedCharacters = "letters, digits and . / : @ + % [ ] _ - only"

/** Formats variables whose values are literal. */
export const format = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("")
