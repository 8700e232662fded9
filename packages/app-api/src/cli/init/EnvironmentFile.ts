/**
 * The environment file that `sheaf init` writes. Shells source it, systemd reads it as `EnvironmentFile`, and Docker as
 * `--env-file`. Because the three disagree on quotes, which Docker makes a part of the value, the file contains only
 * values that all three read literally, which suffices for every setting.
 */

/** Matches letters, digits, and punctuation that has no special meaning in an environment file. */
const literal = /^[\w./:@+%[\]-]+$/

export const isLiteral = (value: string): boolean => literal.test(value)

/** The allowed characters, for error messages. */
export const allowedCharacters = "letters, digits and . / : @ + % [ ] _ - only"

/** Formats variables whose values are literal. */
export const format = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("")
