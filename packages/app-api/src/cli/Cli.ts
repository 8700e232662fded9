/** The command line, `sheaf`. Without a command it runs the service. */
import { Command } from "effect/cli"
import * as Certs from "./Certs.ts"
import * as Clients from "./Clients.ts"
import * as Connector from "./Connector.ts"
import * as Keys from "./Keys.ts"
import * as Pdf from "./Pdf.ts"
import * as Serve from "./Serve.ts"
import * as TokenKeys from "./TokenKeys.ts"

export const sheaf = Command.make("sheaf", {}, () => Serve.serve).pipe(
  Command.withDescription("A collection and consent service."),
  Command.withSubcommands([
    Serve.command,
    Clients.command,
    Keys.command,
    TokenKeys.command,
    Certs.command,
    Pdf.command,
    Connector.command
  ])
)
