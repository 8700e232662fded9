/** Measures the time from the death of a process until its waiting work has ended on another process. */
import { setTimeout as pause } from "node:timers/promises"
import { answer } from "../collections/Waiting.ts"
import * as Crowd from "../load/Crowd.ts"
import type { Figure } from "../Report.ts"
import { clientOf } from "../../workshop/stage/Installation.ts"
import type { Stage } from "./Stage.ts"

/** The number of waiting workflows that are woken after a kill. */
const continued = 50

/** DBOS Conductor's default time after which it counts an executor as dead, in seconds. */
const conductorTimeout = 60

export const measure = async ({ dbos, service }: Stage, ids: ReadonlyArray<string>): Promise<ReadonlyArray<Figure>> => {
  const survivor = clientOf(service.installation, service.second)
  await service.first.service.kill()
  const began = performance.now()
  const some = ids.slice(0, continued)
  await Crowd.each(some.length, (number) => answer(survivor, some[number] ?? ""))
  await Crowd.each(some.length, async (number) => {
    while ((await survivor.status(some[number] ?? "")).pollingInterval !== undefined) await pause(20)
  })
  const seconds = (performance.now() - began) / 1000
  await dbos.first.kill()
  const told = (await dbos.second.recover("first", continued)) / 1000
  return [
    { name: "killed node, until its waiting collections have ended", value: seconds, unit: "s" },
    {
      name: "killed DBOS process, until its workflows have ended",
      value: told,
      unit: "s",
      note: "told at the moment of the kill; by itself, DBOS notices no death"
    },
    {
      name: "after a kill, DBOS with Conductor : whole service",
      value: (conductorTimeout + told) / seconds,
      unit: "ratio",
      target: [">=", 1],
      note: `with Conductor's documented timeout of ${conductorTimeout} s, not measured`
    },
    { name: "after a kill, DBOS told at once : whole service", value: told / seconds, unit: "ratio", target: [">=", 1] }
  ]
}
