/** The simulated banks (decisions 9, 16). */
import { AccountHoldingBanks, BankError } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import { LoginHost } from "../clientSide/LoginHost.ts"
import { banks } from "./Bank.ts"
import { ConsentFiles } from "./ConsentFiles.ts"
import * as SandboxBank from "./SandboxBank.ts"

export const layer: Layer.Layer<AccountHoldingBanks, never, ConsentFiles | LoginHost> = Layer.effect(
  AccountHoldingBanks,
  Effect.gen(function* () {
    const files = yield* ConsentFiles
    const host = yield* LoginHost
    const address = Effect.mapError(host.address, (cause) => new BankError({ reason: "UNREACHABLE", cause }))
    const byId = new Map(Array.from(banks, ([id, bank]) => [id, SandboxBank.make(bank, files, address)]))
    return { find: (company) => Effect.succeed(Option.fromUndefinedOr(byId.get(company))) }
  })
)
