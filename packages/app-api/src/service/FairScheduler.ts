/**
 * Shares the event loop among sockets, requests and everything else (ADR 9). Without it, Node.js runs all received
 * requests, due timers and ready fibers before it reads from sockets again. With 300 running collections, each status
 * poll would be a quarter of a second late.
 */
import { Clock, Context, Effect, Layer, Scheduler } from "effect"
import { performance } from "node:perf_hooks"

/** How long requests run before the other tasks get their turn, and vice versa, in milliseconds. */
const slice = 5

interface Entry {
  task: (() => void) | undefined
}

class Queue {
  private running: ReadonlyArray<Entry> = []
  private next = 0
  private waiting: Array<Entry> = []

  get isEmpty(): boolean {
    return this.next === this.running.length && this.waiting.length === 0
  }

  add(entry: Entry): void {
    this.waiting.push(entry)
  }

  run(): void {
    const end = performance.now() + slice
    while (!this.isEmpty && performance.now() < end) {
      if (this.next === this.running.length) {
        this.running = this.waiting
        this.waiting = []
        this.next = 0
      }
      this.running[this.next++]?.task?.()
    }
  }
}

const requests = new Queue()
const others = new Queue()
let isScheduled = false

const schedule = (): void => {
  if (isScheduled) return
  isScheduled = true
  setImmediate(run)
}

const run = (): void => {
  try {
    requests.run()
    others.run()
  } finally {
    isScheduled = false
    if (!requests.isEmpty || !others.isEmpty) schedule()
  }
}

/** Returns a replacement for `setImmediate`. */
const addTo =
  (queue: Queue) =>
  (task: () => void): (() => void) => {
    const entry: Entry = { task }
    queue.add(entry)
    schedule()
    return () => void (entry.task = undefined)
  }

export const scheduleRequest = addTo(requests)

const schedulerOf = (queue: Queue): Scheduler.Scheduler => new Scheduler.MixedScheduler("async", addTo(queue))

/** The scheduler for fibers that handle requests. They run in the requests' time slice. */
export const layerRequests: Layer.Layer<never> = Layer.succeed(Scheduler.Scheduler, schedulerOf(requests))

/** Makes fibers wait for their turn after a sleep. */
const fairly = (clock: Clock.Clock): Clock.Clock => ({
  currentTimeMillisUnsafe: clock.currentTimeMillisUnsafe.bind(clock),
  currentTimeMillis: clock.currentTimeMillis,
  currentTimeNanosUnsafe: clock.currentTimeNanosUnsafe.bind(clock),
  currentTimeNanos: clock.currentTimeNanos,
  monotonicTimeNanosUnsafe: clock.monotonicTimeNanosUnsafe.bind(clock),
  monotonicTimeNanos: clock.monotonicTimeNanos,
  sleep: (duration) => Effect.andThen(clock.sleep(duration), Effect.yieldNow)
})

export const withFairScheduling = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const shared = Context.make(Scheduler.Scheduler, schedulerOf(others))
    return Effect.provide(effect, Context.add(shared, Clock.Clock, fairly(clock)))
  })
