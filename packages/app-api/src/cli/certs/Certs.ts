/** `sheaf certs`: the certificate authorities, and what they sign and take back (spec 5; decisions 15). */
import { Command } from "effect/cli"
import * as Crl from "./Crl.ts"
import * as Init from "./Init.ts"
import * as List from "./List.ts"
import * as Request from "./Request.ts"
import * as Revoke from "./Revoke.ts"
import * as Sign from "./Sign.ts"

export const command = Command.make("certs").pipe(
  Command.withDescription("The certificates of clients, for mutual TLS."),
  Command.withSubcommands([Init.command, Request.command, Sign.command, List.command, Revoke.command, Crl.command])
)
