/**
 * `npm run soak -- [minutes]`: uses the service for a long time, and reports whether its resource usage keeps growing.
 */
import { Argument, Command, Flag } from "effect/cli"
import * as CommandLine from "../workshop/CommandLine.ts"
import * as Soak from "./Soak.ts"

const description = `Uses a service on SQLite, and reports whether it needs more and more resources. Persons arrive at a constant
rate. Each starts two collections, follows them to the end, authorizes and revokes a consent, and is erased. Meanwhile, events go
to a webhook endpoint, its secret is replaced, and API keys are created and revoked. In the first and the last quarter, the
service is killed repeatedly, and starts with a new sealing key each time. Interrupted persons come back. The retention is
seconds long.

A row shows the time, the service's resident memory, its live objects, its file descriptors, the rows in all tables, the size of
the database file with its free pages, and the 50th and 99th percentile of requests since the previous row.

Memory, descriptors and latency are compared within the part without kills, tables and the file after the first quarter: the
second half must not exceed the first by more than a tolerance. Tables that Sheaf keeps for longer than any run, such as the
audit log, do not count. Expired rows are erased once a minute, so only runs of several minutes say something about tables.`

const aboveZero = (value: number): boolean => value > 0

const refused = (value: number): string => `${value}: expected a number above zero`

export const command = Command.make(
  "soak",
  {
    minutes: Argument.Finite("minutes").pipe(
      Argument.withDescription("The length of the run. By default, 60."),
      Argument.withDefault(60),
      Argument.filter(aboveZero, refused)
    ),
    rate: Flag.Finite("rate").pipe(
      Flag.withDescription("The number of persons that arrive each second. By default, 2."),
      Flag.withDefault(2),
      Flag.filter(aboveZero, refused)
    )
  },
  ({ minutes, rate }) => CommandLine.runAndSetExitCode(() => Soak.runAndReport(minutes, rate))
).pipe(Command.withShortDescription("Uses the service for a long time."), Command.withDescription(description))
