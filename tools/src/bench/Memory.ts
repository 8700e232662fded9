/**
 * Measures the service's resident memory, both idle and under constant load. Under load, it records the memory and the
 * rate in each period, so that drift becomes visible.
 */
import { setTimeout as pause } from "node:timers/promises"
import * as Collections from "./collections/Collections.ts"
import type { Effort } from "./Part.ts"
import { clientOf, withService } from "../workshop/stage/Installation.ts"
import type { RunningInstallation } from "../workshop/stage/Installation.ts"
import { residentMegabytes } from "../workshop/checker/Memory.ts"
import type { Figure } from "./Report.ts"

interface Size {
  /** The pause between the start and the measurement of idle memory. */
  readonly idleMillis: number
  readonly periods: number
  readonly periodMillis: number
  /** The number of collections that run at the same time. */
  readonly atOnce: number
}

const sizes: Readonly<Record<Effort, Size>> = {
  smoke: { idleMillis: 100, periods: 2, periodMillis: 100, atOnce: 20 },
  full: { idleMillis: 5_000, periods: 4, periodMillis: 5_000, atOnce: 250 },
  long: { idleMillis: 5_000, periods: 6, periodMillis: 30_000, atOnce: 1_500 }
}

interface Period {
  /** The time since the load began, in seconds. */
  readonly seconds: number
  readonly resident: number
  readonly collections: number
  readonly perSecond: number
}

/** Runs collections in each period and waits until all of them have ended. */
const load = async (
  bench: RunningInstallation,
  { atOnce, periodMillis, periods }: Size
): Promise<ReadonlyArray<Period>> => {
  const client = clientOf(bench, bench)
  const began = performance.now()
  const found: Array<Period> = []
  let total = 0
  while (found.length < periods) {
    const periodBegan = performance.now()
    let collections = 0
    while (performance.now() - periodBegan < periodMillis) {
      await Collections.complete(client, atOnce)
      collections += atOnce
    }
    total += collections
    const now = performance.now()
    found.push({
      seconds: (now - began) / 1000,
      resident: residentMegabytes(bench.service.pid),
      collections: total,
      perSecond: (collections * 1000) / (now - periodBegan)
    })
  }
  await Collections.expectCompleted(client)
  return found
}

/** The maximum memory after three minutes at full load, in megabytes. */
const longTarget = 400

const figuresOf = (periods: ReadonlyArray<Period>, effort: Effort): ReadonlyArray<Figure> => {
  const [first, last] = [periods[0], periods.at(-1)]
  const rate = (period: Period | undefined): number => period?.perSecond ?? Number.NaN
  return [
    ...periods.map((period): Figure => ({
      name: `full load, after ${period.seconds.toFixed(0)} s`,
      value: period.resident,
      unit: "MB resident",
      note: `${period.perSecond.toFixed(0)} collections per second, ${period.collections} so far`,
      ...(effort === "long" && period === last && { target: ["<=", longTarget] as const })
    })),
    { name: "rate, last period : first period", value: rate(last) / rate(first), unit: "ratio" }
  ]
}

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  withService(async (bench) => {
    const size = sizes[effort]
    await pause(size.idleMillis)
    const idle = residentMegabytes(bench.service.pid)
    return [
      { name: "idle service", value: idle, unit: "MB resident", target: ["<=", 150] },
      ...figuresOf(await load(bench, size), effort)
    ]
  })
