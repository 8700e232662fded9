/**
 * The output of commands. Text can come from clients, companies, files or the database, so every line is escaped. A line then stays
 * one line, and nothing in it moves the terminal's cursor or reverses the order of characters.
 */
import { Console, Effect, Layer } from "effect"

/** Control and formatting characters, separators of lines, and halves of characters. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** The escape sequences are those of JSON, so that a JSON text keeps its meaning. */
const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")

/** Replaces everything unprintable by escape sequences: a tab by `\u0009`, for example. */
export const escapeUnprintable = (text: string): string => text.replace(unprintable, escaped)

/** Escapes the lines of a text, in which each line break ends a line. */
export const escapeLines = (text: string): string => text.split("\n").map(escapeUnprintable).join("\n")

/** Escapes a line, except for the tabs between its columns. */
const escapeLine = (line: string): string => line.split("\t").map(escapeUnprintable).join("\t")

/** Several lines as one value, because a line break in a text is escaped. */
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

/** The console of every command. It prints each text as one line. */
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

/** Prints several lines on stderr in one write. */
export const printErrorLines = (lines: ReadonlyArray<string>) => Console.error(new Lines(lines))
