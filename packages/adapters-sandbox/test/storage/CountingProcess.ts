/** Increments a counter while other processes do the same. Usage: `CountingProcess.ts <folder> <times>`. */
import { Effect } from "effect"
import { openCounter } from "./Counter.ts"

const [folder = "", times = "0"] = process.argv.slice(2)

await Effect.runPromise(
  Effect.scoped(
    Effect.flatMap(openCounter(folder), ({ change }) =>
      Effect.repeat(
        change("counter", ({ count }) => ({ count: count + 1 })),
        { times: Number(times) - 1 }
      )
    )
  )
)
