/**
 * Commands' output. Every line is escaped, because text may come from clients, companies, files or the database.
 * Therefore a line stays a single line, and can neither move the terminal's cursor nor reverse the order of characters.
 */
import { Console, Effect, Layer } from "effect"

/** Control and formatting characters, line separators, and lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Escapes as JSON does, so that JSON keeps its meaning. */
const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")

/** Replaces unprintable characters with escape sequences: a tab with `\u0009`, for example. */
export const escapeUnprintable = (text: string): string => text.replace(unprintable, escaped)

/** Escapes each line of a text. */
export const escapeLines = (text: string): string => text.split("\n").map(escapeUnprintable).join("\n")

/** Escapes a line, but not the tabs between its columns. */
const escapeLine = (line: string): string => line.split("\t").map(escapeUnprintable).join("\t")

/** Several lines as one value, because line breaks in a plain text would be escaped. */
class Lines {
  readonly all: ReadonlyArray<string>

  constructor(all: ReadonlyArray<string>) {
    this.all = all
  }
}

const printable = (value: unknown): unknown => {
  if (value instanceof Lines) return value.all.map(escapeLine).join("\n")
  return typeof value === "string" ? escapeLine(value) : value
}

/** The console for all commands, which prints each text on one line. */
export const layer = Layer.effect(
  Console.Console,
  Effect.map(Console.Console, (console) => {
    const by =
      (method: "debug" | "error" | "info" | "log" | "warn") =>
      (...values: ReadonlyArray<unknown>) =>
        console[method](...values.map(printable))
    return {
      ...console,
      debug: by("debug"),
      error: by("error"),
      info: by("info"),
      log: by("log"),
      warn: by("warn")
    }
  })
)

/** Prints several lines in one write. */
export const printLines = (lines: ReadonlyArray<string>) => Console.log(new Lines(lines))

/** Prints several lines to stderr in one write. */
export const printErrorLines = (lines: ReadonlyArray<string>) => Console.error(new Lines(lines))
