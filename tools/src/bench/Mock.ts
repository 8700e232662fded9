/** Compares the service's status polls with Prism, a mock server that integrators could use instead. */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { Effort } from "./Part.ts"
import * as Contestants from "./servers/Contestants.ts"
import { Skipped } from "./Part.ts"
import * as Contest from "./load/Contest.ts"
import type { Figure } from "./Report.ts"
import { collection, completed, connections } from "./Polls.ts"
import { clientOf, headersOf } from "../workshop/stage/Installation.ts"
import type { RunningInstallation } from "../workshop/stage/Installation.ts"
import * as Prism from "./servers/Prism.ts"

/** A smoke run does not download Prism, which takes longer than the run. */
export const run = async (bench: RunningInstallation, effort: Effort): Promise<ReadonlyArray<Figure>> => {
  if (effort === "smoke" && !Contestants.isInstalled("prism")) {
    throw new Skipped("Prism is not installed. A run without --smoke installs it.")
  }
  Contestants.provide("prism")
  const { apiKey, service } = bench
  const id = await collection(clientOf(bench, bench), completed, "COMPLETED")
  return Prism.withMock(`${service.base}/openapi/${ApiVersion.head}.json`, async (mock) => {
    const poll = (base: string) => ({
      base,
      path: `/collections/${id}/status`,
      headers: headersOf(apiKey, ApiVersion.head)
    })
    const [polls, prism] = [Contest.entrant("status polls", poll(service.base)), Contest.entrant("Prism", poll(mock))]
    const load = await Contest.run([polls, prism], connections, effort)
    return [
      ...[polls, prism].flatMap(Contest.figuresOf),
      Contest.ratioOf("polls : Prism", polls, prism),
      { name: "the load itself", value: load, unit: "of a core" }
    ]
  })
}
