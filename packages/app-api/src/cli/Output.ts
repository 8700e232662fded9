/**
 * Prints commands' output. Every line is escaped, because its text may come from clients, companies, files or the
 * database. So a line stays a single line and can neither move the terminal's cursor nor reverse the order of
 * characters.
 */
import { Console, Effect, Layer } from "effect"

const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Uses JSON's escapes, so that escaped JSON keeps its meaning. */
const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")

/** Replaces unprintable characters with escape sequences, for example a tab with `\u0009`. */
export const escapeUnprintable = (text: string): string => text.replace(unprintable, escaped)

export const escapeLines = (text: string): string => text.split("\n").map(escapeUnprintable).join("\n")

const escapeLine = (line: string): string => line.split("\t").map(escapeUnprintable).join("\t")

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

/** The console that all commands use. It prints each text on a single line. */
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

export const printLines = (lines: ReadonlyArray<string>) => Console.log(new Lines(lines))

export const printErrorLines = (lines: ReadonlyArray<string>) => Console.error(new Lines(lines))
