/** The command line of `npm run soak`. */
import { parseArgs } from "node:util"

export type Command =
  | { readonly _tag: "Print"; readonly text: string }
  | { readonly _tag: "Refused"; readonly reason: string }
  | { readonly _tag: "Run"; readonly minutes: number; readonly personsPerSecond: number }

const usage = `Usage: npm run soak -- [minutes] [--rate 2]

Uses a service on SQLite for this many minutes, by default 60, and reports whether it needs more and more resources. Persons
arrive at a constant rate. Each starts two collections, follows them to the end, authorizes and revokes a consent, and is
erased. Meanwhile, events go to a webhook endpoint, its secret is replaced, and API keys are created and revoked. In the first and
the last quarter, the service is killed repeatedly, and starts with a new sealing key each time. Interrupted persons come back. The retention is seconds long.

A row shows the time, the service's resident memory, its live objects, its file descriptors, the rows in all tables, the size of
the database file with its free pages, and the 50th and 99th percentile of requests since the previous row.

Memory, descriptors and latency are compared within the part without kills, tables and the file after the first quarter: the
second half must not exceed the first by more than a tolerance. Tables that Sheaf keeps for longer than any run, such as the
audit log, do not count. Expired rows are erased once a minute, so only runs of several minutes say something about tables.

  --rate 2  the number of persons that arrive each second
  --help    prints this text
`

const numberOf = (name: string, text: string): number => {
  const value = Number(text)
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(text) || value === 0) throw new Error(`${name} ${text}: expected a number above 0`)
  return value
}

/** Parses the arguments of a run. */
export const parse = (args: ReadonlyArray<string>): Command => {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { rate: { type: "string", default: "2" }, help: { type: "boolean" } },
      allowPositionals: true
    })
    if (values.help === true) return { _tag: "Print", text: usage }
    const [minutes = "60", ...more] = positionals
    if (more.length > 0) throw new Error(`unexpected ${more.join(", ")}; see --help`)
    return { _tag: "Run", minutes: numberOf("minutes", minutes), personsPerSecond: numberOf("--rate", values.rate) }
  } catch (error) {
    return { _tag: "Refused", reason: error instanceof Error ? error.message : String(error) }
  }
}
