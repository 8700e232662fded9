/** `npm run attack -- [attack …]`: attacks the service while a victim uses it. */
import { Command } from "effect/cli"
import * as CommandLine from "../workshop/CommandLine.ts"
import * as Attacks from "./Attacks.ts"
import * as Suite from "./Suite.ts"
import * as CallSummary from "./victim/CallSummary.ts"

const floorsOf = ({ floors }: CallSummary.Tolerance): string =>
  CallSummary.callKinds.map((call) => `${floors[call]} ms for ${call}s`).join(", ")

const { full, short } = CallSummary.tolerances

const description = `Runs attacks, each against a fresh service. A victim uses the service before and during each attack.

An attack fails if the service breaks its promise, or if the victim gets errors or waits longer than ${full.times} times as long
as before the attack. Latencies below a floor never count as harm: ${floorsOf(full)}. A call
takes a few milliseconds on a quiet machine, and the attacker shares the machine with the service, so shorter delays are noise.
Each row shows the victim's 99th percentile before and during the attack, the longest allowed latency, and the rule that sets it.

With --short, the victim can wait ${short.times} times as long, and always ${floorsOf(short)}.`

export const command = Command.make(
  "attack",
  {
    attacks: CommandLine.choiceArgument("attack", Attacks.all),
    list: CommandLine.listFlag,
    short: CommandLine.shortFlag
  },
  ({ attacks, list, short }) =>
    CommandLine.listChoicesOrRun(list, Attacks.all, () => Suite.run(attacks, short ? "short" : "full", console))
).pipe(Command.withShortDescription("Attacks the service."), Command.withDescription(description))
