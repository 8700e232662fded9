/**
 * Writes the environment file for `sheaf init`. Shells source it, systemd reads it as `EnvironmentFile`, and Docker as
 * `--env-file`. They disagree about quotes: Docker makes them part of the value. So the file contains only values that
 * need no quotes, which is enough for every setting.
 */

/** Matches letters, digits, and punctuation that has no special meaning in an environment file. */
const literal = /^[\w./:@+%[\]-]+$/

export const isLiteral = (value: string): boolean => literal.test(value)

export const allowedCharacters = "letters, digits and . / : @ + % [ ] _ - only"

export const format = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("")
